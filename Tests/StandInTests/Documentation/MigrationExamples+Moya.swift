import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private enum GitHub: CaseIterable {
  case zen, emojis

  var method: HTTPMethod { .get }
  var sampleResponse: StubResponse { .data(sampleData, contentType: "text/plain") }

  var baseURL: URL { URL(string: "https://api.example.com") ?? URL(fileURLWithPath: "/") }
  var path: String { "/\(self)" }
  var sampleData: Data { Data("sample".utf8) }
}

extension GitHub: StubbableEndpoint {}

/// Moya's type, as far as the page is about it.
protocol TargetType {
  var method: MoyaMethod { get }
  var baseURL: URL { get }
  var path: String { get }
  var sampleData: Data { get }
}

struct MoyaMethod: Sendable {
  var rawValue: String
}

private enum Weather: TargetType {
  case today

  var method: MoyaMethod { MoyaMethod(rawValue: "GET") }
  var baseURL: URL { URL(string: "https://weather.example.com") ?? URL(fileURLWithPath: "/") }
  var path: String { "today" }
  var sampleData: Data { Data("[]".utf8) }
}

struct Sample<Target: TargetType & Sendable>: StubbableEndpoint {
  let target: Target
  var method: HTTPMethod { HTTPMethod(rawValue: target.method.rawValue) }
  var baseURL: URL { target.baseURL }
  var path: String { target.path }
  var sampleData: Data { target.sampleData }
}

/// The new lines of `MigratingFromMoya.md`.
extension MigrationExamples {
  static func moya(_ given: Given) {
    let data = given.data
    let error = given.error
    let response = given.response
    let registry = given.registry
    let zen = given.zen
    registry.stub(allOf: GitHub.self)
    stub(.get("/zen").respond(zen.delayed(by: .seconds(1))))
    stub(.any("https://api.example.com/{+path}").respond(.passthrough))
    registry.stub(GitHub.zen)
    stub(.get("https://api.example.com/users/{name}"))
    stub(.get("/me").respond(.data(data, contentType: "application/json")))
    stub(.get("/me").respond(.status(401)))
    stub(.get("/me").respond(.response(response, data)))
    stub(.get("/me").respond(.failure(error)))
    stub(.get("/me").respond(.status(503), .status(503), .json(["name": "Ada"])))
    stub(.get("/me").respond(.json(["name": "Ada"]).delayed(by: .seconds(2))))
    stub(.get("/search").query(["q": "swift"]))
    stub(.post("/dogs").body(json: ["name": "Rex"]))
    stub(.post("/login").body(form: ["user": "ada"]))
    stub(.post("/photos").multipart("photo", fileName: "cat.png"))
    stub(.get("/me").header("Accept", "application/json"))
    stub(.get("/me").header("Authorization", "Bearer abc"))
  }

  static func moyaWrapper(_ given: Given) {
    let registry = given.registry
    registry.stub(Sample(target: Weather.today))
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
