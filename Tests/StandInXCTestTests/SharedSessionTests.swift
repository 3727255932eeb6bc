import Foundation
import StandInXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the shared session gets from a URL.
private func text(_ url: String = "https://api.test/a") async throws -> String {
  String(
    decoding: try await URLSession.shared.data(from: XCTUnwrap(URL(string: url))).0, as: UTF8.self
  )
}

/// Interception without a test's scope. It belongs to the whole process, so nothing else may run at the same time.
final class SharedSessionTests: XCTestCase {
  /// Nothing listens there, so a request that gets through to the network fails at once.
  private static let nowhere = "http://127.0.0.1:1/a"

  func testStartsAndStops() async throws {
    // The shared session has been used before.
    await failure(URLError.self) { _ = try await text(Self.nowhere) }
    let classes = URLSession.shared.configuration.protocolClasses?.map { "\($0)" }
    let cache = URLSession.shared.configuration.urlCache

    let recorder = Recorder()
    let registry = StubRegistry(parent: nil, reporter: recorder)
    registry.stub(.get(URLPattern(Self.nowhere)).respond(.text("stub")))
    XCTAssertTrue(!registry.isStarted)
    registry.start()
    registry.start()
    XCTAssertTrue(registry.isStarted)
    try await equal(text(Self.nowhere), "stub")
    await failure(UnstubbedRequestError.self) { _ = try await text("https://api.test/b") }
    equal(recorder.failures.count, 1)
    registry.stop()
    registry.stop()
    XCTAssertTrue(!registry.isStarted)

    let error = await failure(URLError.self) { _ = try await text(Self.nowhere) }
    equal(error?.code, .cannotConnectToHost)
    equal(registry.requests.count, 2)
    equal(URLSession.shared.configuration.protocolClasses?.map { "\($0)" }, classes)
    XCTAssertTrue(URLSession.shared.configuration.urlCache === cache)
  }

  func testTheLastStartedAnswers() async throws {
    let (one, two) = (Self.silent(), Self.silent())
    one.stub(.everything.respond(.text("one")))
    two.stub(.everything.respond(.text("two")))
    one.start()
    two.start()
    try await equal(text(), "two")
    two.stop()
    try await equal(text(), "one")
    one.stop()
  }

  func testBlocksNestAndRestore() async throws {
    try await withStubs(
      .get("/a").respond(.text("outer")), .get("/b").respond(.text("outer b"))
    ) {
      let first = try await text()
      equal(first, "outer")
      let outer = StubRegistry.current
      try await withStubs(.get("/a").respond(.text("inner"))) {
        let inner = try await (text(), text("https://api.test/b"))
        equal([inner.0, inner.1], ["inner", "outer b"])
        stub(.get("/b").respond(.text("inner b")))
        try await equal(text("https://api.test/b"), "inner b")
        let url = try XCTUnwrap(URL(string: "https://api.test/a"))
        let (data, _) = try await outer.session.data(from: url)
        equal(data, Data("inner".utf8))
      }
      try await equal(text(), "outer")
      try await equal(text("https://api.test/b"), "outer b")
      XCTAssertTrue(StubRegistry.current === outer)
      equal(outer.requests.count, 7)
      // Child tasks, groups and unstructured tasks are in the scope too.
      async let child = text()
      try await equal(child, "outer")
      try await equal(Task { try await text() }.value, "outer")
    }
    XCTAssertNil(SharedInterception.registry)
    await failure(URLError.self) { _ = try await text(Self.nowhere) }
  }

  func testBlocksReachSessionsWithACache() async throws {
    let registry = Self.silent()
    registry.stub(.get("/a").respond(.text("outer")))
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(memoryCapacity: 1_000, diskCapacity: 0, diskPath: nil)
    registry.intercept(configuration)
    let session = URLSession(configuration: configuration)
    let url = try XCTUnwrap(URL(string: "https://api.test/a"))
    let data = try await Scope.$current.withValue(registry) {
      try await withStubs(.get("/a").respond(.text("inner"))) {
        try await session.data(from: url).0
      }
    }
    equal(data, Data("inner".utf8))
  }

  func testBlocksMayBeSynchronous() throws {
    let body = try withStubs(.get("/a").respond(.text("sync"))) {
      let done = DispatchSemaphore(value: 0)
      let body = Locked<Data?>(nil)
      let url = try XCTUnwrap(URL(string: "https://api.test/a"))
      URLSession.shared.dataTask(with: url) { data, _, _ in
        body.withLock { $0 = data }
        done.signal()
      }.resume()
      done.wait()
      return body.withLock { $0 }
    }
    equal(body, Data("sync".utf8))
    struct Odd: Error {}
    XCTAssertThrowsError(try withStubs { throw Odd() }) { XCTAssertTrue($0 is Odd) }
    XCTAssertNil(SharedInterception.registry)
  }

  func testScopesOnTwoTasksStayApart() async throws {
    let wrong = await withTaskGroup(of: Int.self) { group in
      for n in 0..<100 {
        group.addTask {
          await withStubs(.get("/a").respond(.text("\(n)"))) {
            (try? await text()) == "\(n)" ? 0 : 1
          }
        }
      }
      return await group.reduce(0, +)
    }
    equal(wrong, 0)
  }

  func testWhatReadmeShowsWorks() async throws {
    try await equal(ReadmeScript.run(), #"{"name":"Ada"}"#)
  }

  func testExpectsUnstubbedRequestsWithoutAScope() async throws {
    let error = try await expectUnstubbedRequest { try await text(Self.nowhere) }
    equal(error.request.url.absoluteString, Self.nowhere)
    XCTAssertNil(SharedInterception.registry)
  }

  // MARK: Helpers

  private final class Recorder: FailureReporter {
    private let recorded = Locked<[Failure]>([])

    var failures: [Failure] { recorded.withLock { $0 } }

    func report(_ failure: Failure) {
      recorded.withLock { $0.append(failure) }
    }
  }

  private static func silent() -> StubRegistry {
    StubRegistry(parent: nil, reporter: Recorder())
  }

  private func equal<Value: Equatable>(
    _ value: Value, _ expected: Value, line: UInt = #line
  ) {
    XCTAssertEqual(value, expected, line: line)
  }

  /// The error of a type that a block is expected to throw.
  @discardableResult
  private func failure<Failure: Error>(
    _ type: Failure.Type, line: UInt = #line, _ body: () async throws -> Void
  ) async -> Failure? {
    do {
      try await body()
      XCTFail("nothing thrown", line: line)
    } catch let error as Failure {
      return error
    } catch {
      XCTFail("\(error)", line: line)
    }
    return nil
  }
}
