import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Files that are too large to be kept in memory.
struct LargeFileTests {
  /// 3 MB in which no two places look the same.
  private static let content = {
    var generator = SeededGenerator(seed: 3)
    let numbers = (0..<(3 << 17)).map { _ in generator.next() }
    return numbers.withUnsafeBytes { Data($0) }
  }()

  private let registry = StubRegistry.recorded().registry
  private let folder: TemporaryFolder
  private let file: URL
  private let content = Self.content

  init() throws {
    folder = try TemporaryFolder()
    file = folder.url.appendingPathComponent("large.bin")
    try content.write(to: file)
  }

  private func get(_ path: String, _ range: String? = nil) -> URLRequest {
    request("GET", "https://api.test\(path)", headers: range.map { ["Range": $0] } ?? [:])
  }

  @Test(arguments: TaskStyle.allCases)
  func arriveInEveryStyle(_ style: TaskStyle) async throws {
    registry.stub(.get("/file").respond(.file(file)))
    registry.stub(.get("/count").respond(.file(file).chunked(into: 3, every: .milliseconds(1))))
    registry.stub(.get("/size").respond(.file(file).chunked(bySize: 1_000_000, every: .zero)))
    registry.stub(.get("/data").respond(.data(content, contentType: "a/b")))
    let runner = TaskRunner(registry, style)
    for kind in [TaskKind.data, .download] {
      for path in ["/file", "/count", "/size", "/data"] {
        let whole = await runner.run(kind, get(path))
        #expect(whole.status == 200 && whole.error == nil)
        #expect(whole.body == content, "\(path)")
        let part = await runner.run(kind, get(path, "bytes=1000000-2999999"))
        #expect(part.status == 206 && part.error == nil)
        #expect(part.fields["content-range"] == "bytes 1000000-2999999/\(content.count)")
        #expect(part.body == content[1_000_000..<3_000_000], "\(path)")
        let end = await runner.run(kind, get(path, "bytes=-10"))
        #expect(end.body == content.suffix(10), "\(path)")
        let none = await runner.run(kind, get(path, "bytes=\(content.count)-"))
        #expect(none.status == 416 && none.body == Data() && none.error == nil)
      }
    }
  }

  @Test(arguments: TaskStyle.allCases)
  func giveSeveralParts(_ style: TaskStyle) async throws {
    registry.stub(.get("/file").respond(.file(file)))
    let runner = TaskRunner(registry, style)
    var expected = Data()
    for (index, range) in [2_000_000..<3_000_000, 0..<400_000].enumerated() {
      expected += Data((index == 0 ? "" : "\r\n").utf8)
      expected += Data(
        """
        --StandIn-part-0\r
        Content-Type: application/octet-stream\r
        Content-Range: bytes \(range.lowerBound)-\(range.upperBound - 1)/\(content.count)\r
        \r

        """.utf8)
      expected += content[range]
    }
    expected += Data("\r\n--StandIn-part-0--\r\n".utf8)
    for kind in [TaskKind.data, .download] {
      let outcome = await runner.run(kind, get("/file", "bytes=2000000-2999999,0-399999"))
      #expect(outcome.body == expected)
      #expect(outcome.fields["content-length"] == String(expected.count))
    }
  }

  @Test func separatePartsByWhatStandsInNoFile() async throws {
    // The text lies across the pieces in which the file is searched.
    var content = self.content
    content.replaceSubrange((1 << 18) - 5..<(1 << 18) + 9, with: Data("StandIn-part-0".utf8))
    try content.write(to: file)
    registry.stub(.get("/file").respond(.file(file)))
    let response = try await registry.response(to: get("/file", "bytes=0-999999,1000000-")).1
    let type = try #require(response.field("Content-Type"))
    #expect(type.hasPrefix("multipart/byteranges; boundary=StandIn-part-"))
    #expect(type != "multipart/byteranges; boundary=StandIn-part-0")
  }

  @Test func reachADelegateInPieces() async throws {
    registry.stub(.get("/file").respond(.file(file)))
    registry.stub(.get("/count").respond(.file(file).chunked(into: 30, every: .zero)))
    registry.stub(.get("/size").respond(.file(file).chunked(bySize: 500_000, every: .zero)))
    let runner = TaskRunner(registry, .sessionDelegate)
    func pieces(_ path: String, _ range: String? = nil) async -> [Int] {
      _ = await runner.run(.data, get(path, range))
      #expect(runner.delegate[\.pieces].allSatisfy { $0.startIndex == 0 })
      return runner.delegate[\.pieces].map(\.count)
    }
    let block = 1 << 18
    #expect(await pieces("/file") == Array(repeating: block, count: 12))
    #expect(await pieces("/file", "bytes=5-600000") == [block, block, 599_996 - 2 * block])
    // Small pieces are as they are asked for; larger ones are cut.
    let (size, rest) = content.count.quotientAndRemainder(dividingBy: 30)
    #expect(
      await pieces("/count")
        == Array(repeating: size + 1, count: rest) + Array(repeating: size, count: 30 - rest))
    #expect(
      await pieces("/size")
        == Array(repeating: [block, 500_000 - block], count: 6).flatMap { $0 } + [145_728])
  }

  @Test func areReadNoFasterThanADelegateTakesThem() async throws {
    registry.stub(.get("/file").respond(.file(file)))
    // What the delegate does to the file at its first piece is seen in the second one.
    let delegate = RecordingDelegate(piece: { [file] _, number in
      guard number == 1, let handle = try? FileHandle(forWritingTo: file) else { return }
      try? handle.truncate(atOffset: 0)
    })
    let outcome = await TaskRunner(registry, .sessionDelegate, delegate: delegate)
      .run(.data, get("/file"))
    #expect(outcome.error as? FileChangedError != nil)
    #expect(outcome.body == content.prefix(1 << 18))
  }

  @Test(arguments: TaskStyle.allCases)
  func failWhereTheyHaveChanged(_ style: TaskStyle) async throws {
    registry.stub(.get("/file").respond(.file(file)))
    let runner = TaskRunner(registry, style)
    func error(_ kind: TaskKind, _ range: String? = nil) async -> String? {
      await runner.run(kind, get("/file", range)).error?.localizedDescription
    }
    // A file that has grown is sent as it was announced.
    try (content + content).write(to: file)
    for kind in [TaskKind.data, .download] {
      #expect(await runner.run(kind, get("/file")).body == content)
    }
    try content.prefix(1 << 20).write(to: file)
    let short =
      "the file \(file.path) can't be sent: it has fewer than the \(content.count) bytes that it had"
    for kind in [TaskKind.data, .download] {
      #expect(await error(kind) == short)
      #expect(await error(kind, "bytes=2000000-") == short)
      #expect(await error(kind, "bytes=0-9,2000000-") == short)
      #expect(await error(kind, "bytes=0-9") == nil)
    }
    try FileManager.default.removeItem(at: file)
    let gone = "the file \(file.path) can't be sent: it can't be read any more: there is none"
    for kind in [TaskKind.data, .download] {
      #expect(await error(kind) == gone)
      #expect(await error(kind, "bytes=0-9") == gone)
      #expect(await error(kind, "bytes=0-9,20-29") == gone)
    }
    let direct = await #expect(throws: FileChangedError.self) {
      try await registry.response(to: get("/file"))
    }
    #expect(direct?.description == gone)
  }

  @Test func canBeCancelledOnTheWay() async throws {
    registry.stub(.get("/file").respond(.file(file)))
    let delegate = RecordingDelegate(piece: { task, _ in task.cancel() })
    let outcome = await TaskRunner(registry, .sessionDelegate, delegate: delegate)
      .run(.data, get("/file"))
    #expect(outcome.code == .cancelled)
    #expect(delegate[\.pieces].count == 1)
  }

  @Test func canBeSuspendedOnTheWay() async throws {
    registry.stub(.get("/file").respond(.file(file)))
    let delegate = RecordingDelegate(piece: { task, _ in
      task.suspend()
      DispatchQueue.global().async { task.resume() }
    })
    let outcome = await TaskRunner(registry, .sessionDelegate, delegate: delegate)
      .run(.data, get("/file"))
    #expect(outcome.error == nil)
    #expect(outcome.body == content)
  }

  @Test func areFoundThroughLinks() async throws {
    let link = folder.url.appendingPathComponent("link.bin")
    try FileManager.default.createSymbolicLink(at: link, withDestinationURL: file)
    #expect(FileBody(link).loaded == nil)
    #expect(FileBody(link).count == content.count)
    registry.stub(.get("/link").respond(.file(link)))
    #expect(try await registry.session.data(for: get("/link")).0 == content)
  }
}
