import Foundation
import StandIn
import XCTest

/// The registries of the running tests.
enum TestRegistries {
  private static let registries = Locked<[ObjectIdentifier: StubRegistry]>([:])
  /// Set up with the first registry: XCTest keeps its observers for the life of the process.
  private static let observer: TestEndObserver = {
    let observer = TestEndObserver()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  static func registry(of testCase: XCTestCase) -> StubRegistry {
    _ = observer
    let id = ObjectIdentifier(testCase)
    let (registry, isNew) = registries.withLock { registries in
      if let known = registries[id] { return (known, false) }
      let made = StubRegistry(parent: nil, reporter: XCTestReporter())
      registries[id] = made
      return (made, true)
    }
    guard isNew else { return registry }
    registry.start()
    // A failure counts until the test has ended, so expectations are verified here and the scope ends a little later:
    // requests in `tearDown` still find their stubs.
    testCase.addTeardownBlock { registry.verify() }
    return registry
  }

  fileprivate static func end(_ testCase: XCTestCase) {
    registries.withLock { $0.removeValue(forKey: ObjectIdentifier(testCase)) }?
      .endScope(testCase.name)
  }
}

private final class TestEndObserver: NSObject, XCTestObservation, Sendable {
  func testCaseDidFinish(_ testCase: XCTestCase) {
    TestRegistries.end(testCase)
  }
}

/// Fails the running test.
private struct XCTestReporter: FailureReporter {
  func report(_ failure: Failure) {
    if let location = failure.location {
      XCTFail(failure.text, file: location.filePath, line: location.line)
    } else {
      XCTFail(failure.text, file: "<unknown>", line: 0)
    }
  }
}
