import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs that answer only while a scenario is in a state.
struct ScenarioTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder
  private static let file = "StandInTests/ScenarioTests.swift"

  init() {
    (registry, recorder) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
  }

  private func send(_ method: String, _ path: String) async throws -> String {
    let sent = request(method, "https://api.test\(path)")
    return String(decoding: try await registry.response(to: sent).0, as: UTF8.self)
  }

  private func fillCart() {
    registry.stub(
      .get("/cart").inScenario("cart", from: "empty").respond(.text("nothing")),
      .post("/cart").inScenario("cart", from: "empty", to: "full").respond(.text("added")),
      .get("/cart").inScenario("cart", from: "full").respond(.text("something")))
  }

  @Test func goesFromStateToState() async throws {
    fillCart()
    #expect(registry.state(ofScenario: "cart") == "empty")
    #expect(try await send("GET", "/cart") == "nothing")
    #expect(try await send("GET", "/cart") == "nothing")
    #expect(try await send("POST", "/cart") == "added")
    #expect(registry.state(ofScenario: "cart") == "full")
    #expect(try await send("GET", "/cart") == "something")
    await #expect(throws: UnstubbedRequestError.self) { try await send("POST", "/cart") }
    registry.setState("empty", ofScenario: "cart")
    #expect(try await send("GET", "/cart") == "nothing")
  }

  @Test func beginsInTheStateThatAStubNamesFirst() async throws {
    registry.stub(
      .get("/a").inScenario("s", from: "second"), .get("/b").inScenario("s", from: "first"))
    #expect(try await send("GET", "/a") == "")
    await #expect(throws: UnstubbedRequestError.self) { try await send("GET", "/b") }
  }

  @Test func scenariosDoNotMeet() async throws {
    fillCart()
    registry.stub(
      .post("/other").inScenario("other", from: "empty", to: "full"),
      .get("/none"))
    _ = try await send("POST", "/other")
    #expect(try await send("GET", "/cart") == "nothing")
    #expect(registry.state(ofScenario: "unknown") == nil)
    registry.setState("x", ofScenario: "unknown")
    #expect(registry.state(ofScenario: "unknown") == nil)
  }

  @Test func aRefusalNamesTheState() async throws {
    registry.stub(.get("/a").inScenario("s", from: "closed"))
    registry.stub(.get("/b").inScenario("s", from: "open"))
    let line = #line - 1
    let error = await #expect(throws: UnstubbedRequestError.self) { try await send("GET", "/b") }
    #expect(
      error?.nearMisses.first?.description == """
        .get("/b").inScenario("s", from: "open") (\(Self.file):\(line))
          it waits for scenario "s" to be "open", which is "closed"
          Note that no stub takes scenario "s" to "open"
        """)
    #expect(registry.lint().count == 1)
  }

  @Test func anOlderStubTakesOverInAnotherState() async throws {
    registry.stub(.get("/a").respond(.text("always")))
    registry.stub(.get("/a").inScenario("s", from: "one", to: "two").respond(.text("once")))
    #expect(try await send("GET", "/a") == "once")
    #expect(try await send("GET", "/a") == "always")
  }

  @Test func blocksShareTheStatesAround() async throws {
    fillCart()
    let inner = StubRegistry(parent: registry)
    inner.stub(.delete("/cart").inScenario("cart", from: "full", to: "empty"))
    _ = try await inner.response(to: request("POST", "https://api.test/cart"))
    _ = try await inner.response(to: request("DELETE", "https://api.test/cart"))
    #expect(registry.state(ofScenario: "cart") == "empty")
    #expect(inner.state(ofScenario: "cart") == "empty")
  }

  @Test func removingAllStubsForgetsTheStates() async throws {
    fillCart()
    _ = try await send("POST", "/cart")
    registry.removeAll()
    #expect(registry.state(ofScenario: "cart") == nil)
    fillCart()
    #expect(try await send("GET", "/cart") == "nothing")
  }

  @Test func oneOfManyRequestsAtOnceGoesOn() async throws {
    let registry = registry
    registry.stub(.post("/take").inScenario("s", from: "free", to: "taken").respond(.text("got")))
    registry.stub(.post("/take").priority(-1).respond(.text("late")))
    let texts = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<100 {
        group.addTask {
          let data = try await registry.session.data(for: request("POST", "https://api.test/take"))
            .0
          return String(decoding: data, as: UTF8.self)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(texts.count { $0 == "got" } == 1)
    #expect(texts.count { $0 == "late" } == 99)
  }

  @Test func aScenarioNeedsAName() {
    registry.stub(.get("/a").inScenario("", from: "x"))
    #expect(
      recorder.texts.first?.hasSuffix(#"a scenario needs a name: .inScenario("", from: "x")"#)
        == true)
  }

  @Test func printsItself() {
    #expect(
      Stub.get("/a").inScenario("s", from: "a", to: "b").description
        == #".get("/a").inScenario("s", from: "a", to: "b")"#)
  }
}
