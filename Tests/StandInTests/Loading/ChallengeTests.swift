import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// 401 and 407 reach the app whole, and nothing leaves the process.
struct ChallengeTests {
  private let registry: StubRegistry

  init() {
    (registry, _) = StubRegistry.recorded()
  }

  private static let challenges = [
    nil, "Basic realm=\"here\"", "Basic", "Digest realm=\"here\", nonce=\"n\", qop=\"auth\"",
    "Bearer realm=\"here\", error=\"invalid_token\"", "Negotiate", "NTLM", "basic realm=here",
    "Bearer error=\"x\", Basic realm=\"here\", charset=\"UTF-8\"", "realm=\"odd\"", "",
  ]

  /// Nothing listens there: a request that got out would fail.
  private static let url = "http://127.0.0.1:1/private"

  @Test(arguments: challenges, TaskStyle.allCases)
  func aChallengeIsDelivered(_ challenge: String?, _ style: TaskStyle) async throws {
    for status in [401, 407] {
      var response = StubResponse.text("no", status: status).header("X-A", "1")
      if let challenge { response = response.header("WWW-Authenticate", challenge) }
      registry.stub(.everything.respond(response))
      let runner = TaskRunner(registry, style) { configuration in
        configuration.urlCredentialStorage = Self.storage()
      }
      for kind in [TaskKind.data, .upload(Data("x".utf8)), .download] {
        let outcome = await runner.run(kind, request("POST", Self.url))
        #expect(outcome.status == status)
        #expect(outcome.text == "no")
        #expect(outcome.url?.absoluteString == Self.url)
        #expect(outcome.fields["www-authenticate"] == challenge)
        #expect(outcome.fields["x-a"] == "1")
      }
    }
  }

  private static func storage() -> URLCredentialStorage {
    let space = URLProtectionSpace(
      host: "127.0.0.1", port: 1, protocol: "http", realm: "here",
      authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    let storage = URLCredentialStorage.shared
    storage.setDefaultCredential(
      URLCredential(user: "stored", password: "secret", persistence: .forSession), for: space)
    return storage
  }

  @Test(arguments: TaskStyle.allCases)
  func aDelegateMayAnswer(_ style: TaskStyle) async throws {
    registry.stub(
      .post("/private").respond(
        .text("who?", status: 401).header("WWW-Authenticate", "Basic realm=\"R\"")))
    registry.stub(
      .post("/private").basicAuth("ada", "right").body("kept").respond(.text("welcome")))
    let delegate = RecordingDelegate(challenge: { challenge in
      let password = challenge.previousFailureCount == 0 ? "wrong" : "right"
      return (.useCredential, URLCredential(user: "ada", password: password, persistence: .none))
    })
    let runner = TaskRunner(registry, style, delegate: delegate)
    let sent = request("POST", "https://api.test/private")
    let outcome = await runner.run(.upload(Data("kept".utf8)), sent)
    #expect(outcome.text == "welcome")
    #expect(delegate[\.challenges] == ["api.test:443 R 0", "api.test:443 R 1"])
    #expect(registry.requests.count == 3)
  }

  @Test(arguments: TaskStyle.allCases)
  func threeWrongAnswersEndIt(_ style: TaskStyle) async throws {
    registry.stub(
      .get("/private").respond(
        .text("no", status: 401).header("WWW-Authenticate", "Basic realm=\"R\"")))
    let delegate = RecordingDelegate(challenge: { _ in
      (.useCredential, URLCredential(user: "ada", password: "wrong", persistence: .none))
    })
    let outcome = await TaskRunner(registry, style, delegate: delegate)
      .run(.data, request("GET", "https://api.test/private"))
    #expect(outcome.status == 401)
    #expect(outcome.text == "no")
    #expect(delegate[\.challenges].count == 3)
    #expect(registry.requests.count == 4)
  }

  @Test(arguments: TaskStyle.allCases)
  func aDelegateMayCancelOrDecline(_ style: TaskStyle) async throws {
    registry.stub(
      .get("/private").respond(
        .text("no", status: 401).header("WWW-Authenticate", "Basic realm=\"R\"")))
    let cancelling = RecordingDelegate(challenge: { _ in (.cancelAuthenticationChallenge, nil) })
    let cancelled = await TaskRunner(registry, style, delegate: cancelling)
      .run(.data, request("GET", "https://api.test/private"))
    #expect(cancelled.code == .cancelled)
    for disposition in [
      URLSession.AuthChallengeDisposition.performDefaultHandling, .rejectProtectionSpace,
    ] {
      let declining = RecordingDelegate(challenge: { _ in (disposition, nil) })
      let declined = await TaskRunner(registry, style, delegate: declining)
        .run(.data, request("GET", "https://api.test/private"))
      #expect(declined.status == 401)
      #expect(declined.text == "no")
    }
  }

  @Test(
    arguments: [
      ("Basic realm=\"a b\"", "a b"), ("Basic realm=plain", "plain"), ("Basic", nil),
      ("BASIC Realm=\"q\\\"uo\\\\te\"", "q\"uo\\te"), ("Bearer a=\"b\", Basic realm=\"c\"", "c"),
      ("Basic charset=\"UTF-8\", realm=\"late\"", "late"),
    ] as [(String, String?)])
  func readsTheRealm(_ field: String, _ realm: String?) throws {
    let challenge = try #require(Challenge(Self.response(field)))
    #expect(challenge.realm == realm)
  }

  @Test(arguments: [
    "", "Bearer", "Digest realm=\"Basic\"", "Bearer realm=\"x, Basic realm=y\"", "realm=\"x\"",
    "Basics x=1",
    ",,,", "\"", "Negotiate YWJj==",
  ])
  func findsNoBasicWhereNoneIs(_ field: String) throws {
    #expect(Challenge(try Self.response(field)) == nil)
  }

  private static func response(_ field: String) throws -> HTTPURLResponse {
    try #require(
      HTTPURLResponse(
        url: URL(fileURLWithPath: "/"), statusCode: 401, httpVersion: nil,
        headerFields: ["WWW-Authenticate": field]))
  }
}
