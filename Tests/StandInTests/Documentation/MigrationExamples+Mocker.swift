import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of `MigratingFromMocker.md`.
extension MigrationExamples {
  static func mocker(_ given: Given) {
    let url = given.url
    let data = given.data
    let error = given.error
    let users = given.users
    stub(.get(URLPattern(url)).respond(.data(data, contentType: "application/json")))
    stub(.get("/users/42").respond(.fixture("user.json", in: .module)))
    stub(.post("/users").respond(.json(["id": 1], status: 201)))
    stub(.delete("/users/42").respond(.status(204)))
    stub(.head("/users"), .get("/users").respond(.json(users)))
    stub(.request("PURGE", "/users").respond(.json(["ok": true])))
    stub(.get("https://a.example.com/login").anyQuery())
    stub(.matching(.pathExtension("png")).respond(.data(data, contentType: "image/png")))
    stub(.matching(.pathExtension("png") || .pathExtension("gif")))
    stub(.get("/me").respond(.json(["id": 1]).header("X-Trace", "1")))
    stub(.get("/report").respond(.data(data, contentType: "text/csv")))
    stub(.get("/me").respond(.failure(error)))
    stub(.get("/slow").respond(.text("late").delayed(by: .seconds(5))))
    stub(.get("/old").respond(.redirect(to: "/new")))
    stub(.any("https://cdn.example.com/logo.png").respond(.passthrough))
    stub(.any("https://cdn.example.com/logo").anyQuery().respond(.passthrough))
    stub(.any("https://cdn.example.com/{+path}").anyQuery().respond(.passthrough))
  }

  static func mockerBesidesStubs(_ given: Given) async throws {
    let configuration = given.configuration
    let stubs = given.registry
    let handle = given.handle
    stubs.onRequest { log($0.description) }
    do {
      let user = try handle.requests[0].decode(User.self)
      _ = user
    }
    do {
      let json = try handle.requests[0].json()
      _ = json
    }
    do {
      let request = try await handle.nextRequest()
      _ = request
    }
    stubs.onResponse { request, result in log("\(request): \(result)") }
    do {
      let next = try await handle.nextRequest(timeout: .seconds(2))
      _ = next
    }
    do {
      let handle = stub(.get("/me").once())
      _ = handle
    }
    stubs.unstubbedRequestPolicy = .fail
    stubs.unstubbedRequestPolicy = .passthrough
    stubs.removeAll()
    stubs.intercept(configuration)
    do {
      let session = URLSession(configuration: .stubbed(by: stubs))
      _ = session
    }
  }
}
