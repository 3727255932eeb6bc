import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct FixtureTests {
  private static let fixtures = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/QuickStart")

  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  @Test func sendsFiles() async throws {
    let file = Self.fixtures.appendingPathComponent("user.json")
    registry.stub(.everything.respond(.file(file, status: 203)))
    let (data, response) = try await registry.response(to: request())
    #expect(data == (try Data(contentsOf: file)))
    #expect(response.statusCode == 203)
    #expect(response.field("Content-Type") == "application/json")
    #expect(response.field("Content-Length") == String(data.count))
    #expect(recorder.texts == [])
  }

  @Test func sendsLargeFilesWithoutKeepingThem() async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("large.bin")
    let bytes = Data((0..<(2 << 20)).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    try bytes.write(to: file)
    registry.stub(.everything.respond(.file(file)))
    #expect(try await registry.session.data(for: request()).0 == bytes)
    #expect(try await registry.response(to: request()).0 == bytes)
    try FileManager.default.removeItem(at: file)
    // It is gone when it is to be sent: an error, not an empty body.
    await #expect(throws: FileChangedError.self) {
      try await registry.session.data(for: request())
    }
  }

  @Test func findsFixturesInBundles() async throws {
    let folder = try TemporaryFolder()
    let bundle = try folder.bundle(files: [
      "a.json": "[1]", "deep/b.json": "[2]", "x/c.json": "[3]", "y/c.json": "[4]",
    ])
    registry.stub(.get("/a").respond(.fixture("a.json", in: bundle)))
    registry.stub(.get("/b").respond(.fixture("b.json", in: bundle)))
    registry.stub(.get("/deep").respond(.fixture("deep/b.json", in: bundle, status: 404)))
    registry.stub(.get("/y").respond(.fixture("y/c.json", in: bundle)))
    #expect(recorder.texts == [])
    for (path, body) in [("a", "[1]"), ("b", "[2]"), ("deep", "[2]"), ("y", "[4]")] {
      let data = try await registry.response(to: request("GET", "https://api.test/\(path)")).0
      #expect(String(decoding: data, as: UTF8.self) == body)
    }
  }

  @Test(arguments: [
    (
      "usr.json",
      #"there is no fixture "usr.json" in the bundle Test.bundle; close to it: "user.json", "users.json""#
    ),
    ("zzz", #"there is no fixture "zzz" in the bundle Test.bundle; it holds 4 other files"#),
    ("c.json", #""c.json" stands in Test.bundle several times: "x/c.json", "y/c.json""#),
    ("", #""" is not the name of a fixture"#),
    ("../user.json", #""../user.json" is not the name of a fixture"#),
    ("x", #"there is no fixture "x" in the bundle Test.bundle; it holds 4 other files"#),
  ])
  func saysWhatIsMissing(_ name: String, _ problem: String) async throws {
    let folder = try TemporaryFolder()
    let bundle = try folder.bundle(files: [
      "user.json": "", "users.json": "", "x/c.json": "", "y/c.json": "",
    ])
    registry.stub(.get("/a").respond(.fixture(name, in: bundle)))
    let text = try #require(recorder.texts.first)
    #expect(text.hasSuffix("\n  \(problem)"))
    let error = await #expect(throws: InvalidStubError.self) {
      try await registry.response(to: request("GET", "https://api.test/a"))
    }
    #expect(error?.description == text)
  }
}

/// A folder that goes with the value's last copy.
final class TemporaryFolder: Sendable {
  let url: URL

  init() throws {
    url = FileManager.default.temporaryDirectory.appendingPathComponent(
      "StandIn-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: url, withIntermediateDirectories: true)
  }

  deinit {
    try? FileManager.default.removeItem(at: url)
  }

  /// Makes a bundle of files with their texts.
  func bundle(files: [String: String]) throws -> Bundle {
    let root = url.appendingPathComponent("Test.bundle")
    for (name, text) in files {
      let file = root.appendingPathComponent(name)
      try FileManager.default.createDirectory(
        at: file.deletingLastPathComponent(), withIntermediateDirectories: true)
      try Data(text.utf8).write(to: file)
    }
    guard let bundle = Bundle(url: root) else { throw CocoaError(.fileNoSuchFile) }
    return bundle
  }
}
