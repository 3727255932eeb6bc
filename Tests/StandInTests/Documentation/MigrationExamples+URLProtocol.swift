import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of `MigratingFromURLProtocol.md`.
extension MigrationExamples {
  static func urlProtocol(_ given: Given) {
    let url = given.url
    let data = given.data
    let error = given.error
    let response = given.response
    let user = given.user
    let users = given.users
    stub(.everything.respond(.response(response, data)))
    stub(.everything.respond(.timeout))
    stub(.everything.respond { try await answer(to: $0) })
    stub(.get("/me").respond(.status(404)))
    stub(.get("/me").respond(.json(["name": "Ada"])))
    stub(.get("/me").respond(.json(user)))
    stub(.get("/me").respond(.fixture("user.json", in: .module)))
    stub(.get(URLPattern(url)).respond(.data(data, contentType: "text/plain")))
    stub(.everything.respond(.failure(error)))
    stub(.get("/users").respond(.json(users)), .get("/me").respond(.json(user)))
    stub(.matching(.path(prefix: "/v1")))
    stub(.post("/users").respond(.status(201)))
    stub(.get("/users").query(["page": "2"]))
    stub(.post("/users").body(json: ["name": "Ada"]))
    stub(.get("/me").respond(.status(503), .json(user)))
    stub(.get("/slow").respond(.text("late").delayed(by: .seconds(1))))
    stub(.get("/old").respond(.redirect(to: "/new")))
    stub(.get("/logo").respond(.status(200).body(data).chunked(into: 4, every: .zero)))
    stub(.get("/hangs").respond(.never))
    stub(.any("https://cdn.example.com/{+path}").anyQuery().respond(.passthrough))
    stub(.get("/me").respond(.json(user)).once())
  }

  static func urlProtocolBesidesStubs(_ given: Given) async throws {
    let configuration = given.configuration
    let delegate = given.delegate
    let stubs = given.registry
    stubs.intercept(configuration)
    do {
      let session = stubs.session
      _ = session
    }
    do {
      let session = stubs.makeSession(delegate: delegate)
      _ = session
    }
    stubs.removeAll()
    _ = stubs.requests
    _ = stubs.requests.last?.urlRequest
  }
}
