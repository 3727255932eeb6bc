import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Interception of `URLSession.shared`: serial, since the session belongs to the whole process.
@Suite(.serialized)
struct SharedSessionTests {
  /// Nothing listens there, so a request that gets through to the network fails at once.
  private static let nowhere = "http://127.0.0.1:1/a"

  private func text(_ url: String = "https://api.test/a") async throws -> String {
    String(decoding: try await URLSession.shared.data(for: request("GET", url)).0, as: UTF8.self)
  }

  @Test func startsAndStops() async throws {
    // The shared session has been used before.
    await #expect(throws: URLError.self) { try await text(Self.nowhere) }
    let classes = URLSession.shared.configuration.protocolClasses?.map { "\($0)" }
    let cache = URLSession.shared.configuration.urlCache

    let (registry, recorder) = StubRegistry.recorded()
    registry.stub(.get(URLPattern(Self.nowhere)).respond(.text("stub")))
    #expect(!registry.isStarted)
    registry.start()
    registry.start()
    #expect(registry.isStarted)
    #expect(try await text(Self.nowhere) == "stub")
    await #expect(throws: UnstubbedRequestError.self) { try await text("https://api.test/b") }
    #expect(recorder.texts.count == 1)
    registry.stop()
    registry.stop()
    #expect(!registry.isStarted)

    let error = await #expect(throws: URLError.self) { try await text(Self.nowhere) }
    #expect(error?.code == .cannotConnectToHost)
    #expect(registry.requests.count == 2)
    #expect(URLSession.shared.configuration.protocolClasses?.map { "\($0)" } == classes)
    #expect(URLSession.shared.configuration.urlCache === cache)
  }

  @Test func theLastStartedAnswers() async throws {
    let (one, two) = (StubRegistry.recorded().registry, StubRegistry.recorded().registry)
    one.stub(.everything.respond(.text("one")))
    two.stub(.everything.respond(.text("two")))
    one.start()
    two.start()
    #expect(try await text() == "two")
    two.stop()
    #expect(try await text() == "one")
    one.stop()
  }

  @Test func blocksNestAndRestore() async throws {
    let before = StubRegistry.current
    try await withStubs(
      .get("/a").respond(.text("outer")), .get("/b").respond(.text("outer b"))
    ) {
      let first = try await text()
      #expect(first == "outer")
      let outer = StubRegistry.current
      try await withStubs(.get("/a").respond(.text("inner"))) {
        let inner = try await (text(), text("https://api.test/b"))
        #expect(inner == ("inner", "outer b"))
        stub(.get("/b").respond(.text("inner b")))
        #expect(try await text("https://api.test/b") == "inner b")
        let url = try #require(URL(string: "https://api.test/a"))
        let (data, _) = try await outer.session.data(from: url)
        #expect(data == Data("inner".utf8))
      }
      #expect(try await text() == "outer")
      #expect(try await text("https://api.test/b") == "outer b")
      #expect(StubRegistry.current === outer)
      #expect(outer.requests.count == 7)
      // Child tasks, groups and unstructured tasks are in the scope too.
      async let child = text()
      #expect(try await child == "outer")
      #expect(try await Task { try await text() }.value == "outer")
    }
    #expect(StubRegistry.current === before)
    await #expect(throws: URLError.self) { try await text(Self.nowhere) }
  }

  @Test func blocksReachSessionsWithACache() async throws {
    let registry = StubRegistry.recorded().registry
    registry.stub(.get("/a").respond(.text("outer")))
    let configuration = URLSessionConfiguration.default
    configuration.urlCache = URLCache(memoryCapacity: 1_000, diskCapacity: 0, diskPath: nil)
    registry.intercept(configuration)
    let session = URLSession(configuration: configuration)
    let url = try #require(URL(string: "https://api.test/a"))
    let data = try await Scope.$current.withValue(registry) {
      try await withStubs(.get("/a").respond(.text("inner"))) {
        try await session.data(from: url).0
      }
    }
    #expect(data == Data("inner".utf8))
  }

  @Test func blocksMayBeSynchronous() throws {
    let body = try withStubs(.get("/a").respond(.text("sync"))) {
      let done = DispatchSemaphore(value: 0)
      let body = Locked<Data?>(nil)
      let url = try #require(URL(string: "https://api.test/a"))
      URLSession.shared.dataTask(with: url) { data, _, _ in
        body.withLock { $0 = data }
        done.signal()
      }.resume()
      done.wait()
      return body.withLock { $0 }
    }
    #expect(body == Data("sync".utf8))
    struct Odd: Error {}
    #expect(throws: Odd.self) { try withStubs { throw Odd() } }
    #expect(!StubRegistry.current.isStarted)
  }

  @Test func scopesOnTwoTasksStayApart() async throws {
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
    #expect(wrong == 0)
  }

  @Test func whatReadmeShowsWorks() async throws {
    #expect(try await ReadmeScript.run() == #"{"name":"Ada"}"#)
  }

  @Test func expectsUnstubbedRequestsWithoutAScope() async throws {
    let error = try await expectUnstubbedRequest { try await text(Self.nowhere) }
    #expect(error.request.url.absoluteString == Self.nowhere)
    #expect(SharedInterception.registry == nil)
  }
}
