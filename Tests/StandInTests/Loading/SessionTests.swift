import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Sessions that answer from a registry.
struct SessionTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  private func text(_ session: URLSession, _ url: String = "https://api.test/a") async throws
    -> String
  {
    String(decoding: try await session.data(for: request("GET", url)).0, as: UTF8.self)
  }

  @Test func everyWayToASessionLeadsToTheRegistry() async throws {
    registry.stub(.get("/a").respond(.text("stub")))
    let intercepted = URLSessionConfiguration.default
    registry.intercept(intercepted)
    registry.intercept(intercepted)
    let sessions = [
      registry.session, registry.makeSession(), URLSession.stubbed(by: registry),
      URLSession(configuration: .stubbed(by: registry)), URLSession(configuration: intercepted),
    ]
    for session in sessions {
      #expect(try await text(session) == "stub")
    }
    #expect(registry.session === registry.session)
    #expect(URLSessionConfiguration.stubbed(by: registry).urlCache == nil)
    let own: AnyClass? = intercepted.protocolClasses?.first
    #expect(intercepted.protocolClasses?.filter { $0 == own }.count == 1)
  }

  @Test func registriesDoNotMeet() async throws {
    let other = StubRegistry.recorded().registry
    registry.stub(.get("/a").respond(.text("one")))
    other.stub(.get("/a").respond(.text("other")))
    async let one = text(registry.session)
    async let two = text(other.session)
    #expect(try await (one, two) == ("one", "other"))
    #expect(registry.requests.count == 1)
    #expect(other.requests.count == 1)
  }

  @Test func completionHandlersAndDelegatesAreServed() async throws {
    registry.stub(.get("/a").respond(.json([1, 2])))
    registry.stub(.get("/fails").respond(.failure(.cannotFindHost)))
    let url = try #require(URL(string: "https://api.test/a"))
    let session = registry.session
    let (data, status) = await withCheckedContinuation { continuation in
      session.dataTask(with: url) { data, response, _ in
        continuation.resume(returning: (data, (response as? HTTPURLResponse)?.statusCode))
      }.resume()
    }
    #expect(data == Data("[1,2]".utf8))
    #expect(status == 200)

    let delegate = CollectingDelegate()
    let delegated = registry.makeSession(delegate: delegate, delegateQueue: nil)
    delegated.dataTask(with: url).resume()
    #expect(await delegate.next() == .init(status: 200, body: Data("[1,2]".utf8), error: nil))
    delegated.dataTask(with: request("GET", "https://api.test/fails")).resume()
    #expect(await delegate.next() == .init(status: nil, body: Data(), error: .cannotFindHost))
    delegated.invalidateAndCancel()
  }

  @Test func bodiesOfUploadsAreSeen() async throws {
    registry.stub(.post("/a").body("from data").respond(.text("data")))
    registry.stub(.post("/a").body(json: ["from": "file"]).respond(.text("file")))
    registry.stub(.post("/a").body("from stream").respond(.text("stream")))
    let session = registry.session
    let post = request("POST", "https://api.test/a")
    #expect(
      try await session.upload(for: post, from: Data("from data".utf8)).0 == Data("data".utf8))
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("body.json")
    try Data(#"{"from": "file"}"#.utf8).write(to: file)
    #expect(try await session.upload(for: post, fromFile: file).0 == Data("file".utf8))
    var streamed = post
    streamed.httpBodyStream = InputStream(data: Data("from stream".utf8))
    #expect(try await session.data(for: streamed).0 == Data("stream".utf8))
    #expect(registry.requests.map(\.text) == ["from data", #"{"from": "file"}"#, "from stream"])
  }

  /// A stream can be read but once, and on Linux one that is asked for the error it does not have traps.
  @Test func aStreamThatCanNotBeReadFailsTheRequest() async throws {
    registry.unstubbedRequestPolicy = .throwError
    registry.stub(
      .post("/a").respond(.text("any")), .post("/a").body("once").respond(.text("once")))
    var streamed = request("POST", "https://api.test/a")
    streamed.httpBodyStream = InputStream(data: Data("once".utf8))
    #expect(registry.explain(streamed).contains(#"→ .post("/a").body("once")"#))
    #expect(registry.explain(streamed).contains(#"→ .post("/a").respond"#))
    let exhausted = await #expect(throws: URLError.self) {
      try await registry.session.data(for: streamed)
    }
    #expect(exhausted?.code == .requestBodyStreamExhausted)
    var missing = request("POST", "https://api.test/a")
    missing.httpBodyStream = InputStream(fileAtPath: "/nowhere/to/be/found")
    await #expect(throws: (any Error).self) { try await registry.session.data(for: missing) }
  }

  @Test func sessionsMayOutliveTheirRegistry() async throws {
    let session = StubRegistry().session
    let error = await #expect(throws: (any Error).self) { try await text(session) }
    #expect(
      error?.localizedDescription == """
        GET https://api.test/a came through a session whose StubRegistry no longer exists: keep a reference to the \
        registry as long as its sessions are used.
        """)
    // This one keeps its registry.
    let keeping = URLSession.stubbed(by: Self.madeInside("kept"))
    #expect(try await text(keeping) == "kept")
    keeping.invalidateAndCancel()
  }

  private static func madeInside(_ text: String) -> StubRegistry {
    let registry = StubRegistry()
    registry.stub(.everything.respond(.text(text)))
    return registry
  }

  @Test(arguments: [true, false])
  func cancellingCompletesOnce(_ isSlowResponder: Bool) async throws {
    let responds: Stub = .get("/a").respond { _ in
      try await Task.sleep(for: .seconds(60))
      return .status(200)
    }
    let handle = registry.stub(
      isSlowResponder ? responds : .get("/a").respond(.status(200).delayed(by: .seconds(60))))
    let session = registry.session
    let completions = Locked(0)
    let error: (any Error)? = await withCheckedContinuation { continuation in
      let task = session.dataTask(with: request("GET", "https://api.test/a")) { _, _, error in
        completions.withLock { $0 += 1 }
        continuation.resume(returning: error)
      }
      task.resume()
      Task {
        _ = try await handle.nextRequest()
        task.cancel()
      }
    }
    #expect((error as? URLError)?.code == .cancelled)
    #expect(completions.withLock { $0 } == 1)
  }

  @Test func aResumedTaskIsAnsweredOnce() async throws {
    let handle = registry.stub(
      .get("/a").respond(.text("late").delayed(by: .milliseconds(20))).once())
    let session = registry.session
    let data: Data? = await withCheckedContinuation { continuation in
      let task = session.dataTask(with: request("GET", "https://api.test/a")) { data, _, _ in
        continuation.resume(returning: data)
      }
      task.resume()
      Task {
        _ = try await handle.nextRequest()
        task.suspend()
        task.resume()
        task.resume()
      }
    }
    #expect(data == Data("late".utf8))
    #expect(handle.count == 1)
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func servesHundredsAtOnce() async throws {
    registry.stub(.get("/plain/{n}").respond { .text($0.parameters["n"] ?? "") })
    registry.stub(.get("/fixed").respond(.text("fixed")))
    registry.stub(.get("/late").respond(.text("late").delayed(by: .milliseconds(1))))
    let registry = registry
    let session = registry.session
    let wrong = await withTaskGroup(of: Int.self) { group in
      for n in 0..<600 {
        group.addTask {
          let (path, expected) =
            switch n % 3 {
            case 0: ("plain/\(n)", "\(n)")
            case 1: ("fixed", "fixed")
            default: ("late", "late")
            }
          if n.isMultiple(of: 7) { registry.stub(.get("/other/\(n)")).remove() }
          let data = try? await session.data(for: request("GET", "https://api.test/\(path)")).0
          return data == Data(expected.utf8) ? 0 : 1
        }
      }
      return await group.reduce(0, +)
    }
    #expect(wrong == 0)
    #expect(registry.requests.count == 600)
  }
}

/// Collects what a data task's delegate is told, until the task completes.
final class CollectingDelegate: NSObject, URLSessionDataDelegate, Sendable {
  struct Outcome: Equatable, Sendable {
    var status: Int?
    var body = Data()
    var error: URLError.Code?
  }

  private let current = Locked(Outcome())
  private let outcomes: AsyncStream<Outcome>
  private let finished: AsyncStream<Outcome>.Continuation

  override init() {
    (outcomes, finished) = AsyncStream.makeStream()
  }

  func next() async -> Outcome? {
    await outcomes.first { _ in true }
  }

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    current.withLock { $0.status = (response as? HTTPURLResponse)?.statusCode }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    current.withLock { $0.body.append(data) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let outcome = current.withLock { current in
      defer { current = Outcome() }
      current.error = (error as? URLError)?.code
      return current
    }
    finished.yield(outcome)
  }
}
