#if !canImport(WebKit)
  import Foundation
  import StandIn
  import StandInWebKit
  import Testing

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  @MainActor
  struct SchemeHandlerTests {
    private let registry: StubRegistry
    private let recorder: FailureRecorder
    private let handler: SchemeHandler
    private let view = WKWebView()

    init() {
      (registry, recorder) = StubRegistry.recorded()
      handler = SchemeHandler(registry)
    }

    /// Loads as a web view does, to the end.
    private func load(_ request: URLRequest) async -> RecordingSchemeTask {
      let task = RecordingSchemeTask(request)
      handler.webView(view, start: task)
      await task.end()
      #expect(task.misuses.isEmpty)
      #expect(handler.pending == 0)
      return task
    }

    private func load(_ url: String) async -> RecordingSchemeTask {
      await load(request("GET", url))
    }

    private func stop(_ task: RecordingSchemeTask) {
      handler.webView(view, stop: task)
      task.isStopped = true
    }

    // MARK: Answers

    @Test func answersDocumentsAndWhatBelongsToThem() async {
      registry.stub(.get("https://page.test/").respond(.html("<img src=logo.png>")))
      registry.stub(
        .get("https://page.test/logo.png").respond(
          .data(Data("PNG".utf8), contentType: "image/png")))
      let page = await load("https://page.test/")
      #expect(page.events == [.response(200), .data("<img src=logo.png>"), .finish])
      #expect(page.response?.mimeType == "text/html")
      let logo = await load("https://page.test/logo.png")
      #expect(logo.events == [.response(200), .data("PNG"), .finish])
      #expect(logo.response?.url?.absoluteString == "https://page.test/logo.png")
      #expect(registry.requests.count == 2)
    }

    @Test func sendsNoDataWhereThereIsNone() async {
      registry.stub(.everything.respond(.status(204)))
      #expect(await load("https://page.test/").events == [.response(204), .finish])
    }

    @Test func handsOverMethodHeadersAndBody() async {
      registry.stub(
        .post("/form").header("X-A", "1").body("name=ada").respond { request in
          .text("\(request.method) \(request.text ?? "")")
        })
      let sent = request("POST", "https://page.test/form", headers: ["X-A": "1"], body: "name=ada")
      #expect(await load(sent).events.contains(.data("POST name=ada")))
    }

    // MARK: Failures

    @Test func refusalsReachThePageAndTheTest() async {
      let task = await load("https://page.test/unknown")
      #expect(task.events == [.failure])
      #expect(task.error is UnstubbedRequestError)
      #expect(recorder.failures.count == 1)
      #expect(recorder.texts.first?.contains(#".get("https://page.test/unknown")"#) == true)
    }

    @Test func failsWithTheErrorOfAStub() async {
      registry.stub(.everything.respond(.failure(.notConnectedToInternet)))
      let task = await load("https://page.test/")
      #expect(task.events == [.failure])
      #expect((task.error as? URLError)?.code == .notConnectedToInternet)
    }

    @Test func failsARequestWithoutAURL() async {
      var broken = request()
      broken.url = nil
      let task = await load(broken)
      #expect((task.error as? URLError)?.code == .badURL)
    }

    // MARK: Redirects

    @Test func followsRedirectsAndSaysWhereTheyLed() async {
      registry.stub(.get("https://page.test/old").respond(.redirect(to: "/new#part")))
      registry.stub(
        .get("https://page.test/new").respond(.redirect(to: "https://other.test/", status: 307)))
      registry.stub(.get("https://other.test/").respond(.html("there")))
      let task = await load("https://page.test/old")
      #expect(task.events == [.response(200), .data("there"), .finish])
      #expect(task.response?.url?.absoluteString == "https://other.test/#part")
      #expect(registry.requests.map(\.url.path) == ["/old", "/new", "/"])
    }

    @Test(arguments: [
      (303, "GET", ""), (307, "POST", "a=1"), (302, "GET", ""), (308, "POST", "a=1"),
    ])
    func keepsTheBodyWhereTheStatusSaysSo(_ status: Int, _ method: String, _ body: String) async {
      registry.stub(.any("/next"))
      var sent = request("POST", "https://page.test/form")
      sent.httpBodyStream = InputStream(data: Data("a=1".utf8))
      // The stream is read by the first request, and can't be read again.
      registry.stub(.post("/form").body("a=1").respond(.redirect(to: "/next", status: status)))
      #expect(await load(sent).events == [.response(200), .finish])
      #expect(registry.requests.last?.method.rawValue == method)
      #expect(registry.requests.last?.text == body)
    }

    @Test func followsTwentyRedirectsAndNoMore() async {
      registry.stub(
        .get("/{number}").respond { request in
          let number = Int(request.parameters["number"] ?? "") ?? 0
          return number == 0 ? .text("arrived") : .redirect(to: "/\(number - 1)")
        })
      #expect(await load("https://page.test/20").events.contains(.data("arrived")))
      let task = await load("https://page.test/21")
      #expect((task.error as? URLError)?.code == .httpTooManyRedirects)
    }

    @Test func leadsNowhereBeyondHTTP() async {
      registry.stub(.get("/").respond(.redirect(to: "file:///etc/hosts")))
      let task = await load("https://page.test/")
      #expect((task.error as? URLError)?.code == .unsupportedURL)
    }

    @Test func refusalsSayWhichRedirectsLedThere() async {
      registry.stub(.get("/old").respond(.redirect(to: "/new")))
      let error = await load("https://page.test/old").error as? UnstubbedRequestError
      #expect(error?.request.url.path == "/new")
      #expect(error?.description.contains("https://page.test/old") == true)
    }

    // MARK: The real network

    @Test func passesThroughAndStaysThere() async throws {
      let server = try LocalServer { request in
        let head = request.target == "/old" ? "302 Found\r\nLocation: /new" : "200 OK"
        return ["HTTP/1.1 \(head)\r\nContent-Length: 4\r\nConnection: close\r\n\r\nreal"]
      }
      defer { server.stop() }
      registry.stub(.get("/old").respond(.passthrough))
      let task = await load(server.base + "/old")
      #expect(task.events == [.response(200), .data("real"), .finish])
      #expect(task.response?.url?.path == "/new")
      #expect(server.requests.map(\.target) == ["/old", "/new"])
      #expect(recorder.failures.isEmpty)
    }

    // MARK: Stops

    @Test func tellsAStoppedTaskNothing() async {
      let gate = Gate()
      registry.stub(
        .get("/slow").respond { _ in
          await gate.opened()
          return .text("late")
        })
      let task = RecordingSchemeTask(request("GET", "https://page.test/slow"))
      handler.webView(view, start: task)
      await gate.reached()
      #expect(handler.pending == 1)
      stop(task)
      #expect(handler.pending == 0)
      await gate.open()
      registry.stub(.get("/other"))
      _ = await load("https://page.test/other")
      #expect(task.events.isEmpty)
      #expect(task.misuses.isEmpty)
    }

    @Test(arguments: [RecordingSchemeTask.Event.response(200), .data("text"), .finish])
    func stopsWhereThePageStopsWhileItIsTold(_ last: RecordingSchemeTask.Event) async {
      registry.stub(.everything.respond(.text("text")))
      let task = RecordingSchemeTask(request())
      await withCheckedContinuation { continuation in
        task.react = { event in
          guard event == last else { return }
          stop(task)
          continuation.resume()
        }
        handler.webView(view, start: task)
      }
      // What follows a step follows it at once, on this actor.
      #expect(task.events.last == last)
      #expect(task.misuses.isEmpty)
      #expect(handler.pending == 0)
    }

    @Test func startsATaskAgainThatWasStopped() async throws {
      let handle = registry.stub(.everything.respond(.never, .text("again")))
      let task = RecordingSchemeTask(request())
      handler.webView(view, start: task)
      _ = try await handle.nextRequest(timeout: .seconds(60))
      handler.webView(view, stop: task)
      handler.webView(view, stop: task)
      handler.webView(view, start: task)
      await task.end()
      #expect(task.events == [.response(200), .data("again"), .finish])
      #expect(handler.pending == 0)
    }

    @Test func letsGoOfWhatNeverEnds() async throws {
      let handle = registry.stub(.everything.respond(.never))
      let (ends, end) = AsyncStream<Never>.makeStream()
      weak var gone: SchemeHandler?
      do {
        let handler = SchemeHandler(registry)
        let task = RecordingSchemeTask(request())
        let token = Token(end)
        task.react = { _ in _ = token }
        handler.webView(view, start: task)
        gone = handler
        _ = try await handle.nextRequest(timeout: .seconds(60))
        #expect(handler.pending == 1)
      }
      #expect(gone == nil)
      // The task goes when its load has noticed.
      for await _ in ends {}
    }

    @Test func keepsManyApart() async {
      registry.stub(.get("/{id}").respond { request in .text(request.parameters["id"] ?? "") })
      let tasks = (0..<200).map { RecordingSchemeTask(request("GET", "https://page.test/\($0)")) }
      for (index, task) in tasks.enumerated() {
        handler.webView(view, start: task)
        if index % 3 == 0 { stop(tasks[index / 2]) }
      }
      for task in tasks where !task.isStopped { await task.end() }
      for (index, task) in tasks.enumerated() {
        #expect(task.misuses.isEmpty)
        if !task.isStopped { #expect(task.events.contains(.data("\(index)"))) }
      }
      #expect(handler.pending == 0)
    }
  }

  /// Ends a stream when nobody holds it any more.
  private final class Token: Sendable {
    private let end: AsyncStream<Never>.Continuation

    init(_ end: AsyncStream<Never>.Continuation) { self.end = end }

    deinit { end.finish() }
  }

  /// A place where a responder waits until the test goes on.
  private actor Gate {
    private var isOpen = false
    private var isReached = false
    private var waiting: [CheckedContinuation<Void, Never>] = []
    private var arrival: CheckedContinuation<Void, Never>?

    func opened() async {
      isReached = true
      arrival?.resume()
      arrival = nil
      guard !isOpen else { return }
      await withCheckedContinuation { waiting.append($0) }
    }

    func reached() async {
      guard !isReached else { return }
      await withCheckedContinuation { arrival = $0 }
    }

    func open() {
      isOpen = true
      for waiter in waiting { waiter.resume() }
      waiting = []
    }
  }
#endif
