import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of `Answering.md`.
extension ArticleExamples {
  struct User: Codable, Sendable {
    var name = "Ada"
  }

  enum Endpoint: String, CaseIterable, StubbableEndpoint {
    case news, weather

    var method: HTTPMethod { .get }
    var baseURL: URL { Page.root }
    var path: String { rawValue }
    var sampleData: Data { Data("[]".utf8) }
  }

  static func answering(_ registry: StubRegistry) {
    let user = User()
    let png = Data([0x89, 0x50])
    let film = Bundle.module.bundleURL.appendingPathComponent("cat.png")
    let dump = Bundle.module.bundleURL.appendingPathComponent("user.txt")

    stub(.get("/ping"))
    stub(.get("/gone").respond(.status(404)))
    stub(.get("/me").respond(.json(["name": "Ada", "admin": true, "manager": nil])))
    stub(.get("/me").respond(.json(user)))  // anything Encodable
    stub(.get("/me").respond(.json(text: #"{"name": "Ada"}"#)))  // checked, and sent as it is
    stub(.get("/hello").respond(.text("hello")))
    stub(.get("/page").respond(.html("<p>hello</p>")))
    stub(.get("/logo").respond(.data(png, contentType: "image/png")))

    stub(.post("/users").respond(.json(["id": 7], status: 201).header("Location", "/users/7")))
    stub(.get("/limit").respond(.status(429).headers(["Retry-After": "30", "X-Limit": "100"])))

    let balance: JSON = ["balance": .number("12345678901234567890.10")]
    stub(.get("/balance").respond(.json(balance)))

    stub(.get("/users").respond(.fixture("users.json", in: .module)))
    stub(.get("/film").respond(.file(film)))

    stub(.get("/users/42").respond(.raw("user.txt", in: .module)))
    stub(.get("/users/42").respond(.raw(contentsOf: dump)))

    stub(.get("/flaky").respond(.status(503), .status(503), .text("at last")))

    stub(
      .get("/users/{id}").respond { request in
        guard let id = request.parameters["id"], let number = Int(id) else { return .status(400) }
        return .json(["id": JSON(number)])
      })
    stub(
      .post("/echo").respond { request in
        let name = try request.json()["name"]?.stringValue
        return .text(name ?? "nobody", status: request.header("X-Status").flatMap(Int.init) ?? 200)
      })

    registry.route([.get, .head], "/users/{id}") { request in
      .json(["id": .string(request.parameters["id"] ?? "")])
    }

    stub(.get("/me").respond(.failure(.notConnectedToInternet)))
    stub(.get("/me").respond(.failure(NSError(domain: "app", code: 7))))
    stub(.get("/me").respond(.timeout))  // at once
    stub(.get("/me").respond(.never))  // until the app cancels, or its time limit is reached

    stub(.get("/old").respond(.redirect(to: "/new", status: 301)), .get("/new"))

    stub(.get("/slow").respond(.text("late").delayed(by: .milliseconds(300))))
    stub(.get("/film").respond(.file(film).chunked(into: 10, every: .milliseconds(20))))
    stub(.get("/film").respond(.file(film).chunked(bySize: 4_096, every: .zero)))

    stub(.get("/film").respond(.file(film).ignoringRanges()))

    stub(.get("https://cdn.example.com/{+path}").anyQuery().respond(.passthrough))

    registry.stub(allOf: Endpoint.self)
  }
}
