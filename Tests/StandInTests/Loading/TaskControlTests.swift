import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Cancelling, suspending, resuming and invalidating, at every moment.
struct TaskControlTests {
  /// The moment at which something happens to a task.
  enum Moment: String, CaseIterable, Sendable {
    case beforeTheStart, inAClosure, inADelay, betweenPieces, whileNobodyAnswers, afterARedirect
    case inADownload, afterTheLastByte

    var stub: Stub {
      switch self {
      case .beforeTheStart, .afterTheLastByte: .get("/a").respond(.text("done"))
      case .inAClosure:
        .get("/a").respond { _ in
          try await Task.sleep(for: .milliseconds(400))
          return .text("done")
        }
      case .inADelay: .get("/a").respond(.text("done").delayed(by: .milliseconds(400)))
      case .betweenPieces, .inADownload:
        .get("/a").respond(.text("done").chunked(into: 4, every: .milliseconds(100)))
      case .whileNobodyAnswers: .get("/a").respond(.never)
      case .afterARedirect: .get("/a").respond(.redirect(to: "/b"))
      }
    }
  }

  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
    registry.stub(.get("/b").respond(.text("done").delayed(by: .milliseconds(400))))
  }

  /// A task that counts its completions.
  private final class Counted: Sendable {
    let completions = Locked(0)
    let outcome = Locked(TaskOutcome())

    func complete(_ data: Data?, _ response: URLResponse?, _ error: (any Error)?) {
      outcome.withLock { outcome in
        outcome.body = data
        outcome.error = error
        outcome.take(response)
      }
      // Last: who sees it looks at the outcome.
      completions.withLock { $0 += 1 }
    }

    var isDone: Bool { completions.withLock { $0 } > 0 }
  }

  private func start(_ moment: Moment, in session: URLSession) -> (URLSessionTask, Counted) {
    let counted = Counted()
    let sent = request("GET", "https://api.test/a")
    let task: URLSessionTask
    if moment == .inADownload {
      task = session.downloadTask(with: sent) { file, response, error in
        counted.complete(file.flatMap { try? TaskRunner.moved($0) }, response, error)
      }
    } else {
      task = session.dataTask(with: sent) { counted.complete($0, $1, $2) }
    }
    return (task, counted)
  }

  private func reach(_ moment: Moment, _ task: URLSessionTask, _ counted: Counted) async throws {
    guard moment != .beforeTheStart else { return }
    task.resume()
    if moment == .afterTheLastByte {
      try await wait { counted.isDone }
    } else {
      try await wait { !registry.requests.isEmpty }
      try await Task.sleep(for: .milliseconds(5))
    }
  }

  private func wait(_ condition: () -> Bool) async throws {
    for _ in 0..<2_000 where !condition() { try await Task.sleep(for: .milliseconds(5)) }
    try #require(condition())
  }

  @Test(arguments: Moment.allCases)
  func cancellingEndsTheTaskOnce(_ moment: Moment) async throws {
    registry.stub(moment.stub)
    let session = registry.makeSession()
    let (task, counted) = start(moment, in: session)
    try await reach(moment, task, counted)
    task.cancel()
    task.cancel()
    // A task that never began must be resumed for nothing to come of it.
    task.resume()
    try await wait { counted.isDone }
    try await Task.sleep(for: .milliseconds(60))
    #expect(counted.completions.withLock { $0 } == 1)
    let outcome = counted.outcome.withLock { $0 }
    if moment == .afterTheLastByte {
      #expect(outcome.text == "done")
    } else {
      #expect(outcome.code == .cancelled)
    }
    #expect(recorder.texts == [])
  }

  @Test(arguments: Moment.allCases)
  func aSuspendedTaskGoesOnWhenResumed(_ moment: Moment) async throws {
    guard moment != .whileNobodyAnswers else { return }
    let handle = registry.stub(moment.stub.once())
    let session = registry.makeSession()
    let (task, counted) = start(moment, in: session)
    try await reach(moment, task, counted)
    task.suspend()
    // Longer than it would have taken.
    try await Task.sleep(for: .milliseconds(600))
    if moment != .afterTheLastByte { #expect(!counted.isDone) }
    task.resume()
    // Once more than it was suspended.
    task.resume()
    try await wait { counted.isDone }
    #expect(counted.completions.withLock { $0 } == 1)
    #expect(counted.outcome.withLock { $0 }.text == "done")
    #expect(handle.count == 1)
    #expect(recorder.texts == [])
  }

  @Test(arguments: [
    Stub.get("/a").respond { _ in .text("done") }, .get("/a").respond(.text("done")),
    .get("/a").respond(.text("done").delayed(by: .milliseconds(1))),
    .get("/a").respond(.text("done").chunked(into: 4, every: .zero)),
  ])
  func suspendingAndResumingAtOnceLosesNothing(_ stub: Stub) async throws {
    registry.stub(stub)
    let session = registry.makeSession()
    for _ in 0..<100 {
      let (task, counted) = start(.inAClosure, in: session)
      task.resume()
      task.suspend()
      task.resume()
      try await wait { counted.isDone }
      #expect(counted.outcome.withLock { $0 }.text == "done")
    }
  }

  @Test func piecesAreNeitherLostNorDoubledBySuspending() async throws {
    let bytes = Data((0..<200).map { UInt8($0) })
    registry.stub(
      .get("/a").respond(
        .data(bytes, contentType: "x/y").chunked(into: 40, every: .milliseconds(1))))
    let delegate = RecordingDelegate()
    let session = registry.makeSession(delegate: delegate)
    let task = session.dataTask(with: request("GET", "https://api.test/a"))
    let disturbance = Task {
      for _ in 0..<10 {
        try await Task.sleep(for: .milliseconds(3))
        task.suspend()
        try await Task.sleep(for: .milliseconds(3))
        task.resume()
      }
    }
    let outcome = await delegate.outcome(of: task)
    try await disturbance.value
    #expect(outcome.body == bytes)
    #expect(delegate[\.pieces].count == 40)
    #expect(delegate[\.completions] == 1)
  }

  @Test(arguments: Moment.allCases)
  func invalidatingAndCancellingEndsTheTask(_ moment: Moment) async throws {
    registry.stub(moment.stub)
    let session = registry.makeSession()
    let (task, counted) = start(moment, in: session)
    try await reach(moment, task, counted)
    guard moment != .beforeTheStart else { return }
    session.invalidateAndCancel()
    try await wait { counted.isDone }
    try await Task.sleep(for: .milliseconds(60))
    #expect(counted.completions.withLock { $0 } == 1)
    #expect(
      counted.outcome.withLock { $0 }.code == (moment == .afterTheLastByte ? nil : .cancelled))
  }

  @Test func finishingAndInvalidatingLetsTasksFinish() async throws {
    registry.stub(.get("/a").respond(.text("done").delayed(by: .milliseconds(30))))
    let session = registry.makeSession()
    let (task, counted) = start(.inADelay, in: session)
    task.resume()
    session.finishTasksAndInvalidate()
    try await wait { counted.isDone }
    #expect(counted.outcome.withLock { $0 }.text == "done")
  }

  @Test func aCancelledTaskOfSwiftIsCancelled() async throws {
    let handle = registry.stub(.get("/a").respond(.never))
    let session = registry.session
    let task = Task { try await session.download(for: request("GET", "https://api.test/a")) }
    _ = try await handle.nextRequest()
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }
}
