import Foundation

/// A thread-safe set of stubs, and the journal of the requests it saw.
///
/// ```swift
/// let registry = StubRegistry()
/// registry.stub(.get("https://api.example.com/me").respond(.json(["name": "Ada"])))
/// let client = APIClient(session: registry.session)
/// ```
///
/// Keep a reference to the registry as long as its sessions are used: a session does not keep it.
public final class StubRegistry: Sendable {
  /// The registry that is current where no scope is.
  public static let shared = StubRegistry()

  /// The registry whose stubs come after this one's: that of the scope around.
  package let parent: StubRegistry?
  private let state = Locked(State())

  private struct State {
    var stubs: [RegisteredStub] = []
    var index = StubIndex()
    var unmatchable: [RegisteredStub] = []
    /// The stubs that were removed last, for the messages about requests that they would have answered.
    var removed: [RegisteredStub] = []
    var nextSequence = 0
    var requests: [InterceptedRequest] = []
    var unstubbed: [UnstubbedRequestError] = []
    var policy: UnstubbedRequestPolicy?
    var unusedStubPolicy: UnusedStubPolicy?
    var reporter: (any FailureReporter)?
    var expected: [ExpectedRefusals] = []
    var ended: String?
    var resources = SessionResources()
    var callbacks = Callbacks()
    /// Why every request is refused, where that is so.
    var refusalReason: String?
    var scenarios: [String: Scenario] = [:]

    /// Keeps a few removed stubs: all of them would be too many where a registry lives long.
    mutating func keepRemoved(_ stubs: [RegisteredStub]) {
      removed += stubs.suffix(100)
      if removed.count > 200 { removed.removeFirst(removed.count - 100) }
    }
  }

  /// Creates an empty registry.
  public convenience init() {
    self.init(parent: nil)
  }

  package init(parent: StubRegistry?, reporter: (any FailureReporter)? = nil) {
    self.parent = parent
    state.withLock { $0.reporter = reporter }
  }

  deinit {
    state.withLock { $0.resources }.release()
  }

  // MARK: Stubs

  /// Registers a stub; it comes before all older ones of its priority.
  ///
  /// What is wrong with a stub is reported as a failure at the line where it was written. The requests it would have
  /// answered fail with the same text.
  ///
  /// - Parameter stub: The stub.
  /// - Returns: Its handle.
  @discardableResult
  public func stub(_ stub: Stub) -> StubHandle {
    let sequence = state.withLock { state in
      state.nextSequence += 1
      return state.nextSequence
    }
    // Prepared outside the lock: a fixture may have to be read.
    let registered = RegisteredStub(
      stub, sequence: sequence, scenario: stub.step.map(scenario(of:)))
    state.withLock { state in
      state.stubs.append(registered)
      if registered.isMatchable {
        state.index.insert(registered)
      } else {
        state.unmatchable.append(registered)
      }
    }
    if let invalid = registered.invalid { report(Failure(invalid)) }
    return StubHandle(registered, in: self)
  }

  /// Registers several stubs in this order, so that the last one wins.
  ///
  /// - Parameters:
  ///   - first: The first stub.
  ///   - second: The second one.
  ///   - rest: The others.
  /// - Returns: Their handles, in the same order.
  @discardableResult
  public func stub(_ first: Stub, _ second: Stub, _ rest: Stub...) -> [StubHandle] {
    ([first, second] + rest).map { stub($0) }
  }

  /// The registered stubs, oldest first.
  public var stubs: [Stub] { state.withLock { $0.stubs }.map(\.stub) }

  /// Removes every stub and with them the states of scenarios; the journal stays.
  ///
  /// Requests that were matched before get their answer all the same. Expectations of removed stubs are not verified.
  public func removeAll() {
    let removed = state.withLock { state in
      defer {
        state.stubs = []
        state.index = StubIndex()
        state.unmatchable = []
        state.scenarios = [:]
      }
      state.keepRemoved(state.stubs)
      return state.stubs
    }
    for stub in removed { stub.markRemoved() }
  }

  /// Removes a stub by its handle; the same as the handle's own `remove()`.
  ///
  /// - Parameter handle: What `stub(_:)` returned.
  public func remove(_ handle: StubHandle) {
    handle.remove()
  }

  package func remove(_ stub: RegisteredStub) {
    state.withLock { state in
      guard let index = state.stubs.lastIndex(where: { $0 === stub }) else { return }
      state.stubs.remove(at: index)
      state.keepRemoved([stub])
      if stub.isMatchable {
        state.index.remove(stub)
      } else {
        state.unmatchable.removeAll { $0 === stub }
      }
    }
  }

  // MARK: Journal

  /// The requests this registry saw, stubbed or not, oldest first.
  public var requests: [InterceptedRequest] { state.withLock { $0.requests } }

  /// The requests this registry saw that a matcher accepts, oldest first.
  ///
  /// - Parameter matcher: The matcher.
  /// - Returns: The requests.
  public func requests(matching matcher: RequestMatcher) -> [InterceptedRequest] {
    requests.filter(matcher.accepts)
  }

  /// The requests that no stub answered, oldest first.
  public var unstubbedRequests: [UnstubbedRequestError] { state.withLock { $0.unstubbed } }

  /// What happens to a request that no stub answers; `.fail` at first.
  public var unstubbedRequestPolicy: UnstubbedRequestPolicy {
    get { state.withLock { $0.policy } ?? parent?.unstubbedRequestPolicy ?? .fail }
    set { state.withLock { $0.policy = newValue } }
  }

  /// What happens to a stub that was not used by the time of verification; `.ignore` at first.
  public var unusedStubPolicy: UnusedStubPolicy {
    get { state.withLock { $0.unusedStubPolicy } ?? parent?.unusedStubPolicy ?? .ignore }
    set { state.withLock { $0.unusedStubPolicy = newValue } }
  }

  /// Reports a failure for each stub that was not used as often as it is expected to be.
  ///
  /// A scope does this by itself when it ends. Each broken expectation is reported once, with the requests that came
  /// near.
  public func verify() {
    let mustBeUsed = unusedStubPolicy == .fail
    for stub in registeredStubs {
      guard let broken = stub.brokenExpectation(mustBeUsed: mustBeUsed) else { continue }
      report(broken.failure(near: requestsNear(stub)))
    }
  }

  // MARK: For the parts of the library

  /// The stubs that may match a request, in the order in which they are to be tried, and those that could not be tried.
  package func candidates(for target: NormalizedURL?) -> StubIndex.Candidates {
    state.withLock { $0.index.candidates(for: target) }
  }

  /// The stub for what no other one answers, here or in the scopes around.
  package var lastResort: RegisteredStub? {
    state.withLock { $0.index.lastResort } ?? parent?.lastResort
  }

  /// The stubs that were removed last, oldest first.
  package var removedStubs: [RegisteredStub] {
    state.withLock { $0.removed } + (parent?.removedStubs ?? [])
  }

  package var registeredStubs: [RegisteredStub] { state.withLock { $0.stubs } }

  package var unmatchableStubs: [RegisteredStub] {
    state.withLock { $0.unmatchable } + (parent?.unmatchableStubs ?? [])
  }

  package func record(_ request: InterceptedRequest) {
    state.withLock { $0.requests.append(request) }
    parent?.record(request)
  }

  package func record(_ error: UnstubbedRequestError) {
    state.withLock { $0.unstubbed.append(error) }
    parent?.record(error)
  }

  func withScenarios<Result>(_ body: (inout [String: Scenario]) -> Result) -> Result {
    state.withLock { body(&$0.scenarios) }
  }

  func withCallbacks<Result>(_ body: (inout Callbacks) -> Result) -> Result {
    state.withLock { body(&$0.callbacks) }
  }

  package func withResources<Result>(_ body: (inout SessionResources) throws -> Result) rethrows
    -> Result
  {
    try state.withLock { try body(&$0.resources) }
  }
}

// MARK: - Failures

extension StubRegistry {
  package var reporter: (any FailureReporter)? {
    get { state.withLock { $0.reporter } ?? parent?.reporter }
    set { state.withLock { $0.reporter = newValue } }
  }

  /// Where this registry's failures go: to its own reporter, or that of the scope in which something goes wrong.
  package var nearestReporter: (any FailureReporter)? {
    reporter ?? Scope.current?.reporter ?? SharedInterception.wide?.reporter
      ?? LinkedAmbience.current?.reporter
  }

  /// Hands a failure to the test, or to standard error where there is none, or where it is over.
  package func report(_ failure: Failure) {
    if state.withLock({ $0.ended }) != nil {
      StandardErrorReporter().report(failure)
    } else {
      (nearestReporter ?? StandardErrorReporter()).report(failure)
    }
  }

  /// Hands a failure to a reporter of the request's own, or to the registry's.
  package func report(_ failure: Failure, to reporter: (any FailureReporter)?) async {
    guard let reporter, state.withLock({ $0.ended }) == nil else { return report(failure) }
    await reporter.reportAndWait(failure)
  }

  /// Makes this registry that of a scope, which intercepts sessions that belong to no registry.
  ///
  /// - Parameter ofTask: Whether the scope is bound to the running task, and not to the whole process.
  package func beginScope(ofTask: Bool) {
    SharedInterception.begin(self, ofTask: ofTask)
  }

  /// Verifies, stops interception, and from then on reports to standard error.
  ///
  /// - Parameters:
  ///   - name: The test that is over, for messages.
  ///   - verifying: Whether to verify expectations.
  package func endScope(_ name: String = "its scope", verifying: Bool = true) {
    if verifying { verify() }
    SharedInterception.end(self)
    stop()
    state.withLock { $0.ended = name }
    removeAll()
    // What comes late is told that the scope has ended; that its stubs went with it goes without saying.
    state.withLock { $0.removed = [] }
  }

  /// Gives every refusal a reason from now on.
  func refuseAll(because reason: String) {
    state.withLock { $0.refusalReason = reason }
  }

  /// Why requests are refused whatever the stubs say; nil where it depends on the stubs.
  var refusalReason: String? {
    state.withLock { $0.refusalReason }
  }

  /// The test or block that is over, and so is every scope around it; nil while one of them lives.
  package var endedName: String? {
    guard let name = state.withLock({ $0.ended }) else { return nil }
    guard let parent else { return name }
    return parent.endedName
  }

  package func beginExpecting(_ refusals: ExpectedRefusals) {
    state.withLock { $0.expected.append(refusals) }
  }

  package func endExpecting(_ refusals: ExpectedRefusals) {
    state.withLock { $0.expected.removeAll { $0 === refusals } }
  }

  /// Who waits for refusals of this registry: the innermost `expectUnstubbedRequest`.
  package var expectedRefusals: ExpectedRefusals? {
    state.withLock { $0.expected.last } ?? parent?.expectedRefusals
  }
}
