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

  @Test func staysSilentAboutStubsThatTakeTurns() {
    let registry = StubRegistry.recorded().registry
    registry.stub(inOrder: .get("/a").atLeast(1), .post("/b"), .get("/a").atLeast(1))
    #expect(registry.lint() == [])
  }
}
