import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private enum Zoo: String, CaseIterable, StubbableEndpoint {
  case animals, keepers, logo, closed

  var method: HTTPMethod { self == .keepers ? .post : .get }
  var baseURL: URL { Self.base }
  var path: String { self == .animals ? "/animals" : rawValue }
  var sampleData: Data {
    switch self {
    case .animals: Data(#"["ape"]"#.utf8)
    case .keepers: Data(#"{"id":1}"#.utf8)
    case .logo, .closed: Data([0xFF, 0])
    }
  }
  var sampleResponse: StubResponse {
    self == .closed ? .failure(.cannotConnectToHost) : .data(sampleData, contentType: contentType)
  }

  private var contentType: String { self == .logo ? "image/png" : "application/json" }
  private static let base = URL(string: "https://zoo.test/v1") ?? URL(fileURLWithPath: "/")
}

/// An endpoint as libraries have them, which needs but an empty conformance.
private struct Plain: Sendable {
  var method: HTTPMethod = .get
  var baseURL = URL(fileURLWithPath: "/")
  var path = "x"
  var sampleData = Data("[1]".utf8)
}

extension Plain: StubbableEndpoint {}

struct StubbableEndpointTests {
  private let registry = StubRegistry.recorded().registry

  @Test func answerWithTheirSamples() async throws {
    registry.unstubbedRequestPolicy = .throwError
    #expect(registry.stub(allOf: Zoo.self).count == 4)
    let animals = try await registry.response(
      to: request("GET", "https://zoo.test/v1/animals?page=2"))
    #expect(animals.0 == Data(#"["ape"]"#.utf8))
    #expect(animals.1.field("Content-Type") == "application/json")
    let keeper = try await registry.response(to: request("POST", "https://zoo.test/v1/keepers"))
    #expect(keeper.0 == Data(#"{"id":1}"#.utf8))
    let logo = try await registry.response(to: request("GET", "https://zoo.test/v1/logo"))
    #expect(logo.1.field("Content-Type") == "image/png")
    await #expect(throws: URLError.self) {
      try await registry.response(to: request("GET", "https://zoo.test/v1/closed"))
    }
    await #expect(throws: UnstubbedRequestError.self) {
      try await registry.response(to: request("GET", "https://zoo.test/v1/keepers"))
    }
  }

  @Test func haveASampleResponseByThemselves() async throws {
    var endpoint = Plain()
    endpoint.baseURL = try #require(URL(string: "https://plain.test/"))
    let handle = registry.stub(endpoint)
    let (data, response) = try await registry.response(to: request("GET", "https://plain.test/x"))
    #expect(data == Data("[1]".utf8))
    #expect(response.field("Content-Type") == "application/json")
    #expect(handle.count == 1)
  }

  @Test func aNumberSignBelongsToThePath() async throws {
    var endpoint = Plain()
    endpoint.baseURL = try #require(URL(string: "https://plain.test/lang/C#ignored"))
    endpoint.path = "C#"
    registry.stub(endpoint)
    let url = try #require(URL(string: "https://plain.test/lang/C/C%23"))
    await #expect(throws: Never.self) { try await registry.response(to: URLRequest(url: url)) }
  }

  @Test func haveThePlaceOfTheCallAndMayBeGivenAsAFunction() throws {
    registry.stub(allOf: Zoo.self)
    registry.stub(Zoo.logo)
    let line = #line
    let text = registry.explain(request("GET", "https://zoo.test/v1/animals"))
    #expect(text.contains("(StandInTests/StubbableEndpointTests.swift:\(line - 2))"))
    #expect(text.contains("(StandInTests/StubbableEndpointTests.swift:\(line - 1))"))
    let stubOne: (Zoo) -> StubHandle = registry.stub
    let stubAll: (Zoo.Type) -> [StubHandle] = registry.stub(allOf:)
    let session: (JSON, Int) -> URLSession = URLSession.stubbed(json:status:)
    #expect(stubOne(.logo).count == 0)
    #expect(stubAll(Zoo.self).count == 4)
    #expect(session([], 200).stubRegistry != nil)
  }

  @Test(arguments: ["https://plain.test/v1?key=1", "https://plain.test/v1/#part"])
  func leaveOutQueryAndFragmentOfTheBaseURL(_ base: String) async throws {
    var endpoint = Plain()
    endpoint.baseURL = try #require(URL(string: base))
    let handle = registry.stub(endpoint)
    _ = try await registry.response(to: request("GET", "https://plain.test/v1/x?key=1"))
    #expect(handle.count == 1)
  }
}
