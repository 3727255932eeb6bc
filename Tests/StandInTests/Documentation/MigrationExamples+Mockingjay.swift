import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of `MigratingFromMockingjay.md`.
extension MigrationExamples {
  static func mockingjay(_ given: Given) {
    let data = given.data
    let error = given.error
    let response = given.response
    let users = given.users
    let logo = given.logo
    stub(.everything.respond(.status(404)))
    stub(.everything.respond(.failure(error)))
    stub(.any("/users/{user}").anyQuery().respond(.json(["name": "Ada"])))
    stub(.any("https://api.example.com/users").respond(.json(users)))
    stub(.get("/users/{user}").respond(.json(["name": "Ada"])))
    stub(.post("/users").respond(.json(["id": 1], status: 201)))
    stub(.put("/users/1").respond(.status(204)))
    stub(.delete("/users/1").respond(.status(204)))
    stub(.get("/search{?query,page}"))
    stub(.get("/files/{+path}"))
    stub(.get("/me").respond(.json(["name": "Ada"]).header("X-Trace", "1")))
    stub(.get("/me").respond(.data(data, contentType: "application/json")))
    stub(.get("/me").respond(.json(text: #"{"code":7}"#, status: 400)))
    stub(.get("/me").respond(.fixture("user.json", in: .module)))
    stub(.get("/logo").respond(.data(data, contentType: "image/png")))
    stub(.get("/ping").respond(.status(204)))
    stub(.get("/logo").respond(logo.chunked(bySize: 1_024, every: .zero)))
    stub(.get("/old").respond(.redirect(to: "/new", status: 301)))
    stub(.get("/slow").respond(.text("late").delayed(by: .seconds(1))))
    stub(.matching(.host("a.example.com")))
    stub(.everything.header("A", "1"))
    stub(.everything.where("is mine") { isMine($0.urlRequest) })
    stub(.get("/me").respond { _ in .failure(.timedOut) })
    stub(.get("/me").respond { _ in .response(response, data) })
    stub(.get("/echo").anyQuery().respond { .text($0.url.absoluteString) })
  }

  static func mockingjayBesidesStubs(_ given: Given) async throws {
    let configuration = given.configuration
    let stubs = given.registry
    let handle = given.handle
    do {
      let handle = stub(.get("/me"))
      _ = handle
    }
    handle.remove()
    stubs.removeAll()
    StubRegistry.shared.stub(.get("/me"))
    StubRegistry.shared.removeAll()
    stubs.intercept(configuration)
  }
}
