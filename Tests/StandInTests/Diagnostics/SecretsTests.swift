import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What must not be read in a message is masked, and left out of the snippet.
struct SecretsTests {
  private let registry: StubRegistry

  init() {
    registry = StubRegistry.recorded().registry
    registry.unstubbedRequestPolicy = .throwError
  }

  private func refusal(_ request: URLRequest) async throws -> UnstubbedRequestError {
    try #require(
      await #expect(throws: UnstubbedRequestError.self) { try await registry.response(to: request) }
    )
  }

  @Test(arguments: [
    "Authorization", "proxy-authorization", "Cookie", "password", "newPassword", "user_password",
    "PASSWD", "pwd", "client_secret", "token", "accessToken", "access_token", "X-Auth-Token",
    "X-CSRF-Token", "x-api-key", "apiKey", "api_key", "privateKey", "credentials", "sessionId",
    "otp", "jwt", "auth",
  ])
  func areMaskedByTheirNames(_ name: String) async throws {
    registry.stub(.get("/a").header(name, "h-geheim").query([name: "q-geheim"]))
    let error = try await refusal(
      request("GET", "https://api.test/a?\(name)=geheim-q", headers: [name: "geheim-h"]))
    #expect(!error.description.contains("geheim"))
    #expect(!error.snippet.contains("geheim"))
    #expect(error.description.contains("query \"\(name)\": expected \"***\", got another value"))
    #expect(error.description.contains("header \(name): expected \"***\", got another value"))
    #expect(
      error.description.contains("\n\n*** masks secrets, which the snippet leaves out: header "))
    // Who asks for the command itself gets all of it.
    #expect(error.curlCommand.contains("geheim-q"))
  }

  @Test(arguments: [
    "Accept", "page", "pageToken", "next_page_token", "continuationToken", "syncToken",
    "max_tokens", "author", "authority", "passenger", "compass", "key", "pinned", "id", "",
  ])
  func otherNamesAreShown(_ name: String) async throws {
    registry.stub(.post("/a").body(form: [name: "one"]))
    let error = try await refusal(
      request(
        "POST", "https://api.test/a",
        headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "\(name)=two"))
    #expect(error.description.contains("form field \"\(name)\": expected \"one\", got \"two\""))
    #expect(!error.description.contains("***"))
  }

  struct Case: Sendable, CustomTestStringConvertible {
    var stub: Stub
    var request: URLRequest
    var snippet: String
    var note: String
    var testDescription: String { note }
  }

  @Test(arguments: [
    Case(
      stub: .post("/a").body(json: ["user": "ada", "password": "geheim-1"]),
      request: request(
        "POST", "https://api.test/a",
        body: #"{"user":"ada","password":"geheim-2","n":[{"token":"geheim"}]}"#),
      snippet: #".body(jsonContaining: ["user": "ada", "n": [[:]]])"#,
      note: "body $.password, body $.n[0].token"),
    Case(
      stub: .post("/a").body(form: ["user": "ada", "pwd": "geheim-1"]),
      request: request(
        "POST", "https://api.test/a",
        headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "user=ada&pwd=geheim"),
      snippet: #".body(formContaining: ["user": "ada"])"#, note: #"form field "pwd""#),
    Case(
      stub: .post("/a").multipart("pin", Data("geheim-1".utf8)),
      request: request(
        "POST", "https://api.test/a", headers: ["Content-Type": "multipart/form-data; boundary=x"],
        body:
          "--x\r\nContent-Disposition: form-data; name=\"pin\"\r\n\r\ngeheim\r\n--x\r\nContent-Disposition: form-data; name=\"a\"\r\n\r\n1\r\n--x--\r\n"
      ),
      snippet: #".multipart("a", Data("1".utf8))"#, note: #"part "pin""#),
    Case(
      stub: .get("https://ada:geheim-1@api.test/a"),
      request: request("GET", "https://ada:geheim@api.test/a?page=2"),
      snippet: #".get("/a?page=2")"#, note: "the URL's password"),
    Case(
      stub: .get("/a?token=geheim-1&page={page}"),
      request: request("GET", "https://api.test/a?token=geheim&page=2&x"),
      snippet: #".query(containing: ["page": "2"])"#, note: #"query "token""#),
    Case(
      stub: .get("/a").basicAuth("ada", "geheim-1"),
      request: request("GET", "https://api.test/a", headers: ["Authorization": "Basic Z2VoZWlt"]),
      snippet: #".get("https://api.test/a")"#, note: "header Authorization"),
    Case(
      stub: .get("/a").cookie("id", "geheim-1"),
      request: request("GET", "https://api.test/a", headers: ["Cookie": "id=geheim"]),
      snippet: #".get("https://api.test/a")"#, note: "header Cookie"),
    Case(
      stub: .matching(.path("/a") && !(.header("X-Api-Key", "geheim") || .method(.post))),
      request: request("GET", "https://api.test/a", headers: ["X-Api-Key": "geheim"]),
      snippet: #".get("https://api.test/a")"#, note: "header X-Api-Key"),
  ])
  func leaveTheSnippetAsACondition(_ example: Case) async throws {
    registry.stub(example.stub)
    let error = try await refusal(example.request)
    #expect(!error.description.contains("geheim"))
    #expect(!error.description.contains("Z2VoZWlt"))
    #expect(!error.nearMisses.description.contains("geheim"))
    #expect(error.snippet.contains(example.snippet))
    #expect(
      error.description.hasSuffix(
        "*** masks secrets, which the snippet leaves out: \(example.note)"))
    #expect(!registry.explain(example.request).contains("geheim"))
  }

  @Test func emptyOnesAreNone() async throws {
    let error = try await refusal(
      request(
        "POST", "https://api.test/a?token=&password", headers: ["Cookie": ""],
        body: #"{"password":null,"secret":"","apiKey":false}"#))
    #expect(!error.description.contains("***"))
  }

  @Test func stayInWhatAStubPrintsOfItself() {
    let stub = Stub.get("/a?token=1").header("Authorization", "Bearer 2").body(json: ["pin": 3])
    #expect(
      stub.description
        == #".get("/a?token=1").header("Authorization", "Bearer 2").body(json: ["pin": 3])"#)
  }

  @Test func aBodyThatIsComparedAsTextIsMaskedToo() async throws {
    registry.stub(.post("/a").body("other"))
    registry.stub(.post("/a").body(matching: /other/))
    let error = try await refusal(
      request("POST", "https://api.test/a", body: #"{"password":"geheim"}"#))
    #expect(!error.description.contains("geheim"))
    #expect(error.description.contains(#"body: expected "other", got #"{"password":"***"}"#))
  }
}
