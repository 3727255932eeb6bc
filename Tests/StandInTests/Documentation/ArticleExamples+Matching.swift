import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestMatcher {
  static var signed: RequestMatcher { .header("X-Signature", matching: /^[0-9a-f]{8}$/) }
}

/// The code of `Matching.md`.
extension ArticleExamples {
  static func matching() {
    stub(.get("https://api.example.com/users"))
    stub(.request("PURGE", "/cache"))  // any method, compared in its case
    stub(.any("/health"))  // every method
    stub(.everything)

    stub(.get("/users").query(["page": "2"]))  // exactly this item
    stub(.get("/users").query(containing: ["page": "2"]))  // and others
    stub(.get("/users").anyQuery())  // whatever there is

    stub(.get(/\/users\/(?<id>\d+)$/))
    stub(.get(.regex(#"/users/\d+$"#)))  // in the syntax of NSRegularExpression

    stub(.get("/me").header("Accept", "application/json"))
    stub(.get("/me").header("User-Agent", matching: /^App\/\d+/))
    stub(.get("/me").headers(["Accept": "application/json", "Accept-Language": "en"]))
    stub(.get("/me").withoutHeader("Authorization"))
    stub(.get("/me").basicAuth("ada", "secret"))
    stub(.get("/me").cookie("session", "7"))

    stub(.post("/users").body(json: ["name": "Ada", "tags": ["admin"]]))
    stub(.post("/users").body(jsonContaining: ["name": "Ada"]))  // further keys are allowed
    stub(.post("/login").body(form: ["user": "ada", "password": "secret"]))
    stub(.post("/login").body(formContaining: ["user": "ada"]))
    stub(.post("/photos").multipart("photo", fileName: "cat.png", contentType: "image/png"))
    stub(.post("/graphql").graphQL(operation: "Me"))
    stub(.put("/note").body("hello"))  // byte for byte
    stub(.put("/note").body(Data([0xFF, 0x00])))
    stub(.put("/note").body(matching: /^Dear\b/))

    stub(.matching(.host("api.example.com") && !.header("X-Beta", "1")))
    stub(.matching(.method(.get) && (.path(prefix: "/v1") || .path(prefix: "/v2"))))
    stub(.matching(.scheme("https") && .port(8443) && .pathExtension("png")))
    stub(.get("/search").where(.query("q", "cats") || .query("q", "dogs")).anyQuery())

    stub(.post("/orders").where(.signed))

    stub(.post("/photos").where("is large") { $0.body.count > 1_000_000 })
    let even = RequestMatcher("an even id") { request in
      Int(request.parameters["id"] ?? "")?.isMultiple(of: 2) == true
    }
    stub(.get("/users/{id}").where(even))

    stub(.get("/users/{id}").respond(.status(404)))
    stub(.get("/users/42").respond(.json(["name": "Ada"])))  // newer, so it comes first
    stub(.everything.priority(-1).respond(.status(501)).named("the rest"))  // after all others
  }
}
