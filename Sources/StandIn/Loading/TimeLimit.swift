import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How long a request may go without progress, which URLSession does not enforce for custom protocols.
struct TimeLimit: Sendable {
  private let duration: Duration

  /// The limit in seconds.
  var seconds: TimeInterval { duration / .seconds(1) }

  /// The limit of a request in a session.
  ///
  /// - Parameters:
  ///   - request: The request; its interval counts unless it is the 60 seconds that every request has at first.
  ///   - sessionInterval: The session's `timeoutIntervalForRequest`, in seconds.
  init(_ request: URLRequest, sessionInterval: TimeInterval?) {
    let own = request.timeoutInterval
    let seconds = own == 60 ? sessionInterval ?? own : own
    // Neither an interval that is no number nor one of zero is a limit.
    let longest = 1e9
    duration = .seconds(seconds > 0 && seconds < longest ? seconds : longest)
  }

  /// Waits for a delay of an answer.
  ///
  /// - Throws: `URLError.timedOut` after the limit where the delay is longer, `LoadStopped` when the task is over.
  func wait(_ delay: Duration?, _ url: URL) async throws {
    guard let delay, delay > .zero else { return }
    guard (try? await Task.sleep(for: min(delay, duration))) != nil else { throw LoadStopped() }
    if delay > duration { throw URLError(.timedOut, failing: url) }
  }

  /// Waits for what somebody hands over, but no longer than the limit.
  ///
  /// - Throws: `URLError.timedOut` after the limit, `LoadStopped` when the task is over.
  func awaiting<Result: Sendable>(
    _ url: URL, _ ask: (@escaping @Sendable (Result) -> Void) -> Void
  ) async throws -> Result {
    let outcome = FirstResult<Result>()
    let timer = timer(url, outcome)
    defer { timer.cancel() }
    ask { outcome.settle(.success($0)) }
    return try await outcome.value
  }

  private func timer<Result>(
    _ url: URL, _ outcome: FirstResult<Result>, work: Task<Void, Never>? = nil
  ) -> Task<Void, Never> {
    Task { [duration] in
      guard (try? await Task.sleep(for: duration)) != nil else { return }
      outcome.settle(.failure(URLError(.timedOut, failing: url)))
      // At once, though not before: who waits may take a while to come to it, and the work is not to go on that long.
      work?.cancel()
    }
  }

  /// Runs user code, but waits for it no longer than the limit.
  ///
  /// - Throws: `URLError.timedOut` after the limit, `LoadStopped` when the task is over.
  func limiting<Result: Sendable>(
    _ url: URL, _ operation: @escaping @Sendable () async -> Result
  ) async throws -> Result {
    let outcome = FirstResult<Result>()
    let work = UserCode.run { outcome.settle(.success(await operation())) }
    let timer = timer(url, outcome, work: work)
    defer {
      work.cancel()
      timer.cancel()
    }
    return try await withTaskCancellationHandler {
      try await outcome.value
    } onCancel: {
      work.cancel()
    }
  }
}
