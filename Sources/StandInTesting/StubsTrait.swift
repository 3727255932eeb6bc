@_exported public import StandIn
public import Testing

/// Gives each test, and each case of a parameterised one, a registry of its own.
///
/// ```swift
/// @Suite(.stubs(.get("https://api.example.com/me").respond(.json(["name": "Ada"]))))
/// struct AccountTests {
///   @Test func loads() async throws { … }
///
///   @Test(.stubs(.get("https://api.example.com/me").respond(.status(401))))
///   func signsOut() async throws { … }
/// }
/// ```
///
/// A suite's stubs apply afresh to each of its tests; a test's own come on top of them and win. Requests that no stub
/// answers, broken stubs and broken expectations are recorded as issues of the test they belong to, whatever thread they
/// come from, and other tests that run at the same time never notice.
public struct StubsTrait: TestTrait, SuiteTrait, TestScoping {
  let stubs: [Stub]
  /// Stubs that are expected one after the other.
  var ordered: [Stub] = []
  let policy: UnstubbedRequestPolicy?
  var unusedPolicy: UnusedStubPolicy?

  /// Whether a suite's trait goes for all tests in it: yes.
  public var isRecursive: Bool { true }

  /// Runs a test with its registry.
  ///
  /// - Parameters:
  ///   - test: The test.
  ///   - testCase: Its case; nil for the test as a whole.
  ///   - function: What to run.
  /// - Throws: What the test throws.
  public func provideScope(
    for test: Test, testCase: Test.Case?, performing function: @Sendable () async throws -> Void
  ) async throws {
    if let outer = TestScope.current {
      // The suite's stubs are there already: the test's own come on top.
      outer.add(self)
      return try await function()
    }
    try await TestScope(self, for: test).run(function)
  }
}

extension Trait where Self == StubsTrait {
  /// Gives the test a registry of its own, without stubs at first.
  public static var stubs: StubsTrait { StubsTrait(stubs: [], policy: nil) }

  /// Gives the test a registry of its own with these stubs.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the last one comes before the others.
  ///   - policy: What happens to requests that no stub answers. `.fail` leaves alone what a suite around says.
  /// - Returns: The trait.
  public static func stubs(
    _ stubs: Stub..., unstubbed policy: UnstubbedRequestPolicy = .fail
  ) -> StubsTrait {
    StubsTrait(stubs: stubs, policy: policy.unlessDefault)
  }

  /// Gives the test a registry of its own with these stubs, and says what happens to those that it does not use.
  ///
  /// - Parameters:
  ///   - stubs: The stubs; the last one comes before the others.
  ///   - policy: What happens to requests that no stub answers. `.fail` leaves alone what a suite around says.
  ///   - unusedPolicy: What happens to stubs that are not used by the end of the test.
  /// - Returns: The trait.
  public static func stubs(
    _ stubs: Stub..., unstubbed policy: UnstubbedRequestPolicy = .fail,
    unused unusedPolicy: UnusedStubPolicy
  ) -> StubsTrait {
    StubsTrait(stubs: stubs, policy: policy.unlessDefault, unusedPolicy: unusedPolicy)
  }

  /// Gives the test a registry of its own with stubs that are expected to be used one after the other.
  ///
  /// - Parameters:
  ///   - first: The stub that is used first; each is expected once unless it says otherwise.
  ///   - rest: Those that are used after it, in this order.
  ///   - policy: What happens to requests that no stub answers. `.fail` leaves alone what a suite around says.
  /// - Returns: The trait.
  public static func stubs(
    inOrder first: Stub, _ rest: Stub..., unstubbed policy: UnstubbedRequestPolicy = .fail
  ) -> StubsTrait {
    StubsTrait(stubs: [], ordered: [first] + rest, policy: policy.unlessDefault)
  }
}

extension UnstubbedRequestPolicy {
  // `.fail` is what a registry does by itself; so it leaves alone what a suite around says.
  fileprivate var unlessDefault: UnstubbedRequestPolicy? {
    if case .fail = self { nil } else { self }
  }
}
