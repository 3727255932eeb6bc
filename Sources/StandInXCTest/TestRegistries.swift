import Foundation
import StandIn
import XCTest

/// The registries of the running tests.
enum TestRegistries {
  /// What is known of the test that runs.
  private enum Running {
    /// Nothing yet: XCTest tells only those who have asked before a test began.
    case unknown
    case none
    case test(UncheckedTestCase)
  }

  private struct State {
    var running = Running.unknown
    var registries: [ObjectIdentifier: StubRegistry] = [:]
    /// The registry of a test that is not known yet.
    var unclaimed: StubRegistry?
  }

  private static let state = Locked(State())
  /// Set up with the first registry: XCTest keeps its observers for the life of the process.
  private static let observer: TestObserver = {
    let observer = TestObserver()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  /// The registry of a test, made when it is first asked for.
  static func registry(of testCase: XCTestCase) -> StubRegistry {
    _ = observer
    let id = ObjectIdentifier(testCase)
    let isOver = testCase.testRun?.stopDate != nil
    let (registry, isKnown, hasBegun) = state.withLock { state in
      if let known = state.registries[id] { return (known, true, true) }
      let unclaimed = state.unclaimed
      state.unclaimed = nil
      let made = unclaimed ?? StubRegistry(parent: nil, reporter: XCTestReporter())
      if !isOver { state.registries[id] = made }
      return (made, false, unclaimed != nil)
    }
    guard !isKnown else { return registry }
    guard !isOver else {
      registry.endScope(testCase.name)
      return registry
    }
    if !hasBegun { registry.beginScope(ofTask: false) }
    // A failure counts until the test has ended, so expectations are verified here, and the scope ends a little later:
    // requests in `tearDown` still find their stubs.
    if takesTeardownBlocks(testCase) { testCase.addTeardownBlock { registry.verify() } }
    return registry
  }

  /// The registry of whatever test runs; nil where none does.
  static var ofRunningTest: StubRegistry? {
    _ = observer
    let (running, unclaimed) = state.withLock { ($0.running, $0.unclaimed) }
    switch running {
    case .none: return nil
    case .test(let test): return registry(of: test.testCase)
    case .unknown:
      if let unclaimed { return unclaimed }
      let made = StubRegistry(parent: nil, reporter: XCTestReporter())
      state.withLock { $0.unclaimed = made }
      made.beginScope(ofTask: false)
      return made
    }
  }

  /// Whether a test runs; nil where that is not known.
  static var isTestRunning: Bool? {
    _ = observer
    return state.withLock { state in
      switch state.running {
      case .unknown: nil
      case .none: false
      case .test: true
      }
    }
  }

  /// NB: XCTest ends the process when a block is added after the test's blocks have been taken, as in `tearDown`.
  private static func takesTeardownBlocks(_ testCase: XCTestCase) -> Bool {
    guard let blocks = Reflected.value("teardownBlocksState", of: testCase) else { return true }
    return Reflected.value("wasFinalized", of: blocks) as? Bool != true
  }

  fileprivate static func begin(_ testCase: XCTestCase) {
    state.withLock { $0.running = .test(UncheckedTestCase(testCase: testCase)) }
  }

  fileprivate static func end(_ testCase: XCTestCase) {
    let ended = state.withLock { state in
      state.running = .none
      defer { state.unclaimed = nil }
      return [state.registries.removeValue(forKey: ObjectIdentifier(testCase)), state.unclaimed]
    }
    for registry in ended { registry?.endScope(testCase.name) }
  }
}

/// SAFETY: XCTest runs one test at a time; what is used of its case is its name, its run and its teardown blocks.
private struct UncheckedTestCase: @unchecked Sendable {
  let testCase: XCTestCase
}

private final class TestObserver: NSObject, XCTestObservation, Sendable {
  func testCaseWillStart(_ testCase: XCTestCase) {
    TestRegistries.begin(testCase)
  }

  func testCaseDidFinish(_ testCase: XCTestCase) {
    TestRegistries.end(testCase)
  }
}
