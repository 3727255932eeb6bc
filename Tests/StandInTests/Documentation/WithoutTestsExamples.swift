import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of `GettingStartedWithoutTests.md`, of which what touches the shared session is only compiled.
enum WithoutTestsExamples {
  static func session(_ url: URL) async throws -> Data {
    let registry = StubRegistry()
    registry.stub(.get("https://api.example.com/me").respond(.json(["name": "Ada"])))

    let session = registry.session
    let (data, _) = try await session.data(from: url)
    return data
  }

  static func delegated(_ registry: StubRegistry, _ delegate: any URLSessionDelegate) -> URLSession
  {
    let session = registry.makeSession(delegate: delegate)
    return session
  }

  static func configured(_ registry: StubRegistry) -> URLSession {
    let session = URLSession(configuration: .stubbed(by: registry))
    return session
  }

  static func oneLine(_ url: URL) async throws -> (Data, InterceptedRequest?) {
    let session = URLSession.stubbed(json: ["name": "Ada"])
    let (data, _) = try await session.data(from: url)
    let last = session.stubRegistry?.requests.last
    return (data, last)
  }

  static func shared(_ registry: StubRegistry, _ url: URL) async throws -> Data {
    registry.start()
    let (data, _) = try await URLSession.shared.data(from: url)
    registry.stop()
    return data
  }

  static func block(_ url: URL) async throws -> String? {
    let name = try await withStubs(.get("/me").respond(.json(["name": "Grace"]))) {
      let (data, _) = try await URLSession.shared.data(from: url)
      return try JSON(parsing: data)["name"]?.stringValue
    }
    return name
  }

  static func asked(_ registry: StubRegistry, _ request: URLRequest) async throws -> (
    Data, HTTPURLResponse
  ) {
    let (data, response) = try await registry.response(to: request)
    return (data, response)
  }

  static func policy(_ registry: StubRegistry) {
    registry.unstubbedRequestPolicy = .passthrough
  }

  static func verified(_ registry: StubRegistry) {
    registry.verify()
  }
}
