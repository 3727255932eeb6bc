import Foundation
import StandInXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// README's examples as code that runs: `ReadmeTests` compares the two.
final class ReadmeExamples: XCTestCase {
  private struct Dog: Codable {
    var name: String
  }

  func testMatching() {
    stub(.get("https://api.example.com/users?page=2"))  // this URL, its items in any order
    stub(.get("/users/{id}"))  // any scheme and host; id is in request.parameters
    stub(.get(/^http:\/\/(.*?)\.example\.com\/v1\/dogs\.json/))
    stub(.any("/health").anyQuery())  // any method, any query
    stub(
      .post("https://api.example.com/dogs.json")
        .header("Accept", "application/json")
        .body(json: ["name": "foo"]))
    stub(.post("/login").body(form: ["user": "ada", "password": "secret"]))
    stub(.post("/orders").body(jsonContaining: ["item": ["id": 7]]))  // further keys are allowed
    stub(.post("/photos").multipart("photo", fileName: "cat.png"))
    stub(.post("/graphql").graphQL(operation: "Me"))
    stub(.matching(.host("a.example.com") && !.header("X-A", "1")))
    stub(.get("/search").where("asks for cats") { $0.query.contains { $0.value == "cats" } })
    XCTAssertEqual(stubs.stubs.count, 11)
  }

  func testAnswering() async throws {
    stub(.get("/status"))  // 200, no body
    stub(.get("/gone").respond(.status(404)))
    stub(.get("/me").respond(.json(["name": "Ada", "admin": true])))
    stub(.post("/dogs").respond(.json(Dog(name: "Rex"), status: 201).header("Location", "/dogs/1")))
    stub(.get("/users").respond(.fixture("users.json", in: .module)))
    stub(.get("/recorded").respond(.raw("recorded.txt", in: .module)))  // what curl -is wrote
    stub(.get("/flaky").respond(.status(503), .status(503), .text("at last")))  // in turn
    stub(.get("/slow").respond(.text("late").delayed(by: .milliseconds(300))))
    stub(.get("/offline").respond(.failure(.notConnectedToInternet)))
    stub(
      .get("/users/{id}").respond { request in
        .json(["id": .string(request.parameters["id"] ?? "")])
      })
    stub(.get("//cdn.example.com/{+path}").anyQuery().respond(.passthrough))  // the real network
    let url = try XCTUnwrap(URL(string: "https://api.example.com/users/7"))
    let (data, _) = try await URLSession.shared.data(from: url)
    XCTAssertEqual(String(decoding: data, as: UTF8.self), #"{"id":"7"}"#)
  }

  func testExpecting() async throws {
    let client = UserClient()
    let login = stub(.post("/login").respond(.status(204)).once())
    stub(.delete("/account").never())
    stub(inOrder: .post("/cart"), .post("/orders"))  // each once, one after the other
    try await client.logIn(as: "ada")
    XCTAssertEqual(login.requests[0].form[0].value, "ada")
    try await client.order()
  }

  func testRefusing() {
    stubs.unstubbedRequestPolicy = .throwError  // an error, and the test goes on
    stubs.unstubbedRequestPolicy = .respond(.status(404))
    stubs.unstubbedRequestPolicy = .passthrough
  }
}
