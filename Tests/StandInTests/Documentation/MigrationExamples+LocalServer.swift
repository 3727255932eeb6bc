import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of `MigratingFromLocalServer.md`.
extension MigrationExamples {
  static func localServer(_ given: Given) {
    let data = given.data
    let error = given.error
    let response = given.answer
    let registry = given.registry
    registry.route([.get], "https://api.example.com/users") { _ in response }
    registry.route([.get, .head], "/users") { _ in response }
    registry.route([], "/users") { _ in response }
    registry.route([.get], containing: "users") { _ in response }
    registry.route([.get], /users\/.+/) { _ in response }
    stub(.get(.regex("users/[0-9]+$")).respond(response))
    registry.route([.get], "/users{?page}") { users(page: $0.parameters["page"]) }
    registry.route([.post], "/echo") { .data($0.body, contentType: "text/plain") }
    registry.route([.get], "/echo") { .text($0.url.absoluteString) }
    registry.defaultRoute { answer(to: $0.urlRequest) }
    stub(.post("/cart").inScenario("cart", from: "empty", to: "full"))
    stub(.get("/ping"))
    stub(.get("/ping").respond(.status(204)))
    stub(.get("/hello").respond(.text("hello")))
    stub(.get("/me").respond(.json(["id": 1])))
    stub(.get("/logo").respond(.data(data, contentType: "image/png")))
    stub(.get("/me").respond(.fixture("user.json", in: .module)))
    stub(.get("/me").respond(.json(["id": 1]).headers(["X-Trace": "1"])))
    stub(.get("/me").respond(.status(201).body(data)))
    stub(.get("/slow").respond(.text("late").delayed(by: .seconds(2))))
    stub(.get("/me").respond(.failure(error)))
  }

  static func localServerBesidesStubs(_ given: Given) async throws {
    let request = given.request
    let registry = given.registry
    do {
      let registry = StubRegistry()
      _ = registry
    }
    registry.start()
    registry.stop()
    registry.unstubbedRequestPolicy = .respond(.status(404))
    do {
      let answer = try await registry.response(to: request)
      _ = answer
    }
    do {
      let environment = try registry.exportedEnvironment()
      _ = environment
    }
    try StubRegistry.startFromEnvironment()
    registry.removeAll()
  }
}
