/// A registered stub: the requests it answered, and its removal.
public final class StubHandle: Sendable {
  package let registered: RegisteredStub
  private let owner: WeakRegistry

  package init(_ registered: RegisteredStub, in registry: StubRegistry) {
    self.registered = registered
    owner = WeakRegistry(registry)
  }

  /// The requests that this stub answered, oldest first.
  public var requests: [InterceptedRequest] { registered.requests }

  /// How many requests this stub answered.
  public var count: Int { registered.count }

  /// Takes the stub out of its registry.
  ///
  /// Requests that it has already matched get its answer all the same. Its expectation is no longer verified.
  public func remove() {
    registered.markRemoved()
    owner.registry?.remove(registered)
  }

  /// The next request that no earlier call returned; waits for it.
  ///
  /// - Parameter timeout: How long to wait.
  /// - Returns: The request.
  /// - Throws: `StubTimeoutError` when none came in time, or none can come any more since the stub was removed; it says
  ///   what came instead. `CancellationError` when the task was cancelled.
  public func nextRequest(timeout: Duration = .seconds(5)) async throws -> InterceptedRequest {
    if let request = await RequestWaiters.next(of: registered, timeout: timeout) { return request }
    try Task.checkCancellation()
    let stub = Excerpt.place(registered.stub)
    let headline =
      registered.isRemoved
      ? "No further request can come to \(stub), which was removed"
      : "No further request came within \(timeout) to \(stub)"
    let near = owner.registry.map { "\n\n" + $0.requestsNear(registered) } ?? ""
    throw StubTimeoutError(description: "\(headline) (it got \(count) in all).\(near)")
  }
}

/// No request came to a stub in time.
public struct StubTimeoutError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was waited for, for how long, and what came instead.
  public let description: String
}
