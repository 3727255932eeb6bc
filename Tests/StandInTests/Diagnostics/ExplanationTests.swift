import Foundation
import StandIn
import Testing

struct ExplanationTests {
  private let registry = StubRegistry.recorded().registry

  @Test func saysWhichWinsAndWhyTheOthersDoNot() async throws {
    registry.stub(.everything)
    registry.stub(.get("/users/{id}").named("by id"))
    registry.stub(.post("/users/42"))
    registry.stub(.get("/users/42").once())
    registry.stub(.get("nonsense"))
    let line = #line
    _ = try await registry.response(to: request("GET", "https://api.test/users/42"))
    let file = "StandInTests/ExplanationTests.swift"
    #expect(
      registry.explain(request("GET", "https://api.test/users/42")) == """
        GET https://api.test/users/42
        - .get("nonsense") (\(file):\(line - 1))
            it is broken: 'nonsense' is neither an absolute URL nor a path: begin it with https:// or /
        - .get("/users/42").once() (\(file):\(line - 2))
            it says .once(), and was used once
        - .post("/users/42") (\(file):\(line - 3))
            method: expected POST, got GET
        → .get("/users/{id}").named("by id") (\(file):\(line - 4))
        - .everything
            its conditions hold, but it comes after the one that decides
        """)
    #expect(registry.requests.count == 1)
  }

  @Test func aStubThatForbidsDecidesToo() {
    registry.stub(.get("/a"))
    registry.stub(.get("/a").never())
    let line = #line
    let file = "StandInTests/ExplanationTests.swift"
    #expect(
      registry.explain(request("GET", "https://api.test/a")) == """
        GET https://api.test/a
        - .get("/a").never() (\(file):\(line - 1))
            it says .never(): no such request is expected
        - .get("/a") (\(file):\(line - 2))
            its conditions hold, but it comes after the one that decides
        No stub answers it.
        """)
  }

  @Test func aBrokenStubAnswersHoweverOftenItIsExpected() async throws {
    registry.stub(.get("/a").respond(.status(999)).never())
    await #expect(throws: InvalidStubError.self) {
      try await registry.response(to: request("GET", "https://api.test/a"))
    }
    #expect(registry.explain(request("GET", "https://api.test/a")).contains("→ .get"))
  }

  @Test func placesAreThoseOfTheCaller() {
    registry.route([.get], "nonsense") { _ in .status(200) }
    let text = registry.explain(request("GET", "https://api.test/a"))
    #expect(text.contains("(StandInTests/ExplanationTests.swift:\(#line - 2))"))
  }

  @Test func saysThatNoneAnswers() {
    #expect(
      registry.explain(request("GET", "https://api.test/a")).hasSuffix("\nNo stub answers it."))
  }

  @Test func routesAnswerEachOfTheirMethods() async throws {
    registry.unstubbedRequestPolicy = .throwError
    registry.route([.get, .post], "/users/{id}") { request in
      .text("\(request.method) \(request.parameters["id"] ?? "") \(request.query.count)")
    }
    for method in ["GET", "POST"] {
      let data = try await registry.response(to: request(method, "https://api.test/users/7?a=1")).0
      #expect(String(decoding: data, as: UTF8.self) == "\(method) 7 1")
    }
    await #expect(throws: UnstubbedRequestError.self) {
      try await registry.response(to: request("PUT", "https://api.test/users/7"))
    }
  }
}
