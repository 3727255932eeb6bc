import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where one part of one stub is all that differs, the message has the change to that stub.
struct RepairTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var stub: Stub
    var request: URLRequest
    /// The advice; nil where there is none.
    var repair: String?
    /// The stub after the change.
    var repaired: Stub?

    var testDescription: String {
      "\(stub) for \(request.url?.absoluteString ?? ""): \(repair ?? "no advice")"
    }
  }

  private static let json = ["Content-Type": "application/json"]
  private static let form = ["Content-Type": "application/x-www-form-urlencoded"]

  @Test(arguments: [
    // Method and URL.
    Case(
      stub: .get("/a").header("A", "1"),
      request: request("POST", "https://api.test/a", headers: ["A": "1"]),
      repair: #"use .post("/a")"#,
      repaired: .post("/a").header("A", "1")),
    Case(
      stub: .get("/a"), request: request("PURGE", "https://api.test/a"),
      repair: #"use .request("PURGE", "/a")"#, repaired: .request("PURGE", "/a")),
    Case(
      stub: .get("/users/1?x=1"), request: request("GET", "https://api.test/users/2?x=1"),
      repair: #"use .get("/users/2?x=1")"#, repaired: .get("/users/2?x=1")),
    Case(
      stub: .get("/users/1").query(["x": "1"]),
      request: request("GET", "https://api.test/users/2?x=1"),
      repair: #"use .get("/users/2")"#, repaired: .get("/users/2").query(["x": "1"])),
    Case(
      stub: .get("https://api.test/a"), request: request("GET", "http://api.test/a"),
      repair: #"use .get("http://api.test/a")"#, repaired: .get("http://api.test/a")),
    Case(
      stub: .get("//api.test/a"), request: request("GET", "https://api.test:8080/a"),
      repair: #"use .get("//api.test:8080/a")"#, repaired: .get("//api.test:8080/a")),
    Case(
      stub: .get("https://api.test/{id}"), request: request("GET", "https://api.test/a/%7Bb%7D"),
      repair: #"use .get("https://api.test/a/%7Bb%7D")"#,
      repaired: .get("https://api.test/a/%7Bb%7D")),
    // Query.
    Case(
      stub: .get("/a"), request: request("GET", "https://api.test/a?page=2"),
      repair: #"add .query(["page": "2"]), or use .anyQuery()"#,
      repaired: .get("/a").query(["page": "2"])),
    Case(
      stub: .get("/a?b=1"), request: request("GET", "https://api.test/a?b=1&c=%20&c=3"),
      repair: #"add .query(["c": " ", "c": "3"]), or use .anyQuery()"#,
      repaired: .get("/a?b=1").query(["c": " ", "c": "3"])),
    Case(
      stub: .get("/a?b=1"), request: request("GET", "https://api.test/a?b=2"),
      repair: #"use .get("/a?b=2"), or use .anyQuery()"#, repaired: .get("/a?b=2")),
    Case(
      stub: .get("/a").query(["b": "1"]), request: request("GET", "https://api.test/a?b=2&c=3"),
      repair: #"use .query(["b": "2", "c": "3"]), or use .anyQuery()"#,
      repaired: .get("/a").query(["b": "2", "c": "3"])),
    Case(
      stub: .get("/a?b=1"), request: request("GET", "https://api.test/a?b=1&flag"),
      repair: "use .get(\"/a?b=1&flag\"), or use .anyQuery()", repaired: .get("/a?b=1&flag")),
    Case(
      stub: .get("/a"), request: request("GET", "https://api.test/a?token=x"),
      repair: "use .anyQuery()",
      repaired: .get("/a").anyQuery()),
    Case(
      stub: .matching(.path("/a") && .query("b", "1")),
      request: request("GET", "https://api.test/a?b=2"),
      repair: #"leave out .query("b", "1")"#, repaired: .matching(.path("/a"))),
    Case(stub: .matching(.path("/b")), request: request("GET", "https://api.test/a")),
    Case(
      stub: .get("/a").where(.header("A", "1") || .header("B", "1")),
      request: request("GET", "https://api.test/a"),
      repair: #"leave out .where(.header("A", "1") || .header("B", "1"))"#, repaired: .get("/a")),
    // Header fields.
    Case(
      stub: .get("/a").header("Accept", "text/html"),
      request: request("GET", "https://api.test/a", headers: ["Accept": "*/*"]),
      repair: #"use .header("Accept", "*/*")"#, repaired: .get("/a").header("Accept", "*/*")),
    Case(
      stub: .get("/a").header("Accept", "text/html"), request: request("GET", "https://api.test/a"),
      repair: #"leave out .header("Accept", "text/html")"#, repaired: .get("/a")),
    Case(
      stub: .get("/a").withoutHeader("A"),
      request: request("GET", "https://api.test/a", headers: ["A": "1"]),
      repair: #"leave out .withoutHeader("A")"#, repaired: .get("/a")),
    Case(
      stub: .get("/a").header("Authorization", "Bearer 1"),
      request: request("GET", "https://api.test/a", headers: ["Authorization": "Bearer 2"]),
      repair: #"leave out .header("Authorization", "***")"#, repaired: .get("/a")),
    // Body.
    Case(
      stub: .post("/a").body(json: ["a": 1]),
      request: request("POST", "https://api.test/a", headers: json, body: #"{"a":1,"b":2}"#),
      repair: #"use .body(jsonContaining: ["a": 1])"#,
      repaired: .post("/a").body(jsonContaining: ["a": 1])),
    Case(
      stub: .post("/a").body(json: ["a": 1]),
      request: request("POST", "https://api.test/a", headers: json, body: #"{"a":2}"#),
      repair: #"use .body(json: ["a": 2])"#, repaired: .post("/a").body(json: ["a": 2])),
    Case(
      stub: .post("/a").body(form: ["a": "1"]),
      request: request("POST", "https://api.test/a", headers: form, body: "b=2&a=1"),
      repair: #"use .body(formContaining: ["a": "1"])"#,
      repaired: .post("/a").body(formContaining: ["a": "1"])),
    Case(
      stub: .post("/a").body(form: ["a": "1"]),
      request: request("POST", "https://api.test/a", headers: form, body: "a=2"),
      repair: #"use .body(form: ["a": "2"])"#, repaired: .post("/a").body(form: ["a": "2"])),
    Case(
      stub: .post("/a").body("one"), request: request("POST", "https://api.test/a", body: "two"),
      repair: #"use .body("two")"#, repaired: .post("/a").body("two")),
    Case(
      stub: .post("/a").body(base64: "AAE="),
      request: request("POST", "https://api.test/a", data: Data([0xFF])),
      repair: #"leave out .body(base64: "AAE=")"#, repaired: .post("/a")),
    Case(
      stub: .post("/a").graphQL(operation: "Me"),
      request: request(
        "POST", "https://api.test/a", headers: json, body: #"{"query":"query You { id }"}"#),
      repair: #"leave out .graphQL(operation: "Me")"#, repaired: .post("/a")),
    // More than one part, or none that a change to the stub would help.
    Case(stub: .get("/a"), request: request("POST", "https://api.test/b")),
    Case(stub: .get("/a"), request: request("GET", "https://api.test/b?c=1")),
    Case(
      stub: .get("/a").header("A", "1").header("B", "1"),
      request: request("GET", "https://api.test/a")),
    Case(
      stub: .get("/a").where("odd") { _ in false }, request: request("GET", "https://api.test/a"),
      repair: #"leave out .where("odd") { … }"#, repaired: .get("/a")),
    Case(
      stub: .get("/a").header("A", matching: /z/), request: request("GET", "https://api.test/a"),
      repair: #"leave out .header("A", matching: /z/)"#, repaired: .get("/a")),
    // What user code would say of the changed stub is not known.
    Case(
      stub: .get("/a").header("A", matching: /z/), request: request("POST", "https://api.test/a")),
    Case(stub: .post("/a").never(), request: request("GET", "https://api.test/a")),
    // What is left allows no query.
    Case(
      stub: .matching(.url("/a") && .query("b", "1")),
      request: request("GET", "https://api.test/a?b=2")),
    Case(stub: .get(.regex("/b$")), request: request("GET", "https://api.test/a")),
  ])
  func namesTheOneChange(_ example: Case) async throws {
    let registry = StubRegistry.recorded().registry
    registry.unstubbedRequestPolicy = .throwError
    registry.stub(example.stub)
    let error = try #require(
      await #expect(throws: UnstubbedRequestError.self) {
        try await registry.response(to: example.request)
      })
    #expect(error.nearMisses.first?.repair == example.repair)
    let line = example.repair.map { "\n  To let it answer, \($0)\n" } ?? "To let it answer"
    #expect(error.description.contains(line) == (example.repair != nil))
    guard let repaired = example.repaired else { return }
    registry.stub(repaired)
    await #expect(throws: Never.self) { try await registry.response(to: example.request) }
  }

  @Test(arguments: [
    (Stub.get("/a").times(2), 2, "use .times(3), or leave out .times(2)"),
    (Stub.get("/a").never(), 0, "leave out .never()"),
  ])
  func countsOneMore(_ stub: Stub, _ uses: Int, _ repair: String) async throws {
    let registry = StubRegistry.recorded().registry
    registry.unstubbedRequestPolicy = .throwError
    registry.stub(stub)
    for _ in 0..<uses { _ = try await registry.response(to: request("GET", "https://api.test/a")) }
    let error = await #expect(throws: UnstubbedRequestError.self) {
      try await registry.response(to: request("GET", "https://api.test/a"))
    }
    #expect(error?.nearMisses.first?.repair == repair)
  }
}
