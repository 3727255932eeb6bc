import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of `MigratingFromURLSessionMock.md`.
extension MigrationExamples {
  static func urlSessionMock(_ given: Given) {
    let url = given.url
    let data = given.data
    let pattern = given.pattern
    let error = given.error
    let response = given.response
    let registry = given.registry
    stub(.get(URLPattern(url)).respond(.data(data, contentType: "text/plain")))
    stub(.get("/users/1").respond(.status(200).body(data)).once())
    stub(.get(/v2\/users\//).respond(.status(200).body(data)))
    stub(.post(.regex(pattern)).respond(.status(200).body(data)))
    stub(.get("/users/1").respond(.status(201).header("A", "1").body(data)).once())
    stub(.get("/users/1").respond(.text("late").delayed(by: .seconds(1))).once())
    stub(.get(.regex(pattern)).respond(.failure(error)))
    stub(.get(/users\/(.*)/).respond { .text($0.parameters["1"] ?? "") })
    registry.stub(.any(URLPattern(url)).respond(.status(404)))
    registry.stub(.any("/me").respond(.status(200).body(data).header("A", "1")))
    registry.stub(.any("/me").respond(.response(response, data)))
    registry.stub(.any("/me").respond(.failure(error)))
    registry.stub(.any("/me").respond { request in try await answer(to: request) })
    stub(.get("/me").cookie("id", "7"))
  }

  static func urlSessionMockBesidesStubs(_ given: Given) async throws {
    let data = given.data
    let error = given.error
    let response = given.response
    let registry = given.registry
    let stubs = given.registry
    let handle = given.handle
    let session = given.session
    do {
      let session = URLSession.stubbed(data: data, response: response)
      _ = session
    }
    do {
      let session = URLSession.stubbed(data: data)
      _ = session
    }
    do {
      let session = URLSession.stubbed(data: nil, error: error)
      _ = session
    }
    do {
      let session = URLSession.stubbed(json: ["name": "Ada"])
      _ = session
    }
    do {
      let session = URLSession.stubbed(json: ["code": 7], status: 404)
      _ = session
    }
    _ = session.stubRegistry?.requests.last
    _ = session.stubRegistry?.requests.last?.url
    _ = session.stubRegistry?.requests.count
    _ = session.stubRegistry?.requests.last?.body
    do {
      let isConsumed = handle.count > 0
      _ = isConsumed
    }
    stubs.removeAll()
    handle.remove()
    do {
      let session = registry.session
      _ = session
    }
    do {
      let session = URLSession(configuration: .stubbed(by: registry))
      _ = session
    }
    _ = handle.requests
    _ = handle.requests.last?.body
    do {
      let next = try await handle.nextRequest()
      _ = next
    }
  }
}
