import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real network, on purpose: a server on 127.0.0.1.
struct PassthroughTests {
  private let registry: StubRegistry

  init() {
    (registry, _) = StubRegistry.recorded()
    registry.stub(.everything.respond(.passthrough))
  }

  fileprivate static func text(_ body: String, status: String = "200 OK", fields: String = "")
    -> [String]
  {
    [
      "HTTP/1.1 \(status)\r\nContent-Length: \(body.utf8.count)\r\nConnection: close\r\n\(fields)\r\n\(body)"
    ]
  }

  private static func server() throws -> LocalServer {
    try LocalServer { request in
      switch request.target {
      case "/echo":
        text(
          "\(request.method) \(request.headers["x-a"] ?? "-") \(String(decoding: request.body, as: UTF8.self))"
        )
      case "/redirect": text("", status: "302 Found", fields: "Location: /echo\r\n")
      case "/cookie": text("", fields: "Set-Cookie: real=1; Path=/\r\n")
      case "/seen": text(request.headers["cookie"] ?? "-")
      case "/basic" where request.headers["authorization"] == "Basic YWRhOnJpZ2h0": text("welcome")
      case "/basic":
        text("who?", status: "401 Unauthorized", fields: "WWW-Authenticate: Basic realm=\"R\"\r\n")
      case "/pieces":
        ["HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nConnection: close\r\n\r\n"]
          + ["3\r\nabc\r\n", "4\r\ndefg\r\n", "0\r\n\r\n"]
      default: text("none", status: "404 Not Found")
      }
    }
  }

  @Test(arguments: TaskStyle.allCases)
  func carriesEverythingThereAndBack(_ style: TaskStyle) async throws {
    let server = try Self.server()
    defer { server.stop() }
    let runner = TaskRunner(
      registry, style,
      delegate: RecordingDelegate(bodyStream: { InputStream(data: Data("needed".utf8)) })
    ) { $0.httpAdditionalHeaders = ["X-A": "session"] }
    let post = request("POST", server.base + "/echo")
    #expect(await runner.run(.data, request("GET", server.base + "/echo")).text == "GET session ")
    #expect(
      await runner.run(
        .data, request("PUT", server.base + "/echo", headers: ["X-A": "own"], body: "b")
      ).text
        == "PUT own b")
    #expect(await runner.run(.upload(Data("data".utf8)), post).text == "POST session data")
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("f")
    try Data("file".utf8).write(to: file)
    #expect(await runner.run(.uploadFile(file), post).text == "POST session file")
    if style != .taskDelegate {
      #expect(await runner.run(.uploadStream, post).text == "POST session needed")
    }
    #expect(await runner.run(.data, request("GET", server.base + "/pieces")).text == "abcdefg")
    #expect(await runner.run(.download, request("GET", server.base + "/pieces")).text == "abcdefg")
    let missing = await runner.run(.data, request("GET", server.base + "/none"))
    #expect((missing.status, missing.text) == (404, "none"))
    #expect(missing.url?.path == "/none")
  }

  @Test(arguments: TaskStyle.allCases)
  func asksTheDelegateAboutRedirects(_ style: TaskStyle) async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sent = request("GET", server.base + "/redirect")
    let following = TaskRunner(registry, style)
    let followed = await following.run(.data, sent)
    #expect(followed.text == "GET - ")
    #expect(followed.url?.path == "/echo")
    #expect(following.delegate[\.redirects] == ["302 GET \(server.base)/echo"])
    let refusing = TaskRunner(
      registry, style, delegate: RecordingDelegate(redirect: { _, _ in nil }))
    #expect(await refusing.run(.data, sent).status == 302)
  }

  @Test(arguments: TaskStyle.allCases)
  func keepsCookiesInTheAppsSession(_ style: TaskStyle) async throws {
    let server = try Self.server()
    defer { server.stop() }
    let runner = TaskRunner(registry, style)
    _ = await runner.run(.data, request("GET", server.base + "/cookie"))
    #expect(await runner.run(.data, request("GET", server.base + "/seen")).text == "real=1")
    // Another session has its own cookies.
    #expect(
      await TaskRunner(registry, style).run(.data, request("GET", server.base + "/seen")).text
        == "-")
  }

  @Test(arguments: TaskStyle.allCases)
  func deliversARealChallenge(_ style: TaskStyle) async throws {
    let server = try Self.server()
    defer { server.stop() }
    let sent = request("GET", server.base + "/basic")
    let plain = await TaskRunner(registry, style).run(.data, sent)
    #expect(plain.status == 401)
    #expect(plain.text == "who?")
    let delegate = RecordingDelegate(challenge: { _ in
      (.useCredential, URLCredential(user: "ada", password: "right", persistence: .none))
    })
    #expect(
      await TaskRunner(registry, style, delegate: delegate).run(.data, sent).text == "welcome")
  }

  @Test(arguments: TaskStyle.allCases)
  func handsErrorsOn(_ style: TaskStyle) async throws {
    let runner = TaskRunner(registry, style)
    for kind in [TaskKind.data, .download] {
      let outcome = await runner.run(kind, request("GET", "http://127.0.0.1:1/"))
      #expect(outcome.code == .cannotConnectToHost)
    }
  }

  @Test(arguments: TaskStyle.allCases)
  func answersDataAndFileURLs(_ style: TaskStyle) async throws {
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("page.html")
    try Data("<p>".utf8).write(to: file)
    let runner = TaskRunner(registry, style)
    let page = await runner.run(.data, URLRequest(url: file))
    #expect(page.text == "<p>")
    #expect(await runner.run(.download, URLRequest(url: file)).text == "<p>")
    #expect(await runner.run(.data, request("GET", "data:text/plain,hello")).text == "hello")
    let missing = await runner.run(
      .data, URLRequest(url: folder.url.appendingPathComponent("none")))
    #expect(missing.code == .fileDoesNotExist)
  }

  @Test func asksForABodyOnceAndFailsWithIt() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let runner = TaskRunner(registry, .async)
    let post = request("POST", server.base + "/echo")
    let missing = URL(fileURLWithPath: "/nowhere/body.txt")
    #expect(await runner.run(.uploadFile(missing), post).code == .fileDoesNotExist)
    #expect(server.requests.isEmpty)
  }

  @Test func bodiesThatBlockHoldUpNobody() async throws {
    registry.stub(.get("/free").respond { _ in .text("free") })
    let session = registry.session
    let gates = (0..<4).map { _ in DispatchSemaphore(value: 0) }
    let blocked = gates.map { gate in
      Task {
        var sent = request("POST", "http://127.0.0.1:1/")
        sent.httpBodyStream = GatedStream(gate: gate)
        sent.timeoutInterval = 0.2
        return try await session.data(for: sent).0
      }
    }
    #expect(
      try await session.data(for: request("GET", "https://api.test/free")).0 == Data("free".utf8))
    for task in blocked {
      let error = await #expect(throws: URLError.self) { try await task.value }
      #expect(error?.code == .timedOut)
    }
    for gate in gates { gate.signal() }
  }

  @Test func keepsTheSessionsTimeLimit() async throws {
    let server = try LocalServer { _ in
      Thread.sleep(forTimeInterval: 3)
      return []
    }
    defer { server.stop() }
    let runner = TaskRunner(registry, .async) { $0.timeoutIntervalForRequest = 1 }
    #expect(await runner.run(.data, request("GET", server.base + "/")).code == .timedOut)
  }

  @Test func keepsBodyAndCookiesAcrossRedirects() async throws {
    let server = try LocalServer { request in
      switch request.target {
      case "/login":
        Self.text(
          "", status: "307 Temporary Redirect",
          fields: "Location: /home\r\nSet-Cookie: sid=1; Path=/\r\n")
      default:
        Self.text(
          "\(request.method) \(request.headers["cookie"] ?? "-") \(String(decoding: request.body, as: UTF8.self))"
        )
      }
    }
    defer { server.stop() }
    let outcome = await TaskRunner(registry, .completionHandler)
      .run(.upload(Data("kept".utf8)), request("POST", server.base + "/login"))
    #expect(outcome.text == "POST sid=1 kept")
  }

  @Test func worksWithoutASession() async throws {
    let server = try Self.server()
    defer { server.stop() }
    let (data, response) = try await registry.response(to: request("GET", server.base + "/pieces"))
    #expect(data == Data("abcdefg".utf8))
    #expect(response.statusCode == 200)
  }

  @Test func isCancelledWithItsTask() async throws {
    // This one accepts, and answers when it is too late.
    let server = try LocalServer { _ in
      Thread.sleep(forTimeInterval: 1)
      return []
    }
    defer { server.stop() }
    let session = registry.session
    let task = Task { try await session.data(for: request("GET", server.base + "/")) }
    while server.requests.isEmpty { try await Task.sleep(for: .milliseconds(5)) }
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }
}
