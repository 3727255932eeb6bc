import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The protocol that URLSession loads stubbed requests with.
///
/// A fixed answer is sent within `startLoading`; everything else goes through a `PendingLoad`.
class StubURLProtocol: URLProtocol {
  private let route: Route
  private var pending: PendingLoad?
  private var isFinished = false

  /// Which registry requests of this class belong to; called where the task is resumed.
  class func currentRoute() -> Route { .none }

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  // NB: corelibs requires this initialiser in every class, Apple's Foundation doesn't.
  #if canImport(FoundationNetworking)
    required init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      route = Self.currentRoute().inContext(of: request)
      super.init(request: request, cachedResponse: nil, client: client)
    }

    /// Set once, where the task is resumed.
    override var task: URLSessionTask? {
      get { super.task }
      set {
        super.task = newValue
        if let newValue { TaskClasses.adopt(newValue) }
      }
    }
  #else
    override init(
      request: URLRequest, cachedResponse: CachedURLResponse?, client: (any URLProtocolClient)?
    ) {
      route = Self.currentRoute().inContext(of: request)
      super.init(request: request, cachedResponse: nil, client: client)
    }
  #endif

  override func startLoading() {
    // NB: called again on the same instance when a task is resumed twice, or after it was suspended.
    guard !isFinished else { return }
    if let pending {
      pending.start()
      return
    }
    let delivery = PlatformDelivery(self)
    guard !delivery.isSuspended else { return }
    guard route.registry != nil || !route.candidates.isEmpty, let facts = delivery.requestFacts
    else {
      isFinished = true
      delivery.fail(request.url == nil ? URLError(.badURL) : MissingRegistryError(request))
      return
    }
    let intercepted = InterceptedRequest(facts)
    let result = route.registry?.quickSearch(for: intercepted) ?? .undecided
    if case .matched(let stub, let use, _) = result, let answer = stub.fixedAnswer(use: use),
      answer.isImmediate, !answer.isChanged(by: facts), facts.body.failure == nil,
      delivery.sendsAtOnce, route.registry?.isObserved != true
    {
      isFinished = true
      delivery.send(answer, to: facts)
      return
    }
    do {
      let transfer = Transfer(
        intercepted, found: result, route: route, task: delivery.taskFacts,
        place: try delivery.serialPlace())
      let load = PendingLoad(delivery, transfer)
      pending = load
      load.start()
    } catch {
      isFinished = true
      delivery.fail(error)
    }
  }

  override func stopLoading() {
    // NB: called a little after a task is suspended, when it may be running again; then it is to go on.
    let isOver = task.map { $0.state == .canceling || $0.state == .completed } ?? true
    pending?.stop(forGood: isOver)
  }
}

/// Which registry a request belongs to, and what waits for its refusal.
struct Route: Sendable {
  var registry: StubRegistry?
  /// The registries one of which it belongs to, where that can't be told yet.
  var candidates: [StubRegistry] = []
  var expected: ExpectedRefusals?
  /// Where a refusal is reported, if not where the registry reports.
  var reporter: (any FailureReporter)?

  static let none = Route()

  /// The route with the context of the running task, where the request is likely to be refused.
  func inContext(of request: URLRequest) -> Route {
    guard expected == nil, let registry, Scope.current != nil,
      let reporter = registry.nearestReporter,
      let facts = RequestFacts(request), registry.mayRefuse(InterceptedRequest(facts))
    else { return self }
    var route = self
    route.reporter = reporter.inContext()
    return route
  }
}

/// A session outlived its registry.
struct MissingRegistryError: LocalizedError, CustomNSError, CustomStringConvertible {
  let description: String

  init(_ request: URLRequest) {
    description = """
      \(request.httpMethod ?? "GET") \(request.url?.absoluteString ?? "") came through a session whose StubRegistry no \
      longer exists: keep a reference to the registry as long as its sessions are used.
      """
  }

  var errorDescription: String? { description }
  var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
