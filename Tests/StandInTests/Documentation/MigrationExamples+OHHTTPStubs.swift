import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of `MigratingFromOHHTTPStubs.md`.
extension MigrationExamples {
  static func ohhttpStubs(_ given: Given) {
    let fileURL = given.fileURL
    let data = given.data
    let dump = given.dump
    let error = given.error
    let response = given.answer
    stub(.matching(.host("a.example.com")).respond(response))
    stub(.matching(.host("a.example.com") && .path("/users")).respond(response))
    stub(.matching(.method(.get) && .path("/users")))
    stub(.post("https://a.example.com/users"))
    stub(.matching(.method(.delete)))
    stub(.matching(.scheme("https")))
    stub(.matching(.host("a.example.com") && .port(8080)))
    stub(.matching(.path("/users/42")))
    stub(.matching(.path(prefix: "/v1")))
    stub(.matching(.path(suffix: "/photo")))
    stub(.any(.regex("^https?://[^/]+/users/[0-9]+([?#].*)?$")))
    stub(.get("/users/{id}/photos/{photo}").anyQuery())
    stub(.matching(.pathExtension("png")))
    stub(.everything.query(containing: ["page": "2"]))
    stub(.matching(.query("flag", nil)))
    stub(.matching(!.withoutHeader("Authorization")))
    stub(.everything.header("Accept", "application/json"))
    stub(.everything.body(data))
    stub(.everything.body(json: ["name": "Rex"]))
    stub(.everything.body(form: ["user": "ada"]))
    stub(.matching(.host("a.example.com") && !.path("/users")))
    stub(.matching(.host("a.example.com") || .host("b.example.com")))
    stub(.everything.where("is mine") { isMine($0.urlRequest) })
    stub(.get("/logo").respond(.data(data, contentType: "image/png")))
    stub(.post("/users").respond(.json(["id": 1], status: 201)))
    stub(.get("/me").respond(.file(fileURL)))
    stub(.get("/me").respond(.fixture("user.json", in: .module)))
    stub(.get("/me").respond(.fixture("user.json", in: .module, status: 404)))
    stub(.get("/me").respond(.status(304).headers(["ETag": "1"])))
    stub(.get("/me").respond(.failure(error)))
    stub(.get("/me").respond(.failure(.notConnectedToInternet)))
    stub(.get("/me").respond(.raw(dump)))
    stub(.get("/dogs").respond(.raw("dogs.txt", in: .module)))
    stub(.get("/echo").anyQuery().respond { .text($0.url.absoluteString) })
    stub(.get("/slow").respond(.text("late").delayed(by: .seconds(1))))
    stub(.get("/slow").respond(.text("bit by bit").chunked(into: 4, every: .milliseconds(500))))
    stub(.get("/me").named("Me"))
  }

  static func ohhttpStubsBesidesStubs(_ given: Given) async throws {
    let configuration = given.configuration
    let stubs = given.registry
    let handle = given.handle
    do {
      let handle = stub(.get("/me"))
      _ = handle
    }
    handle.remove()
    stubs.removeAll()
    _ = stubs.stubs
    StubRegistry.shared.start()
    StubRegistry.shared.stop()
    stubs.intercept(configuration)
    stubs.onRequest { log($0.description) }
    stubs.onResponse { request, result in log("\(request): \(result)") }
    stubs.onUnstubbedRequest { log($0.snippet) }
  }
}
