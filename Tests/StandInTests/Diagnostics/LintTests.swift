import Foundation
import StandIn
import Testing

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
    Case(
      stubs: [.get("/users/{id}"), .get("/users/{name}")],
      finding:
        #".get("/users/{id}"): it never answers, since .get("/users/{name}") answers all that it would"#
    ),
    Case(
      stubs: [.get("https://api.test/users/1"), .get("/users/{id}")],
      finding:
        #".get("https://api.test/users/1"): it never answers, since .get("/users/{id}") answers all that it would"#
    ),
    Case(
      stubs: [.get("https://api.test/a"), .any("//api.test/a")],
      finding:
        #".get("https://api.test/a"): it never answers, since .any("//api.test/a") answers all that it would"#
    ),
    Case(
      stubs: [.get("/a").query(["b": "1"]), .get("/a").query(["b": "1"])],
      finding:
        #".get("/a").query(["b": "1"]): it never answers, since .get("/a").query(["b": "1"]) answers all that it would"#
    ),
    Case(
      stubs: [.get("/a").header("A", "1").header("B", "2"), .get("/a").header("B", "2")],
      finding:
        #".get("/a").header("A", "1").header("B", "2"): it never answers, since .get("/a").header("B", "2") answers all that it would"#
    ),
    Case(
      stubs: [
        .get("/a").query(containing: ["a": "1", "b": "2"]),
        .get("/a").query(containing: ["a": "1"]),
      ],
      finding:
        #".get("/a").query(containing: ["a": "1", "b": "2"]): it never answers, since .get("/a").query(containing: ["a": "1"]) answers all that it would"#
    ),
    Case(
      stubs: [.get("/a?a=1"), .get("/a").query(containing: ["a": "1"])],
      finding:
        #".get("/a?a=1"): it never answers, since .get("/a").query(containing: ["a": "1"]) answers all that it would"#
    ),
    Case(
      stubs: [
        .post("/a").body(json: ["a": 1, "b": 2]), .post("/a").body(jsonContaining: ["a": 1]),
      ],
      finding:
        #".post("/a").body(json: ["a": 1, "b": 2]): it never answers, since .post("/a").body(jsonContaining: ["a": 1]) answers all that it would"#
    ),
    Case(
      stubs: [
        .post("/a").body(form: ["a": "1", "b": "2"]), .post("/a").body(formContaining: ["a": "1"]),
      ],
      finding:
        #".post("/a").body(form: ["a": "1", "b": "2"]): it never answers, since .post("/a").body(formContaining: ["a": "1"]) answers all that it would"#
    ),
    Case(
      stubs: [.get("/a").header("x-a", "1").header("B", "1"), .get("/a").header("X-A", "1")],
      finding:
        #".get("/a").header("x-a", "1").header("B", "1"): it never answers, since .get("/a").header("X-A", "1") answers all that it would"#
    ),
    Case(
      stubs: [.get("https://api.test/a"), .matching(.host("api.test"))],
      finding:
        #".get("https://api.test/a"): it never answers, since .matching(.host("api.test")) answers all that it would"#
    ),
    Case(
      stubs: [.get("/a"), .any("/a").where(.method("GET"))],
      finding:
        #".get("/a"): it never answers, since .any("/a").where(.method("GET")) answers all that it would"#
    ),
    Case(
      stubs: [.get(.regex("/a$")), .get(.regex("/a$"))],
      finding:
        #".get(.regex("/a$")): it never answers, since .get(.regex("/a$")) answers all that it would"#
    ),
    Case(stubs: [
      .get("/a").query(containing: ["a": "1"]), .get("/a").query(containing: ["a": "1", "b": "2"]),
    ]),
    Case(stubs: [
      .post("/a").body(jsonContaining: ["a": 1]), .post("/a").body(json: ["a": 1, "b": 2]),
    ]),
    Case(stubs: [.get("https://api.test/a"), .matching(.host("other.test"))]),
    Case(stubs: [.get("/a"), .any("/a").where(.method("PUT"))]),
    Case(
      stubs: [.get(.regex("api.example.test/users"))],
      finding:
        #".get(.regex("api.example.test/users")): an unescaped dot in the host of .regex("api.example.test/users") stands for any character"#
    ),
    Case(
      stubs: [.matching(.url(.regex("https://api.example.test/")))],
      finding:
        #".matching(.url(.regex("https://api.example.test/"))): an unescaped dot in the host of .regex("https://api.example.test/") stands for any character"#
    ),
    Case(stubs: [.get(.regex("/users/.+"))]),
    Case(stubs: [.get(.regex("redirect=http://a.b"))]),
    Case(stubs: [.get(.regex(#"https://\Qa.test\E/"#))]),
    Case(
      stubs: [.get("/a").body(matching: /a/)],
      finding:
        #".get("/a").body(matching: /a/): it asks for a body, .body(matching: /a/), which a GET rarely has"#
    ),
    Case(
      stubs: [.matching(.method("GET") && .body("x"))],
      finding:
        #".matching(.method("GET") && .body("x")): it asks for a body, .body("x"), which a GET rarely has"#
    ),
    Case(stubs: [.get("/a").where(!.body("x"))]),
    Case(stubs: [.get("/a").body("")]),
    Case(stubs: [.get("/a").graphQL(operation: "Me")]),
    Case(stubs: [.get("/a").where(.body("x") || .header("A", "1"))]),
    Case(
      stubs: [.get("/a").respond(.status(200).header("Content-Type", "application/json"))],
      finding: #".get("/a"): its content type is application/json, but its body is not JSON"#),
    Case(stubs: [.get("/a").header("A", "1"), .get("/a").header("A", "2")]),
    Case(stubs: [.get("/users/{id}"), .get("https://api.test/users/1")]),
    Case(stubs: [.get("/users/{id}/{id2}"), .get("/users/{id}/{id}")]),
    Case(stubs: [.get("/users/{?page}"), .get("/users/{?size}")]),
    Case(stubs: [.get("/a"), .get("https://api.test/a")]),
    Case(stubs: [.get("/a"), .get("/a").where("odd") { _ in true }]),
    Case(stubs: [.get("/a"), .get(.regex("/a"))]),
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

  @Test func looksThroughThousandsAtOnce() {
    let registry = StubRegistry.recorded().registry
    for number in 0..<10_000 { registry.stub(.get("https://api.test/things/\(number)")) }
    registry.stub(.get("/things/77"))
    #expect(registry.lint().count == 1)
  }

  @Test func looksThroughThousandsOfOneURL() {
    let registry = StubRegistry.recorded().registry
    for number in 0..<300 {
      registry.stub(.post("/a").body(json: ["n": .number("\(number)")]).header("A", "\(number)"))
    }
    #expect(registry.lint() == [])
  }

  @Test func staysSilentAboutStubsThatTakeTurns() {
    let registry = StubRegistry.recorded().registry
    registry.stub(inOrder: .get("/a").atLeast(1), .post("/b"), .get("/a").atLeast(1))
    #expect(registry.lint() == [])
  }
}
