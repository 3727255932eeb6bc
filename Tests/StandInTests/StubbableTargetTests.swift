import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// What a networking library brings: Moya's `TargetType`, and the method that it has from Alamofire.

private struct LibraryMethod: RawRepresentable, Hashable, Sendable {
  static let get = LibraryMethod(rawValue: "GET")
  static let post = LibraryMethod(rawValue: "POST")

  let rawValue: String
}

private enum LibraryTask {
  case requestPlain
  case requestParameters([String: Int])
}

private enum ValidationType {
  case none, successCodes
}

private protocol TargetType {
  var baseURL: URL { get }
  var path: String { get }
  var method: LibraryMethod { get }
  var sampleData: Data { get }
  var task: LibraryTask { get }
  var validationType: ValidationType { get }
  var headers: [String: String]? { get }
}

extension TargetType {
  var validationType: ValidationType { .none }
  var sampleData: Data { Data() }
}

/// What the library makes of a target.
private func urlRequest(_ target: some TargetType) -> URLRequest {
  var components = URLComponents(
    url: target.baseURL.appendingPathComponent(target.path), resolvingAgainstBaseURL: false)
  if case .requestParameters(let parameters) = target.task {
    components?.queryItems = parameters.map { URLQueryItem(name: $0.key, value: "\($0.value)") }
  }
  return request(
    target.method.rawValue, components?.url?.absoluteString ?? "", headers: target.headers ?? [:])
}

// What an app has.

private enum GitHub {
  case zen
  case user(String)
  case newGist
}

extension GitHub: TargetType {
  var baseURL: URL { URL(string: "https://github.test/api") ?? URL(fileURLWithPath: "/") }
  var path: String {
    switch self {
    case .zen: "/zen"
    case .user(let name): "/users/\(name)"
    case .newGist: "/gists"
    }
  }
  var method: LibraryMethod { if case .newGist = self { .post } else { .get } }
  var task: LibraryTask {
    if case .user = self { .requestParameters(["page": 2]) } else { .requestPlain }
  }
  var headers: [String: String]? { ["Accept": "application/json"] }
  var sampleData: Data {
    switch self {
    case .zen: Data("Half measures are as bad as nothing at all.".utf8)
    case .user(let name): Data(#"{"login":"\#(name)"}"#.utf8)
    case .newGist: Data(#"{"id":1}"#.utf8)
    }
  }
}

/// A target whose method comes from a protocol of the app's.
private protocol ReadingTarget: TargetType {}

extension ReadingTarget {
  var method: LibraryMethod { .get }
}

private enum Status: String, CaseIterable, ReadingTarget {
  case now, history

  var baseURL: URL { URL(string: "https://status.test") ?? URL(fileURLWithPath: "/") }
  var path: String { rawValue }
  var task: LibraryTask { .requestPlain }
  var headers: [String: String]? { nil }
}

// What its tests add.

extension GitHub: StubbableTarget {}

extension Status: StubbableTarget {
  typealias TargetMethod = LibraryMethod
}

struct StubbableTargetTests {
  private let registry = StubRegistry.recorded().registry

  @Test(arguments: [GitHub.zen, .user("ada"), .newGist])
  private func areAnsweredWithTheirSampleData(_ target: GitHub) async throws {
    let handle = registry.stub(target)
    let (data, response) = try await registry.session.data(for: urlRequest(target))
    #expect(data == target.sampleData)
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(handle.count == 1)
  }

  @Test func areListedOrAllCasesOfAType() async throws {
    registry.unstubbedRequestPolicy = .throwError
    #expect(registry.stub(each: [GitHub.user("ada"), .zen]).count == 2)
    #expect(registry.stub(allOf: Status.self).count == 2)
    for sent in [
      urlRequest(GitHub.user("ada")), urlRequest(GitHub.zen), urlRequest(Status.history),
    ] {
      #expect(try await registry.response(to: sent).1.statusCode == 200)
    }
    await #expect(throws: UnstubbedRequestError.self) {
      try await registry.response(to: urlRequest(GitHub.user("grace")))
    }
    await #expect(throws: UnstubbedRequestError.self) {
      try await registry.response(to: urlRequest(GitHub.newGist))
    }
  }

  @Test func keepTheirOwnMethod() {
    let method = GitHub.newGist.method
    #expect(type(of: method) == LibraryMethod.self)
    #expect(GitHub.newGist.method == .post)
    #expect(type(of: Status.now.method) == LibraryMethod.self)
    let ours: HTTPMethod = GitHub.newGist.method
    #expect(ours == .post)
    #expect((GitHub.zen as any StubbableEndpoint).method == .get)
  }
}
