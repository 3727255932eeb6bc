import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct StubRegistryTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
  }

  private func text(_ url: String = "https://api.test/a") async throws -> String {
    String(decoding: try await registry.response(to: request("GET", url)).0, as: UTF8.self)
  }

  @Test func answersWithTheNewestMatch() async throws {
    registry.stub(.get("https://api.test/a").respond(.text("old")))
    registry.stub(.get("/{x}").respond(.text("new")))
    #expect(try await text() == "new")
    registry.stub(.get("https://api.test/b").respond(.text("other")))
    #expect(try await text() == "new")
  }

  @Test func prefersPriorityOverAge() async throws {
    registry.stub(.get("https://api.test/a").respond(.text("high")).priority(1))
    registry.stub(
      .get("https://api.test/a").respond(.text("usual")),
      .everything.respond(.text("low")).priority(-1))
    #expect(try await text() == "high")
    #expect(try await text("https://api.test/z") == "low")
  }

  @Test func registersSeveralInOrder() async throws {
    let handles = registry.stub(
      .get("/a").respond(.text("1")), .get("/a").respond(.text("2")), .get("/a").respond(.text("3"))
    )
    #expect(try await text() == "3")
    #expect(handles.map(\.count) == [0, 0, 1])
    #expect(
      registry.stubs.map(\.description) == [
        #".get("/a").respond(.text("1"))"#, #".get("/a").respond(.text("2"))"#,
        #".get("/a").respond(.text("3"))"#,
      ])
  }

  @Test func removesByHandle() async throws {
    registry.stub(.get("/a").respond(.text("old")))
    let handle = registry.stub(.get("/a").respond(.text("new")))
    #expect(try await text() == "new")
    handle.remove()
    handle.remove()
    #expect(try await text() == "old")
    #expect(handle.count == 1)
    #expect(registry.stubs.count == 1)
  }

  @Test func removesAllStubsAndKeepsTheJournal() async throws {
    registry.stub(.everything)
    _ = try await text()
    registry.removeAll()
    #expect(registry.stubs.isEmpty)
    #expect(registry.requests.count == 1)
    await #expect(throws: UnstubbedRequestError.self) { try await text() }
  }

  @Test func keepsAJournal() async throws {
    let handle = registry.stub(.get("/users/{id}"))
    _ = try await text("https://api.test/users/7")
    _ = try? await text("https://api.test/none")
    #expect(registry.requests.map(\.url.path) == ["/users/7", "/none"])
    #expect(registry.requests(matching: .path("/none")).count == 1)
    #expect(registry.unstubbedRequests.map(\.request.url.path) == ["/none"])
    #expect(handle.requests.map(\.parameters) == [["id": "7"]])
  }

  @Test func usesResponsesInTurn() async throws {
    registry.stub(.get("/a").respond(.text("1"), .text("2"), .text("3")))
    var texts: [String] = []
    for _ in 0..<5 { texts.append(try await text()) }
    #expect(texts == ["1", "2", "3", "3", "3"])
  }

  @Test func usesEachResponseOnceUnderConcurrency() async throws {
    let registry = registry
    registry.stub(.get("/a").respond(.text("x"), .text("y"), .status(204)))
    let bodies = try await withThrowingTaskGroup(of: Data.self) { group in
      for _ in 0..<100 {
        group.addTask { try await registry.response(to: request("GET", "https://api.test/a")).0 }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(bodies.filter { $0 == Data("x".utf8) }.count == 1)
    #expect(bodies.filter { $0 == Data("y".utf8) }.count == 1)
    #expect(bodies.filter(\.isEmpty).count == 98)
  }

  @Test func answersPlain200WithoutAnAnswer() async throws {
    registry.stub(.get("/a"))
    let (data, response) = try await registry.response(to: request("GET", "https://api.test/a"))
    #expect(data.isEmpty)
    #expect(response.statusCode == 200)
  }

  @Test func letsOlderStubsTakeOverFromExhaustedOnes() async throws {
    registry.stub(.get("/a").respond(.text("rest")))
    registry.stub(.get("/a").respond(.text("twice")).times(2))
    var texts: [String] = []
    for _ in 0..<3 { texts.append(try await text()) }
    #expect(texts == ["twice", "twice", "rest"])
  }

  @Test func refusesWhatAStubForbids() async throws {
    registry.stub(.everything)
    registry.stub(.get("/a").never())
    await #expect(throws: UnstubbedRequestError.self) { try await text() }
    #expect(try await text("https://api.test/b") == "")
  }

  @Test func verifiesExpectations() async throws {
    registry.stub(.get("/a").once())
    registry.stub(.get("/b").atLeast(2).named("b"))
    registry.stub(.get("/c").never())
    registry.stub(.get("/d"))
    let location = SourceLocation(fileID: #fileID, filePath: #filePath, line: #line, column: 1)
    _ = try await text("https://api.test/b")
    registry.verify()
    registry.verify()
    #expect(
      recorder.texts == [
        """
        Stub was never used, expected once (StandInTests/StubRegistryTests.swift:\(location.line - 4)):
          .get("/a").once()

        Requests that came near:
          GET https://api.test/b
            was answered by .get("/b").named("b").atLeast(2) (StandInTests/StubRegistryTests.swift:\(location.line - 3))
            path: expected "/a", got "/b"
        """,
        """
        Stub "b" was used once, expected at least 2 times (StandInTests/StubRegistryTests.swift:\(location.line - 3)):
          .get("/b").named("b").atLeast(2)

        No other request came.
        """,
      ])
  }

  @Test func verifiesNothingThatWasMet() async throws {
    registry.stub(.get("/a").once())
    registry.stub(.get("/b").atLeast(1))
    _ = try await text()
    _ = try await text("https://api.test/b")
    _ = try await text("https://api.test/b")
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func waitsForTheNextRequest() async throws {
    let handle = registry.stub(.get("/{n}"))
    _ = try await text("https://api.test/1")
    async let first = handle.nextRequest()
    #expect(try await first.url.path == "/1")
    async let second = handle.nextRequest()
    _ = try await text("https://api.test/2")
    #expect(try await second.url.path == "/2")
    await #expect(throws: StubTimeoutError.self) {
      try await handle.nextRequest(timeout: .milliseconds(1))
    }
    await #expect(throws: StubTimeoutError.self) { try await handle.nextRequest(timeout: .zero) }
    await #expect(throws: StubTimeoutError.self) {
      try await handle.nextRequest(timeout: .seconds(-5))
    }
    async let third = handle.nextRequest(timeout: .seconds(Int64.max))
    _ = try await text("https://api.test/3")
    #expect(try await third.url.path == "/3")
  }

  @Test func endsWaitingWhenTheStubIsRemoved() async throws {
    let handle = registry.stub(.get("/a").once())
    let text = """
      No further request can come to .get("/a").once() (StandInTests/StubRegistryTests.swift:\(#line - 2)), which was \
      removed (it got 0 in all).

      No other request came.
      """
    let waiting = Task { try await handle.nextRequest(timeout: .seconds(3600)) }
    await Task.yield()
    handle.remove()
    let error = await #expect(throws: StubTimeoutError.self) { try await waiting.value }
    #expect(error?.description == text)
    let late = await #expect(throws: StubTimeoutError.self) {
      try await handle.nextRequest(timeout: .seconds(3600))
    }
    #expect(late?.description == text)
  }

  @Test func endsWaitingWithItsTask() async throws {
    let handle = registry.stub(.get("/a"))
    let task = Task { try await handle.nextRequest(timeout: .seconds(60)) }
    task.cancel()
    await #expect(throws: CancellationError.self) { try await task.value }
  }

  @Test func staysWholeWhileStubsComeAndGo() async throws {
    let registry = registry
    registry.stub(.get("/steady").respond(.text("steady")))
    await withTaskGroup(of: Void.self) { group in
      for worker in 0..<4 {
        group.addTask {
          for round in 0..<500 {
            let handle = registry.stub(.get("/\(worker)/\(round)"))
            let body = try? await registry.response(to: request("GET", "https://api.test/steady")).0
            if body != Data("steady".utf8) { Issue.record("lost the steady stub") }
            handle.remove()
          }
        }
      }
    }
    #expect(registry.stubs.count == 1)
    #expect(registry.requests.count == 2_000)
  }

  @Test func freesItselfAndItsStubs() async throws {
    weak var registry: StubRegistry?
    weak var session: URLSession?
    weak var witness: Witness?
    do {
      let made = StubRegistry.recorded().registry
      let kept = Witness()
      made.stub(.get("/closure").respond { _ in kept.response })
      made.stub(.get("/late").respond(.text("late").delayed(by: .milliseconds(1))))
      made.stub(.get("/plain").respond(.text("plain")))
      made.stub(.get("/real").respond(.passthrough))
      made.stub(.get("/hangs").respond(.never))
      for path in ["closure", "late", "plain", "unknown"] {
        _ = try? await made.session.data(for: request("GET", "https://api.test/\(path)"))
      }
      _ = try? await made.session.data(for: request("GET", "http://127.0.0.1:1/real"))
      let hanging = made.session.dataTask(with: request("GET", "https://api.test/hangs"))
      hanging.resume()
      hanging.cancel()
      (registry, session, witness) = (made, made.session, kept)
    }
    // URLSession lets go of a task a little after its completion.
    for _ in 0..<500 where registry != nil || session != nil || witness != nil {
      try await Task.sleep(for: .milliseconds(10))
    }
    #expect(registry == nil)
    #expect(session == nil)
    #expect(witness == nil)
  }

  private final class Witness: Sendable {
    let response = StubResponse.text("closure")
  }
}
