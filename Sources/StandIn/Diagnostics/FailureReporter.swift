import Foundation

/// Where failures go: to the running test, through the integration with its framework.
package protocol FailureReporter: Sendable {
  /// Makes the test fail; called from any thread, at once when something went wrong.
  func report(_ failure: Failure)

  /// A reporter for what becomes of a request that the running task makes: asked for only where a failure is likely.
  func inContext() -> any FailureReporter

  /// Makes the test fail, and returns when it has.
  func reportAndWait(_ failure: Failure) async
}

extension FailureReporter {
  package func inContext() -> any FailureReporter { self }

  package func reportAndWait(_ failure: Failure) async { report(failure) }
}

/// Something that a test should fail for: facts, and the text a reader sees.
package struct Failure: Sendable {
  package var text: String
  /// The line to point at, where one is known.
  package var location: SourceLocation?

  package init(text: String, location: SourceLocation? = nil) {
    self.text = text
    self.location = location.flatMap { $0.isElsewhere ? nil : $0 }
  }

  package init(_ invalid: InvalidStubError) {
    self.init(text: invalid.description, location: invalid.location)
  }
}

extension Int {
  /// The number as a count of uses.
  var times: String {
    switch self {
    case 0: "never"
    case 1: "once"
    default: "\(self) times"
    }
  }
}

/// Writes failures to standard error: used where no test framework is.
package struct StandardErrorReporter: FailureReporter {
  package init() {}

  package func report(_ failure: Failure) {
    // Where standard error is closed, there is nobody to tell.
    try? FileHandle.standardError.write(contentsOf: Data("StandIn: \(failure.text)\n".utf8))
  }
}
