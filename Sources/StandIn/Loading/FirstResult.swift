/// A result that somebody waits for; the first one counts.
final class FirstResult<Value: Sendable>: Sendable {
  private struct State {
    var result: Result<Value, any Error>?
    var waiting: CheckedContinuation<Value, any Error>?
  }

  private let state = Locked(State())

  func settle(_ result: Result<Value, any Error>) {
    let waiting = state.withLock { state -> CheckedContinuation<Value, any Error>? in
      guard state.result == nil else { return nil }
      state.result = result
      return state.waiting
    }
    waiting?.resume(with: result)
  }

  /// The result, as soon as there is one.
  ///
  /// - Throws: The failure that came of it, `LoadStopped` when the task is over.
  var value: Value {
    get async throws {
      try await withTaskCancellationHandler {
        try await settled
      } onCancel: {
        settle(.failure(LoadStopped()))
      }
    }
  }

  private var settled: Value {
    get async throws {
      try await withCheckedThrowingContinuation { continuation in
        let known = state.withLock { state in
          if state.result == nil { state.waiting = continuation }
          return state.result
        }
        if let known { continuation.resume(with: known) }
      }
    }
  }
}
