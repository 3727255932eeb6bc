import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of `Expecting.md`.
extension ArticleExamples {
  static func expectations(_ registry: StubRegistry) async throws {
    stub(.post("/login").respond(.status(204)).once())
    stub(.get("/news").respond(.json([])).times(2))
    stub(.get("/ping").atLeast(1))
    stub(.delete("/account").never())
  }

  static func order(_ registry: StubRegistry) async throws {
    stub(
      inOrder: .post("/login").respond(.status(204)), .get("/me").respond(.json(["name": "Ada"])),
      .get("/news").atLeast(1), .post("/logout").respond(.status(204)))
  }

  static func unused(_ registry: StubRegistry) async throws {
    registry.unusedStubPolicy = .fail
    registry.stub(.get("/me").optional())  // may be left unused all the same
  }

  static func lookingBack(_ registry: StubRegistry) async throws {
    let client = Client(session: registry.session)
    let orders = registry.stub(.post("/orders").respond(.status(201)))
    try await client.order(item: 7)
    let order = orders.requests[0]
    #expect(orders.count == 1)
    #expect(try order.json()["item"]?.intValue == 7)
    #expect(order.header("Accept") == "application/json")
    #expect(registry.requests.map(\.description) == ["POST https://api.example.com/orders"])
    #expect(registry.requests(matching: .path(prefix: "/orders")).count == 1)
    #expect(registry.unstubbedRequests.isEmpty)
  }

  static func waiting(_ registry: StubRegistry) async throws {
    let client = Client(session: registry.session)
    let ping = registry.stub(.get("/ping"))
    client.startPinging()
    let first = try await ping.nextRequest()
    let second = try await ping.nextRequest(timeout: .seconds(1))
    #expect(first.url == second.url)
  }

  static func beingTold(_ registry: StubRegistry) async throws {
    registry.onRequest { request in log("sent \(request.curlCommand)") }
    registry.onResponse { request, result in log("\(request): \(result)") }
    registry.onUnstubbedRequest { error in log("stub it with \(error.snippet)") }
  }

  static func takingAway(_ registry: StubRegistry) async throws {
    let login = registry.stub(.post("/login"))
    login.remove()
    registry.removeAll()
  }

  static func explaining(_ registry: StubRegistry, _ url: URL) -> String {
    let explanation = registry.explain(URLRequest(url: url))
    return explanation
  }

  static func linting(_ registry: StubRegistry) -> [String] {
    let findings = registry.lint()
    return findings
  }
}
