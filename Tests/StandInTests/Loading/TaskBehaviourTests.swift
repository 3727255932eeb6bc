import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Foundation's documented behaviour of tasks, in all styles.
struct TaskBehaviourTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder
  private static let ada = "https://api.test/ada"

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  // MARK: Bodies

  @Test(arguments: TaskStyle.allCases)
  func bodiesOfEverySourceAreSeen(_ style: TaskStyle) async throws {
    registry.stub(
      .post("/ada").respond { request in .text("\(request.body.count) \(request.text ?? "")") })
    let runner = TaskRunner(
      registry, style,
      delegate: RecordingDelegate(bodyStream: { InputStream(data: Data("needed".utf8)) }))
    let post = request("POST", Self.ada)
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("body.txt")
    try Data("from file".utf8).write(to: file)
    var streamed = post
    streamed.httpBodyStream = InputStream(data: Data("from stream".utf8))
    // What the request itself carries is not what an upload sends.
    let decoy = request("POST", Self.ada, body: "not sent")

    #expect(
      await runner.run(.data, request("POST", Self.ada, body: "in request")).text == "10 in request"
    )
    #expect(await runner.run(.data, streamed).text == "11 from stream")
    #expect(await runner.run(.upload(Data("from data".utf8)), decoy).text == "9 from data")
    #expect(await runner.run(.upload(Data()), post).text == "0 ")
    #expect(await runner.run(.uploadFile(file), post).text == "9 from file")
    if style != .taskDelegate {
      #expect(await runner.run(.uploadStream, post).text == "6 needed")
      #expect(runner.delegate[\.sent].sorted() == [0, 6, 9, 9])
    } else {
      #expect(runner.delegate[\.sent].sorted() == [0, 9, 9])
    }
    #expect(registry.requests.map(\.text).contains("from file"))
  }

  @Test(arguments: TaskStyle.allCases)
  func bodiesDecideAboutStubs(_ style: TaskStyle) async throws {
    registry.stub(.put("/ada").body(json: ["n": 1]).respond(.text("one")))
    registry.stub(.put("/ada").body(json: ["n": 2]).respond(.text("two")))
    let runner = TaskRunner(registry, style)
    let put = request("PUT", Self.ada)
    #expect(await runner.run(.upload(Data(#"{"n": 1}"#.utf8)), put).text == "one")
    #expect(await runner.run(.upload(Data(#"{"n": 2.0}"#.utf8)), put).text == "two")
    let refused = await runner.run(.upload(Data(#"{"n": 3}"#.utf8)), put)
    #expect(refused.error is UnstubbedRequestError)
    #expect(refused.error?.localizedDescription.contains("body $.n: expected 2, got 3") == true)
  }

  @Test(arguments: TaskStyle.allCases)
  func aBodyThatCannotBeReadIsAnError(_ style: TaskStyle) async throws {
    registry.stub(.post("/ada").body("x"))
    let runner = TaskRunner(registry, style)
    let missing = URL(fileURLWithPath: "/nowhere/body.txt")
    let outcome = await runner.run(.uploadFile(missing), request("POST", Self.ada))
    #expect(outcome.error != nil)
    #expect(outcome.error is UnstubbedRequestError == false)
  }

  @Test(arguments: TaskStyle.allCases)
  func aStreamThatNeverEndsRunsIntoTheTimeLimit(_ style: TaskStyle) async throws {
    registry.stub(.post("/ada").body("x"))
    let runner = TaskRunner(registry, style)
    var endless = request("POST", Self.ada)
    let stream = EndlessStream()
    let isOver = stream.isOver
    endless.httpBodyStream = stream
    endless.timeoutInterval = 0.05
    let outcome = await runner.run(.data, endless)
    isOver.withLock { $0 = true }
    #expect(outcome.code == .timedOut)
    // When the stream ends after all, it is too late for a refusal.
    #expect(recorder.texts == [])
  }

  @Test func nobodyWaitsForABodyThatIsGivenUp() async throws {
    let stream = GatedStream()
    let (isReading, gate) = (stream.isReading, stream.gate)
    let body = RequestBody(reading: stream)
    // On threads of their own: what blocks must not hold up other tests.
    let finished = Locked(0)
    for _ in 0..<2 {
      Thread.detachNewThread {
        let bytes = body.bytes
        finished.withLock { $0 += bytes.isEmpty ? 1 : 100 }
      }
    }
    while !isReading.withLock({ $0 }) { try await Task.sleep(for: .milliseconds(5)) }
    body.expire()
    #expect(body.bytes == Data())
    #expect(body.failure != nil)
    gate.signal()
    while finished.withLock({ $0 }) < 2 { try await Task.sleep(for: .milliseconds(10)) }
    #expect(finished.withLock { $0 } == 2)
    #expect(body.bytes == Data())
  }

  @Test(arguments: TaskStyle.allCases)
  func aMissingFileFailsItsUploadWhoeverLooks(_ style: TaskStyle) async throws {
    registry.stub(.post("/ada"))
    let missing = URL(fileURLWithPath: "/nowhere/body.txt")
    let outcome = await TaskRunner(registry, style)
      .run(.uploadFile(missing), request("POST", Self.ada))
    #expect(outcome.code == .fileDoesNotExist)
  }

  @Test func anUploadsDelegateIsTold() async throws {
    registry.stub(.post("/ada"))
    let delegate = RecordingDelegate()
    let session = registry.session
    let post = request("POST", Self.ada)
    _ = try await session.upload(for: post, from: Data("12345".utf8), delegate: delegate)
    #expect(delegate[\.sent] == [5])
    // Nobody else is kept waiting, or is asked to read the file.
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("f")
    try Data(repeating: 1, count: 100_000).write(to: file)
    _ = try await session.upload(for: post, fromFile: file, delegate: delegate)
    #expect(delegate[\.sent] == [5, 100_000])
  }

  // MARK: Session headers and cookies

  @Test(arguments: TaskStyle.allCases)
  func sessionHeadersArePartOfTheRequest(_ style: TaskStyle) async throws {
    registry.stub(.get("/ada").header("X-Team", "blue").header("X-Own", "request"))
    let runner = TaskRunner(registry, style) { configuration in
      configuration.httpAdditionalHeaders = ["X-Team": "blue", "x-own": "session", "X-Number": "7"]
    }
    let sent = request("GET", Self.ada, headers: ["X-Own": "request"])
    #expect(await runner.run(.data, sent).status == 200)
    let seen = try #require(registry.requests.first)
    #expect(seen.header("X-Number") == "7")
    // A snippet holds only what the app set.
    #expect(
      seen.stubSnippet == """
        stub(
          .get("https://api.test/ada")
            .header("X-Own", "request")
            .respond(.status(200)))
        """)
  }

  @Test(arguments: TaskStyle.allCases)
  func cookiesAreKeptAndSent(_ style: TaskStyle) async throws {
    registry.stub(
      .get("/in").respond(
        .status(200).header("Set-Cookie", "a=1; Path=/").header(
          "Set-Cookie", "b=2; Path=/; HttpOnly")))
    registry.stub(.get("/ada").cookie("a", "1").cookie("b", "2").respond(.text("known")))
    let runner = TaskRunner(registry, style)
    _ = await runner.run(.data, request("GET", "https://api.test/in"))
    #expect(await runner.run(.data, request("GET", Self.ada)).text == "known")

    let strict = TaskRunner(registry, style) { $0.httpCookieAcceptPolicy = .never }
    _ = await strict.run(.data, request("GET", "https://api.test/in"))
    #expect(await strict.run(.data, request("GET", Self.ada)).error is UnstubbedRequestError)
  }

  // MARK: Pieces

  @Test(arguments: TaskStyle.allCases)
  func piecesAreWholeForHandlersAndSingleForDelegates(_ style: TaskStyle) async throws {
    let bytes = Data((0..<1_000).map { UInt8(truncatingIfNeeded: $0) })
    registry.stub(
      .get("/ada").respond(
        .data(bytes, contentType: "x/y").chunked(into: 7, every: .milliseconds(1))))
    registry.stub(.get("/few").respond(.text("ab").chunked(into: 9, every: .zero)))
    registry.stub(.get("/none").respond(.status(200).chunked(into: 3, every: .zero)))
    let runner = TaskRunner(registry, style)
    #expect(await runner.run(.data, request("GET", Self.ada)).body == bytes)
    if style == .sessionDelegate {
      #expect(runner.delegate[\.pieces].map(\.count) == [143, 143, 143, 143, 143, 143, 142])
    }
    #expect(await runner.run(.data, request("GET", "https://api.test/few")).text == "ab")
    #expect(await runner.run(.data, request("GET", "https://api.test/none")).text == "")
  }

  // MARK: Errors

  @Test(arguments: TaskStyle.allCases)
  func errorsComeBackAsTheSameValue(_ style: TaskStyle) async throws {
    enum Odd: Error, Equatable { case one(Int) }
    registry.stub(.get("/enum").respond(.failure(Odd.one(7))))
    registry.stub(
      .get("/ns").respond(.failure(NSError(domain: "Odd", code: 42, userInfo: ["k": "v"]))))
    registry.stub(.get("/url").respond(.failure(.dnsLookupFailed)))
    let runner = TaskRunner(registry, style)
    for kind in [TaskKind.data, .upload(Data("x".utf8)), .download] {
      func error(_ path: String) async -> (any Error)? {
        var sent = request("GET", "https://api.test\(path)")
        if case .upload = kind { sent.httpMethod = "GET" }
        return await runner.run(kind, sent).error
      }
      #expect(await error("/enum") as? Odd == .one(7))
      let ns = try #require(await error("/ns") as NSError?)
      #expect((ns.domain, ns.code, ns.userInfo["k"] as? String) == ("Odd", 42, "v"))
      let url = await error("/url") as? URLError
      #expect(url?.code == .dnsLookupFailed)
      #expect(url?.failingURL?.absoluteString == "https://api.test/url")
    }
  }

  // MARK: Time

  @Test(arguments: TaskStyle.allCases)
  func slowAnswersRunIntoTheTimeLimit(_ style: TaskStyle) async throws {
    registry.stub(.get("/delay").respond(.text("late").delayed(by: .seconds(60))))
    registry.stub(
      .get("/closure").respond { _ in
        try await Task.sleep(for: .seconds(60))
        return .status(200)
      })
    registry.stub(.get("/pieces").respond(.text("abc").chunked(into: 3, every: .seconds(60))))
    registry.stub(.get("/quick").respond(.text("quick").delayed(by: .milliseconds(1))))
    let runner = TaskRunner(registry, style) { $0.timeoutIntervalForRequest = 0.05 }
    for path in ["/delay", "/closure", "/pieces"] {
      let outcome = await runner.run(.data, request("GET", "https://api.test\(path)"))
      #expect(outcome.code == .timedOut)
      #expect((outcome.error as? URLError)?.failingURL?.path == path)
    }
    #expect(await runner.run(.data, request("GET", "https://api.test/quick")).text == "quick")
    // The request's own interval comes before the session's.
    var patient = request("GET", "https://api.test/patient")
    patient.timeoutInterval = 30
    registry.stub(.get("/patient").respond(.text("patient").delayed(by: .milliseconds(100))))
    #expect(await runner.run(.data, patient).text == "patient")
  }
}

/// A stream that has bytes for ever, a few at a time.
private final class EndlessStream: InputStream {
  /// It ends at last, so that no thread is left behind.
  let isOver = Locked(false)

  init() { super.init(data: Data()) }

  override func open() {}
  override func close() {}
  override var hasBytesAvailable: Bool { true }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
    Thread.sleep(forTimeInterval: 0.01)
    guard !isOver.withLock({ $0 }) else { return 0 }
    buffer[0] = 0
    return 1
  }
}
