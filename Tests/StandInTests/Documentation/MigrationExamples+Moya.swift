import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Moya's type, as far as the page is about it; `StubbableTargetTests` has it whole.
private protocol MoyaTarget {
  var method: MoyaMethod { get }
  var baseURL: URL { get }
  var path: String { get }
  var sampleData: Data { get }
}

struct MoyaMethod: RawRepresentable, Sendable {
  var rawValue: String
}

private enum GitHub: CaseIterable, MoyaTarget {
  case zen, emojis

  var method: MoyaMethod { MoyaMethod(rawValue: "GET") }
  var baseURL: URL { URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/") }
  var path: String { "/\(self)" }
  var sampleData: Data { Data("sample".utf8) }
}

extension GitHub: StubbableTarget {}

extension GitHub {
  var sampleResponse: StubResponse { .data(sampleData, contentType: "text/plain") }
}

private struct Users: StubbableEndpoint {
  var name: String

  static func user(_ name: String) -> Users { Users(name: name) }

  var method: HTTPMethod { .get }
  var baseURL: URL { URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/") }
  var path: String { "users/\(name)" }
  var sampleData: Data { Data("{}".utf8) }
}

/// The new lines of `MigratingFromMoya.md`.
extension MigrationExamples {
  static func moya(_ given: Given) {
    let data = given.data
    let error = given.error
    let response = given.response
    let registry = given.registry
    registry.stub(allOf: GitHub.self)
    registry.stub(allOf: GitHub.self, behavior: .delayed(.seconds(1)))
    registry.stub(allOf: GitHub.self, behavior: .never)
    registry.stub(allOf: GitHub.self) { $0 == .zen ? .immediate : .never }
    registry.stub(each: [Users.user("ada"), .user("grace")])
    registry.stub(GitHub.zen)
    registry.stub(GitHub.zen, behavior: .delayed(.seconds(2)))
    registry.stub(GitHub.zen, behavior: .never)
    stub(.get("https://api.example.com/users/{name}"))
    stub(.get("/me").respond(.data(data, contentType: "application/json")))
    stub(.get("/me").respond(.status(401)))
    stub(.get("/me").respond(.response(response, data)))
    stub(.get("/me").respond(.failure(error)))
    stub(.get("/me").respond(.status(503), .status(503), .json(["name": "Ada"])))
    stub(.get("/search").query(["q": "swift"]))
    stub(.post("/dogs").body(json: ["name": "Rex"]))
    stub(.post("/login").body(form: ["user": "ada"]))
    stub(.post("/photos").multipart("photo", fileName: "cat.png"))
    stub(.get("/me").header("Accept", "application/json"))
    stub(.get("/me").header("Authorization", "Bearer abc"))
  }

  static func moyaSession(_ given: Given) {
    let registry = given.registry
    let configuration = URLSessionConfiguration.stubbed(by: registry)
    _ = configuration
  }

  static func moyaBesidesStubs(_ given: Given) async throws {
    let registry = given.registry
    registry.onRequest { log($0.curlCommand) }
    registry.onRequest { request in log(request.description) }
    registry.onResponse { request, result in log("\(request): \(result)") }
  }
}
