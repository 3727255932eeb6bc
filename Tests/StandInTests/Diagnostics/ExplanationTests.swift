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
            it says .once(), and has been used once
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

struct LintTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var stubs: [Stub]
    var finding: String?

    var testDescription: String { finding ?? "\(stubs)" }
  }

  @Test(arguments: [
    Case(
      stubs: [.get("/a").header("A", "1"), .get("/a")],
      finding:
        #".get("/a").header("A", "1"): it never answers, since .get("/a") answers all that it would"#
    ),
    Case(
      stubs: [.put("/a"), .everything],
      finding: #".put("/a"): it never answers, since .everything answers all that it would"#),
    Case(
      stubs: [.get("/a"), .get("/a").never()],
      finding:
        #".get("/a"): it never answers, since .get("/a").never() forbids all that it would"#),
    Case(
      stubs: [.get("/a"), .get("/a").anyQuery()],
      finding:
        #".get("/a"): it never answers, since .get("/a").anyQuery() answers all that it would"#),
    Case(
      stubs: [.get("/a"), .everything.anyQuery()],
      finding:
        #".get("/a"): it never answers, since .everything.anyQuery() answers all that it would"#),
    Case(stubs: [.get("/a").anyQuery(), .get("/a")]),
    Case(stubs: [.get("/a"), .get("/a").once()]),
    Case(stubs: [.get("/a"), .post("/a")]),
    Case(stubs: [.everything, .get("/a")]),
    Case(stubs: [.get("/a"), .get("/a?b=1")]),
    Case(
      stubs: [.get(.regex(#"^https://api.example\.test/a"#))],
      finding:
        ##".get(.regex(#"^https://api.example\.test/a"#)): an unescaped dot in the host of .regex(#"^https://api.example\.test/a"#) stands for any character"##
    ),
    Case(stubs: [.get(.regex(#"^https://.*\.example\.test/a.b"#))]),
    Case(stubs: [.get(.regex(#"^https://[^.]+\.test/"#))]),
    Case(stubs: [.get(.regex(#"^https://api\.test\?q=."#))]),
    Case(stubs: [.get(.regex(#"^https://api\.test(?=.)"#))]),
    Case(
      stubs: [.get("/a{#part}")],
      finding: #".get("/a{#part}"): a variable in {#…} never matches, since no fragment is sent"#),
    Case(
      stubs: [.get("/a").respond(.text("x", status: 204))],
      finding: #".get("/a"): a 204 has no body, and the one that is given is not sent"#),
    Case(stubs: [.get("/a").respond(.status(204))]),
    Case(
      stubs: [.get("/a").respond(.status(302))],
      finding: #".get("/a"): a 302 without Location leads nowhere, and is delivered as it is"#),
    Case(stubs: [.get("/a").respond(.redirect(to: "/b"))]),
    Case(
      stubs: [.get("/a").respond(.status(302).header("Location", ""))],
      finding: #".get("/a"): a 302 without Location leads nowhere, and is delivered as it is"#),
    Case(
      stubs: [.get("/a").respond(.data(Data("x".utf8), contentType: "application/json"))],
      finding: #".get("/a"): its content type is application/json, but its body is not JSON"#),
    Case(stubs: [.get("/a").respond(.json(["a": 1]))]),
    Case(
      stubs: [.get("/a").body("x")],
      finding: #".get("/a").body("x"): it asks for a body, .body("x"), which a GET rarely has"#),
    Case(stubs: [.post("/a").body("x")]),
  ])
  func findsWhatIsHardlyMeant(_ example: Case) {
    let registry = StubRegistry.recorded().registry
    for stub in example.stubs { registry.stub(stub) }
    // Without the places, which a table can't know.
    let findings = registry.lint().map {
      $0.replacingOccurrences(
        of: #" \(StandInTests/[^)]*\)"#, with: "", options: .regularExpression)
    }
    #expect(findings == [example.finding].compactMap(\.self))
  }
}
