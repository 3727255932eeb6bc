import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What must not be read in a message is masked, and left out of the snippet.
struct SecretsTests {
  private let scene = RefusingScene()
  private var registry: StubRegistry { scene.registry }

  private func refusal(_ request: URLRequest) async throws -> UnstubbedRequestError {
    try await scene.refusal(request)
  }

  @Test(arguments: [
    "Authorization", "proxy-authorization", "Cookie", "password", "newPassword", "user_password",
    "PASSWD", "pwd", "client_secret", "token", "accessToken", "access_token", "X-Auth-Token",
    "X-CSRF-Token", "x-api-key", "apiKey", "api_key", "privateKey", "credentials", "sessionId",
    "otp", "jwt", "auth", "X-Authorization", "X-Auth", "X-Auth-Key", "Ocp-Apim-Subscription-Key",
    "X-Amz-Signature", "sig", "X-Access-Tokens", "token_value", "userPwd", "oldPass",
    "authorization_code", "client_assertion", "page_access_token", "next-auth.session-token",
    "accesstoken", "clientsecret",
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
    "max_tokens", "author", "secretary", "cursorToken", "authority", "passenger", "compass", "key",
    "pinned", "id", "",
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
      snippet: #".get("/a?page=2")"#, note: "the URL's user info"),
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

  /// Requests in which something looks like a secret, wherever it stands and whatever it is said to be.
  static let leaks: [URLRequest] = {
    let json = ["Content-Type": "application/json"]
    let form = ["Content-Type": "application/x-www-form-urlencoded"]
    let parts = ["Content-Type": "multipart/form-data; boundary=x"]
    func part(_ disposition: String, _ content: String) -> String {
      "--x\r\nContent-Disposition: form-data; \(disposition)\r\n\r\n\(content)\r\n"
    }
    func post(_ headers: [String: String], _ body: String) -> URLRequest {
      request("POST", "https://api.test/a", headers: headers, body: body)
    }
    return [
      post([:], "user=ada&password=geheim"), post(json, "user=ada&password=geheim"),
      post(form, #"{"password":"geheim"}"#), post(form, "user=ada&pass%77ord=geheim"),
      post(json, "\u{FEFF}{\"password\":\"geheim\"}"),
      post(json, "{\"password\":\"geheim\"}\n{\"id\":1}"),
      post(json, #"{"password": "geheim", nonsense"#),
      post(json, #"{"query":"{ login(password: \"geheim\") }"}"#),
      post([:], #"["{\"password\":\"geheim\"}"]"#),
      post(parts, part(#"name="meta""#, #"{"password":"geheim"}"#) + "--x--\r\n"),
      post(parts, part(#"name="password""#, "geheim") + part("filename=\"x\"", "1") + "--x--\r\n"),
      post(parts, part(#"name="password""#, "geheim")),
      post(
        ["Content-Type": "multipart/mixed; boundary=x"],
        part(#"name="password""#, "geheim") + "--x--\r\n"),
      request("GET", "https://geheim@api.test/a"), request("GET", "https://ada:geheim@api.test/a"),
      request("GET", "https://api.test/a#access_token=geheim"),
      request("GET", "https://api.test/a?a=1;password=geheim"),
      request("GET", "https://api.test/a;token=geheim/b"),
      request("GET", "https:///x?token=geheim"),
      request("GET", "api.test?token=geheim"),
    ].filter { $0.url != nil }
  }()

  @Test(arguments: leaks.indices)
  func areFoundWhereverTheyStand(_ index: Int) async throws {
    registry.stub(.any("/b"), .any("/a").body("x"), .any("/a").body(json: ["a": 1]))
    registry.stub(.any("/a").body(form: ["a": "1"]), .any("/a").multipart("a"))
    registry.stub(.any("/a").once())
    let sent = Self.leaks[index]
    _ = try? await registry.response(to: sent)
    _ = try? await registry.response(to: sent)
    registry.removeAll()
    registry.stub(.any("/a").body("x"), .any("/a").body(json: ["a": 1]), .any("https://api.test/a"))
    registry.stub(.any("/a").body(matching: /x/), .any("/a").header("A", "1").once())
    let error = try await refusalUnlessAnswered(sent)
    for text in [error?.description, error?.snippet, registry.explain(sent)] {
      #expect(text?.contains("geheim") != true)
    }
    // What the snippet makes is a stub for this very request.
    guard let error else { return }
    let stub = error.snippet.contains("https:///") ? nil : error.snippet
    #expect(stub?.isEmpty != true)
  }

  private func refusalUnlessAnswered(_ request: URLRequest) async throws -> UnstubbedRequestError? {
    do {
      _ = try await registry.response(to: request)
      return nil
    } catch {
      return error as? UnstubbedRequestError
    }
  }

  @Test(arguments: [
    Stub.post("/a").body("a=1&password=geheim"), .post("/a").body(#"{"password":"geheim"}"#),
    .get(.regex("/a\\?token=geheim")), .get(/a\?token=geheim/),
    .get("/a").header("Authorization", matching: /Bearer geheim/),
    .post("/a").body(matching: /"password":"geheim"/), .get("a.test/x?token=geheim"),
    .get("/a").header("Authorization", "geheim\n"),
    .get("/a").respond(.status(42).header("Set-Cookie", "sid=geheim")),
    .get("/a").respond(.json(["access_token": "geheim"], status: 42)),
    .get("/a").respond(.redirect(to: "/b?token=geheim", status: 200)),
    .get("/a").basicAuth("u", "geheim"),
  ])
  func ofStubsAreMaskedToo(_ stub: Stub) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.stub(stub.atLeast(1))
    _ = try? await registry.response(to: request("GET", "https://api.test/a"))
    _ = try? await registry.response(to: request("POST", "https://api.test/a", body: "x"))
    registry.verify()
    let texts =
      recorder.texts + [registry.explain(request("GET", "https://api.test/a"))] + registry.lint()
    #expect(texts.count > 1)
    for text in texts { #expect(!text.contains("geheim")) }
  }

  @Test func aNoteSaysThatStubsHaveSecrets() async throws {
    registry.stub(.get("/a").basicAuth("ada", "geheim"))
    let error = try await refusal(request("GET", "https://api.test/a"))
    #expect(error.description.hasSuffix("\n\n*** masks secrets of stubs."))
  }

  @Test func expectedRefusalsAreListedMasked() async throws {
    let registry = registry
    registry.stub(.everything)
    let error = await #expect(throws: NoUnstubbedRequestError.self) {
      try await Scope.$current.withValue(registry) {
        try await expectUnstubbedRequest {
          for _ in 0..<50 {
            _ = try await registry.response(to: request("GET", "https://api.test/a?token=geheim"))
          }
        }
      }
    }
    #expect(error?.description.contains("geheim") == false)
    #expect((error?.description.split(separator: "\n").count ?? 99) <= 40)
  }

  @Test func aTextOfManyMegabytesIsReadOnce() async throws {
    let text = String(repeating: "x=1&password=geheim&", count: 100_000)
    for number in 0..<20 { registry.stub(.post("/a").body("\(number)")) }
    let error = try await refusal(request("POST", "https://api.test/a", body: text))
    #expect(!error.description.contains("geheim"))
    let json =
      "[" + Array(repeating: #"{"id":1,"name":"Ada"}"#, count: 50_000).joined(separator: ",") + "]"
    for number in 0..<20 { registry.stub(.post("/a").body(json: ["n": .number("\(number)")])) }
    #expect(
      try await refusal(request("POST", "https://api.test/a", body: json)).description.count < 5_000
    )
  }
}
