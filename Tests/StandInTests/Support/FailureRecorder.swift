import StandIn

/// Collects failures instead of failing a test.
final class FailureRecorder: FailureReporter {
  private let recorded = Locked<[Failure]>([])

  var failures: [Failure] { recorded.withLock { $0 } }
  var texts: [String] { failures.map(\.text) }

  func report(_ failure: Failure) {
    recorded.withLock { $0.append(failure) }
  }
}

extension StubRegistry {
  /// A registry whose failures go to a recorder.
  static func recorded() -> (registry: StubRegistry, recorder: FailureRecorder) {
    let recorder = FailureRecorder()
    return (StubRegistry(parent: nil, reporter: recorder), recorder)
  }
}
