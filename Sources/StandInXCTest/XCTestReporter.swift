import Foundation
import StandIn
import XCTest

/// Fails the running test.
struct XCTestReporter: FailureReporter {
  func report(_ failure: Failure) {
    if let location = failure.location {
      XCTFail(failure.text, file: location.filePath, line: location.line)
    } else {
      XCTFail(failure.text, file: "<unknown>", line: 0)
    }
  }
}

/// Serves registries that a test made itself, and helpers that know of no test case.
final class XCTestAmbience: Ambience {
  static var registry: StubRegistry? { isXCTest ? TestRegistries.ofRunningTest : nil }

  static var reporter: (any FailureReporter)? {
    guard isXCTest else { return nil }
    switch TestRegistries.isTestRunning {
    case true?: return XCTestReporter()
    case false?: return nil
    // It is not known whether there is a test to fail, and nothing must be lost.
    case nil: return BothReporters()
    }
  }

  /// Whether this process runs XCTest's tests: those of Swift Testing stand in the same binary, and run in another one.
  private static let isXCTest: Bool = {
    let arguments = ProcessInfo.processInfo.arguments
    guard !arguments.contains("swift-testing") else { return false }
    return arguments.first?.hasSuffix(".xctest") == true
      || ProcessInfo.processInfo.processName == "xctest"
      || ProcessInfo.processInfo.environment["XCTestConfigurationFilePath"] != nil
  }()
}

private struct BothReporters: FailureReporter {
  func report(_ failure: Failure) {
    StandardErrorReporter().report(failure)
    XCTestReporter().report(failure)
  }
}
