import StandIn
import Testing

/// Records failures as issues of the test that they belong to.
///
/// An issue belongs to the test in whose task it is recorded. Code of the test records directly; what comes from elsewhere
/// is handed to a task of the test.
final class IssueReporter: FailureReporter {
  private let failures: AsyncStream<Failure>
  private let sink: AsyncStream<Failure>.Continuation

  /// Where the test is, for failures that know no better place.
  private let location: Testing.SourceLocation

  init(location: Testing.SourceLocation) {
    self.location = location
    (failures, sink) = AsyncStream.makeStream()
  }

  func report(_ failure: Failure) {
    if Test.current != nil {
      record(failure)
    } else if case .terminated = sink.yield(failure) {
      // The test is over.
      StandardErrorReporter().report(failure)
    }
  }

  /// Records what is reported from elsewhere, until `finish()`.
  func recordAll() async {
    for await failure in failures { record(failure) }
  }

  func finish() {
    sink.finish()
  }

  /// A reporter for what becomes of a request that the running task makes.
  ///
  /// It records from a task that inherits what the running one knows: its test, and that an issue may be expected.
  func inContext() -> any FailureReporter {
    Test.current == nil ? self : ContextReporter(self)
  }

  fileprivate func record(_ failure: Failure) {
    let location = failure.location.map {
      SourceLocation(
        fileID: "\($0.fileID)", filePath: "\($0.filePath)", line: Int($0.line),
        column: Int($0.column))
    }
    Issue.record(Comment(rawValue: failure.text), sourceLocation: location ?? self.location)
  }
}

/// Records in the context of the task that made it.
private final class ContextReporter: FailureReporter {
  private let failures: AsyncStream<(Failure, CheckedContinuation<Void, Never>?)>
  private let sink: AsyncStream<(Failure, CheckedContinuation<Void, Never>?)>.Continuation

  init(_ reporter: IssueReporter) {
    let (failures, sink) = AsyncStream<(Failure, CheckedContinuation<Void, Never>?)>.makeStream()
    self.failures = failures
    self.sink = sink
    Task {
      for await (failure, done) in failures {
        reporter.record(failure)
        done?.resume()
      }
    }
  }

  deinit {
    sink.finish()
  }

  func report(_ failure: Failure) {
    sink.yield((failure, nil))
  }

  func reportAndWait(_ failure: Failure) async {
    await withCheckedContinuation { sink.yield((failure, $0)) }
  }
}
