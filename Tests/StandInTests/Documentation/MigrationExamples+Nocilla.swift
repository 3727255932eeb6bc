import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of `MigratingFromNocilla.md`.
extension MigrationExamples {
  static func nocilla(_ given: Given) {
    let data = given.data
    let dump = given.dump
    let pattern = given.pattern
    let error = given.error
    stub(.get("http://www.example.com"))
    stub(.post("https://api.example.com/dogs"))
    stub(.head("https://api.example.com/dogs"))
    stub(.request("PURGE", "https://api.example.com/dogs"))
    stub(.get("https://api.example.com/dogs"))
    stub(.get(/^http:\/\/(.*?)\.example\.com\/v1\/dogs\.json/))
    stub(.get(.regex(pattern)))
    stub(.get("/dogs").header("Accept", "application/json"))
    stub(.get("/dogs").header("Accept", matching: /json$/))
    stub(.get("/dogs").headers(["Accept": "application/json", "X-Dog": "Rex"]))
    stub(.post("/dogs").body("hello"))
    stub(.post("/dogs").body(json: ["name": "foo"]))
    stub(.post("/dogs").body(Data("foo".utf8)))
    stub(.post("/dogs").body(matching: /^The body starts with this/))
    stub(.post("/dogs").where("is long") { $0.body.count > 1_000 })
    stub(.get("/dogs").respond(.status(404)))
    stub(.post("/dogs").respond(.status(201).header("Location", "/dogs/1")))
    stub(.post("/dogs").respond(.status(201).headers(["A": "1", "B": "2"])))
    stub(.get("/dogs").respond(.text("hello")))
    stub(.get("/dogs").respond(.data(data, contentType: "image/png")))
    stub(.post("/dogs").respond(.json(["ok": true], status: 201)))
    stub(.get("/dogs").respond(.raw(dump)))
    stub(.get("/dogs").respond(.raw("dogs.txt", in: .module)))
    stub(.get("/dogs").respond(.failure(error)))
    stub(.get("/dogs").respond(.failure(.notConnectedToInternet)))
    stub(.post("/authorize").respond(.status(401), .status(200)))
    stub(.post("/authorize").respond(.status(200)))
  }

  static func nocillaBesidesStubs(_ given: Given) async throws {
    let request = given.request
    let stubs = given.registry
    StubRegistry.shared.start()
    StubRegistry.shared.stop()
    StubRegistry.shared.removeAll()
    _ = StubRegistry.shared.isStarted
    _ = stubs.stubs
    do {
      let answer = try await stubs.response(to: request)
      _ = answer
    }
    do {
      let refused = try await expectUnstubbedRequest { try await load() }
      _ = refused
    }
  }
}
