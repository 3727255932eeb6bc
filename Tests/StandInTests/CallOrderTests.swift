import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs that are expected to be used one after the other.
struct CallOrderTests {
  private let scene = RefusingScene()
  private static let file = "StandInTests/CallOrderTests.swift"

  private var registry: StubRegistry { scene.registry }
  private var recorder: FailureRecorder { scene.recorder }

  @Test func answersInTheOrder() async throws {
    let handles = registry.stub(
      inOrder: .post("/login"), .get("/status").times(2), .post("/logout"), .get("/status"))
    try await scene.send("POST", "/login")
    try await scene.send("GET", "/status")
    try await scene.send("GET", "/status")
    try await scene.send("POST", "/logout")
    try await scene.send("GET", "/status")
    registry.verify()
    #expect(recorder.texts == [])
    #expect(handles.map(\.count) == [1, 2, 1, 1])
  }

  @Test func refusesWhatIsNotDueYet() async throws {
    registry.stub(inOrder: .post("/login"), .get("/me"))
    let line = #line - 1
    let error = try await scene.refusal("GET", "/me")
    #expect(
      error.nearMisses.first?.description == """
        .get("/me").once() (\(Self.file):\(line))
          it is not its turn yet: .post("/login").once() (\(Self.file):\(line)) comes first
        """)
    // It was not used up by that.
    try await scene.send("POST", "/login")
    try await scene.send("GET", "/me")
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func refusesWhatIsNotDueAnyMore() async throws {
    registry.stub(inOrder: .get("/a").atLeast(0), .get("/b"))
    let line = #line - 1
    try await scene.send("GET", "/b")
    let error = try await scene.refusal("GET", "/a")
    #expect(
      error.nearMisses.first?.reason
        == #"its turn is over, since .get("/b").once() (\#(Self.file):\#(line)) was used"#)
  }

  @Test func reportsWhatNeverCame() async throws {
    registry.stub(inOrder: .post("/login"), .get("/me"))
    let line = #line - 1
    _ = try await scene.refusal("GET", "/me")
    registry.verify()
    #expect(
      recorder.texts == [
        """
        Stub was never used, expected once (\(Self.file):\(line)):
          .post("/login").once()

        No other request came near. The last one was:
          GET https://api.test/me
        """,
        """
        Stub was never used, expected once (\(Self.file):\(line)):
          .get("/me").once()

        Requests that came near:
          GET https://api.test/me
            was refused, since it was not the stub's turn
        """,
      ])
  }

  @Test func anOlderStubTakesOverOutOfTurn() async throws {
    registry.stub(.everything.respond(.status(404)))
    registry.stub(inOrder: .post("/login"), .get("/me"))
    let response = try await registry.response(to: request("GET", "https://api.test/me")).1
    #expect(response.statusCode == 404)
  }

  @Test func ordersDoNotMeet() async throws {
    registry.stub(inOrder: .get("/a"), .get("/b"))
    registry.stub(inOrder: .get("/c"), .get("/d"))
    for path in ["/c", "/a", "/d", "/b"] { try await scene.send("GET", path) }
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func isUsedNoMoreThanItSaysUnderConcurrency() async throws {
    let registry = registry
    let handles = registry.stub(inOrder: .get("/a").times(50), .get("/b").times(50))
    let answered = await withTaskGroup(of: (String, Bool).self) { group in
      for number in 0..<200 {
        let path = number.isMultiple(of: 2) ? "/a" : "/b"
        group.addTask {
          let sent = request("GET", "https://api.test\(path)")
          return (path, (try? await registry.response(to: sent)) != nil)
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0, default: 0] += $1.1 ? 1 : 0 }
    }
    // Each of the first was due, some of the second came too early.
    #expect(answered["/a"] == 50)
    #expect(handles.map(\.count) == [50, answered["/b"] ?? 0])
    for _ in handles[1].count..<50 { try await scene.send("GET", "/b") }
    _ = try await scene.refusal("GET", "/b")
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func anOptionalStubHoldsNobodyUp() async throws {
    registry.stub(inOrder: .get("/a"), .get("/b").optional(), .get("/c"))
    try await scene.send("GET", "/a")
    try await scene.send("GET", "/c")
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func nobodyWaitsForAStubThatWasRemoved() async throws {
    let handles = registry.stub(inOrder: .get("/a"), .get("/b"))
    handles[0].remove()
    try await scene.send("GET", "/b")
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func aScenarioDoesNotGoOnWithoutItsStub() async throws {
    registry.stub(
      inOrder: .post("/a"), .post("/b").inScenario("s", from: "one", to: "two"))
    _ = try await scene.refusal("POST", "/b")
    #expect(registry.state(ofScenario: "s") == "one")
    try await scene.send("POST", "/a")
    try await scene.send("POST", "/b")
    #expect(registry.state(ofScenario: "s") == "two")
  }
}
