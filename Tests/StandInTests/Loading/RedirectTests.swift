import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Redirects, as RFC 9110, section 15.4, and the Fetch standard have them.
struct RedirectTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  struct MethodCase: Sendable, CustomTestStringConvertible {
    var status: Int
    var method: String
    var next: String
    var keepsBody: Bool

    var testDescription: String { "\(status) \(method)" }
  }

  @Test(arguments: [
    MethodCase(status: 301, method: "GET", next: "GET", keepsBody: true),
    MethodCase(status: 301, method: "POST", next: "GET", keepsBody: false),
    MethodCase(status: 301, method: "PUT", next: "PUT", keepsBody: true),
    MethodCase(status: 301, method: "HEAD", next: "HEAD", keepsBody: true),
    MethodCase(status: 302, method: "POST", next: "GET", keepsBody: false),
    MethodCase(status: 302, method: "DELETE", next: "DELETE", keepsBody: true),
    MethodCase(status: 303, method: "POST", next: "GET", keepsBody: false),
    MethodCase(status: 303, method: "PUT", next: "GET", keepsBody: false),
    MethodCase(status: 303, method: "GET", next: "GET", keepsBody: true),
    MethodCase(status: 303, method: "HEAD", next: "HEAD", keepsBody: true),
    MethodCase(status: 307, method: "POST", next: "POST", keepsBody: true),
    MethodCase(status: 308, method: "PUT", next: "PUT", keepsBody: true),
  ])
  func changeMethodAndBody(_ example: MethodCase) async throws {
    registry.stub(.any("/from").respond(.redirect(to: "/to", status: example.status)))
    registry.stub(.any("/to"))
    let runner = TaskRunner(registry, .async)
    let sent = request(
      example.method, "https://api.test/from",
      headers: ["Content-Type": "text/plain", "X-Kept": "1"])
    let outcome = await runner.run(.upload(Data("body".utf8)), sent)
    #expect(outcome.status == 200)
    let last = try #require(registry.requests.last)
    #expect(last.method.rawValue == example.next)
    #expect(last.text == (example.keepsBody ? "body" : ""))
    #expect(last.header("Content-Type") == (example.keepsBody ? "text/plain" : nil))
    #expect(last.header("X-Kept") == "1")
  }

  struct TargetCase: Sendable, CustomTestStringConvertible {
    var from: String
    var location: String
    var to: String
    var keepsCredentials: Bool

    var testDescription: String { "\(from) → \(location)" }
  }

  @Test(arguments: [
    TargetCase(
      from: "https://api.test/a/b?x=1", location: "c?y=2", to: "https://api.test/a/c?y=2",
      keepsCredentials: true),
    TargetCase(
      from: "https://api.test/a/b", location: "/c", to: "https://api.test/c", keepsCredentials: true
    ),
    TargetCase(
      from: "https://api.test/a/b", location: "../c", to: "https://api.test/c",
      keepsCredentials: true),
    TargetCase(
      from: "https://api.test/a", location: "//other.test/c", to: "https://other.test/c",
      keepsCredentials: false),
    TargetCase(
      from: "https://api.test/a", location: "http://api.test/a", to: "http://api.test/a",
      keepsCredentials: false),
    TargetCase(
      from: "https://api.test/a", location: "https://API.test:443/b", to: "https://api.test/b",
      keepsCredentials: true),
    TargetCase(
      from: "https://api.test/a", location: "https://api.test:444/b", to: "https://api.test:444/b",
      keepsCredentials: false),
    TargetCase(
      from: "https://api.test/a#part", location: "/b", to: "https://api.test/b#part",
      keepsCredentials: true),
    TargetCase(
      from: "https://api.test/a#part", location: "/b#own", to: "https://api.test/b#own",
      keepsCredentials: true),
  ])
  func resolveTheLocation(_ example: TargetCase) async throws {
    registry.stub(.everything)
    registry.stub(
      .any(URLPattern(example.from)).respond(.redirect(to: example.location, status: 307)))
    let sent = request(
      "GET", example.from, headers: ["Authorization": "Bearer t", "Cookie": "a=1", "X-Kept": "1"])
    let outcome = await TaskRunner(registry, .completionHandler).run(.data, sent)
    let last = try #require(registry.requests.last)
    let expected = try #require(NormalizedURL(example.to))
    #expect(last.facts.target == expected)
    #expect(last.url.fragment == URL(string: example.to)?.fragment)
    #expect(outcome.url == last.url)
    #expect((last.header("Authorization") != nil) == example.keepsCredentials)
    #expect((last.header("Cookie") != nil) == example.keepsCredentials)
    #expect(last.header("X-Kept") == "1")
  }

  @Test(arguments: TaskStyle.allCases)
  func areFollowedInEveryStyle(_ style: TaskStyle) async throws {
    registry.stub(.get("/1").respond(.redirect(to: "/2").header("Set-Cookie", "seen=1; Path=/")))
    registry.stub(
      .get("/2").respond(.redirect(to: "/3", status: 308).delayed(by: .milliseconds(1))))
    registry.stub(.get("/3").cookie("seen", "1").respond { _ in .text("there") })
    let runner = TaskRunner(registry, style)
    for kind in [TaskKind.data, .download] {
      let outcome = await runner.run(kind, request("GET", "https://api.test/1"))
      #expect(outcome.text == "there")
      #expect(outcome.url?.path == "/3")
    }
    #expect(registry.requests.map(\.url.path) == ["/1", "/2", "/3", "/1", "/2", "/3"])
    #expect(
      runner.delegate[\.redirects].prefix(2) == [
        "302 GET https://api.test/2", "308 GET https://api.test/3",
      ])
  }

  @Test(arguments: TaskStyle.allCases)
  func mayBeRefusedOrChangedByTheDelegate(_ style: TaskStyle) async throws {
    registry.stub(.get("/from").respond(.redirect(to: "/to").body(Data("moved".utf8))))
    registry.stub(.get("/to").respond(.text("to")))
    registry.stub(.get("/changed").header("X-New", "1").respond(.text("changed")))
    let refusing = TaskRunner(
      registry, style, delegate: RecordingDelegate(redirect: { _, _ in nil }))
    let refused = await refusing.run(.data, request("GET", "https://api.test/from"))
    #expect(refused.status == 302)
    #expect(refused.fields["location"] == "/to")
    #expect(refused.text == "moved")
    let changing = TaskRunner(
      registry, style,
      delegate: RecordingDelegate(redirect: { _, _ in
        request("GET", "https://api.test/changed", headers: ["X-New": "1"])
      }))
    #expect(await changing.run(.data, request("GET", "https://api.test/from")).text == "changed")
  }

  @Test func bringTheCookiesThatTheSessionNowHas() async throws {
    registry.stub(
      .get("/in").respond(
        .status(200).header("Set-Cookie", "sid=1; Path=/").header("Set-Cookie", "deep=1; Path=/a")))
    registry.stub(
      .get("/a/logout").respond(
        .redirect(to: "/b").header(
          "Set-Cookie", "sid=; Path=/; Expires=Thu, 01 Jan 1970 00:00:00 GMT")))
    registry.stub(.get("/again").respond(.redirect(to: "/b").header("Set-Cookie", "new=2; Path=/")))
    registry.stub(.get("/b"))
    let runner = TaskRunner(registry, .async)
    _ = await runner.run(.data, request("GET", "https://api.test/in"))
    _ = await runner.run(.data, request("GET", "https://api.test/a/logout"))
    #expect(registry.requests.last?.url.path == "/b")
    #expect(registry.requests.last?.header("Cookie") == nil)
    // What the app itself sends stays.
    let own = request("GET", "https://api.test/again", headers: ["Cookie": "own=1"])
    _ = await TaskRunner(registry, .async).run(.data, own)
    #expect(registry.requests.last?.header("Cookie") == "own=1; new=2")
  }

  @Test func makeTheRequestThatTheDelegateReturns() async throws {
    registry.stub(.post("/from").respond(.redirect(to: "/to", status: 307)))
    registry.stub(.any("/to").respond { .text("\($0.method) \($0.text ?? "")") })
    func answer(_ change: @escaping @Sendable (inout URLRequest) -> Void) async -> TaskOutcome {
      let delegate = RecordingDelegate(redirect: { _, next in
        var next = next
        change(&next)
        return next
      })
      return await TaskRunner(registry, .async, delegate: delegate)
        .run(.data, request("POST", "https://api.test/from", body: "orig"))
    }
    #expect(await answer { _ in }.text == "POST orig")
    #expect(await answer { $0.httpBody = Data("changed".utf8) }.text == "POST changed")
    #expect(await answer { $0.httpBody = nil }.text == "POST ")
    #expect(
      await answer {
        $0.httpMethod = "PUT"
        $0.httpBody = nil
      }.text == "PUT ")
    #expect(await answer { $0.url = nil }.code == .badURL)
    #expect(await answer { $0.url = URL(string: "file:///etc/hostname") }.code == .unsupportedURL)
  }

  @Test func waitNoLongerForADelegateThanTheLimit() async throws {
    registry.stub(.get("/from").respond(.redirect(to: "/to")))
    let delegate = SilentDelegate()
    let session = registry.makeSession(delegate: delegate)
    var sent = request("GET", "https://api.test/from")
    sent.timeoutInterval = 0.05
    let limited = sent
    let error = await #expect(throws: URLError.self) { try await session.data(for: limited) }
    #expect(error?.code == .timedOut)
    session.invalidateAndCancel()
  }

  private final class SilentDelegate: NSObject, URLSessionTaskDelegate, Sendable {
    func urlSession(
      _ session: URLSession, task: URLSessionTask,
      willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
      completionHandler: @escaping @Sendable (URLRequest?) -> Void
    ) {}
  }

  @Test(arguments: TaskStyle.allCases)
  func endAfterTwenty(_ style: TaskStyle) async throws {
    registry.stub(.get("/loop").respond(.redirect(to: "/loop")))
    let outcome = await TaskRunner(registry, style).run(
      .data, request("GET", "https://api.test/loop"))
    #expect(outcome.code == .httpTooManyRedirects)
    #expect(registry.requests.count == 21)
  }

  @Test(arguments: [
    StubResponse.status(302), .status(304).header("Location", "/to"),
    .status(300).header("Location", "/to"), .status(302).header("Location", ""),
    .status(200).header("Location", "/to"),
  ])
  func areNotWhatNamesNoTarget(_ response: StubResponse) async throws {
    registry.stub(.get("/from").respond(response))
    let outcome = await TaskRunner(registry, .async).run(
      .data, request("GET", "https://api.test/from"))
    #expect(outcome.status == response.statusCode)
    #expect(registry.requests.count == 1)
  }

  @Test func nameTheChainOfARefusal() async throws {
    registry.stub(.get("/1").respond(.redirect(to: "/2")))
    registry.stub(.get("/2").respond(.redirect(to: "https://other.test/3")))
    let outcome = await TaskRunner(registry, .async).run(
      .data, request("GET", "https://api.test/1"))
    let error = try #require(outcome.error as? UnstubbedRequestError)
    #expect(error.redirects.map(\.path) == ["/1", "/2"])
    #expect(
      error.description.hasPrefix(
        """
        No stub answers GET https://other.test/3

        It was redirected from:
          https://api.test/1
          https://api.test/2

        """))
    #expect(recorder.texts == [error.description])
  }
}
