import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct DownloadTests {
  private let registry = StubRegistry.recorded().registry

  @Test(arguments: TaskStyle.allCases)
  func endInAFile(_ style: TaskStyle) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("large.bin")
    let large = Data(repeating: 7, count: 3 << 20)
    try large.write(to: file)
    registry.stub(.get("/ada").respond(.text("downloaded", status: 201).header("X-A", "1")))
    registry.stub(.get("/empty"))
    registry.stub(.get("/file").respond(.file(file)))
    registry.stub(
      .get("/pieces").respond(.text("abcdef").chunked(into: 3, every: .milliseconds(1))))
    registry.stub(.get("/fails").respond(.failure(.networkConnectionLost)))
    registry.stub(.get("/closure").respond { _ in .text("closure") })
    let runner = TaskRunner(registry, style)
    func download(_ path: String) async -> TaskOutcome {
      await runner.run(.download, request("GET", "https://api.test\(path)"))
    }

    let plain = await download("/ada")
    #expect(plain.text == "downloaded")
    #expect(plain.status == 201)
    #expect(plain.fields["x-a"] == "1")
    #expect(await download("/empty").body == Data())
    #expect(await download("/file").body == large)
    #expect(runner.delegate[\.written].last == Int64(large.count))
    #expect(runner.delegate[\.expected] == Int64(large.count))
    #expect(await download("/pieces").text == "abcdef")
    #expect(runner.delegate[\.written].suffix(3) == [2, 4, 6])
    #expect(await download("/fails").code == .networkConnectionLost)
    #expect(await download("/closure").text == "closure")
    #expect(await download("/unknown").error is UnstubbedRequestError)
  }

  @Test func areFilesOfTheirOwn() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("large.bin")
    try Data(repeating: 7, count: 2 << 20).write(to: file)
    try FileManager.default.setAttributes([.posixPermissions: 0o400], ofItemAtPath: file.path)
    let link = folder.url.appendingPathComponent("link.bin")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    registry.stub(.get("/ada").respond(.file(link)))
    let downloaded = try await registry.session.download(
      for: request("GET", "https://api.test/ada")
    ).0
    try Data("changed".utf8).write(to: downloaded)
    #expect(try Data(contentsOf: file).count == 2 << 20)
    #expect(try Data(contentsOf: downloaded) == Data("changed".utf8))
  }
}
