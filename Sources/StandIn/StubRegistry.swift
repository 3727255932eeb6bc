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

  /// Looks at the state, or changes it; user code must not run within.
  func withState<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try state.withLock(body)
  }
}
