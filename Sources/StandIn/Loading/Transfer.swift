import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a load does from the request to the last byte: answer, wait, follow, send.
final class Transfer: Sendable {
  private let expected: ExpectedRefusals?
  private let reporter: (any FailureReporter)?
  private let candidates: [StubRegistry]
  /// The registry that the request belongs to, as soon as it is known.
  private let known: Locked<StubRegistry?>
  private let first: InterceptedRequest
  /// The request that is being answered.
  private let current: Locked<InterceptedRequest>
  private let found: SearchResult
  let task: TaskFacts
  private let place: any SerialPlace

  init(
    _ request: InterceptedRequest, found: SearchResult, route: Route, task: TaskFacts,
    place: any SerialPlace
  ) {
    first = request
    current = Locked(request)
    self.found = found
    expected = route.expected
    reporter = route.reporter
    candidates = route.candidates
    known = Locked(route.registry)
    self.task = task
    self.place = place
  }

  /// Runs a block where the task may be touched.
  func perform(_ work: @escaping @Sendable () -> Void) {
    place.perform(work)
  }

  /// Runs the transfer, and tells the task how it ended.
  func run(_ load: PendingLoad) async {
    do {
      try await transmit(load)
    } catch is LoadStopped {
      // The task knows.
    } catch {
      let request = current.withLock { $0 }
      // Where nobody knows whose the request is, nobody is told; and a task that is over is told nothing more.
      try? await tell(of: .failure(error), to: request, task.timeLimit(of: request.urlRequest))
      try? await load.step { delivery in
        delivery.fail(error)
        load.finish()
      }
    }
    // Nobody may wait any more for a stream that never ends.
    first.facts.body.expire()
  }

  private func transmit(_ load: PendingLoad) async throws {
    var hop = Hop(request: first)
    if known.withLock({ $0 }) == nil { try await attribute() }
    try await tellOfBody(load)
    while true {
      begin(hop)
      let limit = task.timeLimit(of: hop.request.urlRequest)
      let answer = try await answer(to: hop, limit).adapted(to: hop.request.facts)
      if let failure = hop.request.facts.body.failure { throw failure }
      try await limit.wait(answer.delay, hop.request.url)
      if answer.refusal == nil { try refuseIfEnded(hop.request) }
      guard let response = try await response(of: answer, to: hop.request, limit) else {
        if case .passthrough = answer.response.kind {
          return try await passThrough(hop, load)
        }
        try await Self.waitForever()
      }
      switch try await next(after: response, hop, limit, load) {
      case .deliver: return try await send(answer, response, to: hop.request, limit, load)
      case .follow(let next): hop = next
      case .handedOver: return
      }
    }
  }

  /// Notes which request is being answered.
  func begin(_ hop: Hop) {
    current.withLock { $0 = hop.request }
  }

  /// Tells an upload's delegate that the body was sent, which is the time to read it.
  private func tellOfBody(_ load: PendingLoad) async throws {
    guard task.isUpload, let delegates = try await load.step({ $0.delegates }),
      delegates.hasDelegate
    else { return }
    let body = first.facts.body
    // A stream must be read to know its length, as it would be to send it.
    let limit = task.timeLimit(of: first.urlRequest)
    let count =
      if let known = body.knownCount { known } else {
        try await limit.limiting(first.url) { body.bytes.count }
      }
    delegates.didSend(Int64(count))
  }

  // MARK: Registries

  var registry: StubRegistry {
    get throws {
      guard let registry = known.withLock({ $0 }) else { throw LoadStopped() }
      return registry
    }
  }

  /// Finds the registry of a request of code in no scope, while several scopes live: the only one whose stubs match.
  private func attribute() async throws {
    let limit = task.timeLimit(of: first.urlRequest)
    let matching = try await limit.limiting(first.url) { [candidates, first] in
      candidates.filter { $0.wouldAnswer(first) }
    }
    guard matching.count == 1 else {
      let error = UnstubbedRequestError(unattributed: first, matching: matching.count)
      // It belongs to no test, so it fails none.
      StandardErrorReporter().report(Failure(text: error.description))
      throw error
    }
    known.withLock { $0 = matching[0] }
  }

  /// Lets nothing reach a test that is over.
  private func refuseIfEnded(_ request: InterceptedRequest) throws {
    let registry = try registry
    guard let name = registry.endedName else { return }
    let error = UnstubbedRequestError(
      request: request, reason: "It was to be answered after \(name) had ended, which made it.")
    registry.report(Failure(text: error.description))
    throw error
  }

  // MARK: Answers

  private func answer(to hop: Hop, _ limit: TimeLimit) async throws -> PreparedResponse {
    // What can be found without user code is found already, or here; only the rest needs a thread of its own.
    let search = hop.isFirst ? found : try registry.quickSearch(for: hop.request)
    if case .matched(let stub, let use, let request) = search {
      if let known = stub.fixedAnswer(use: use), try !registry.isObserved { return known }
      return try await limit.limiting(request.url) { [registry = try registry] in
        await registry.answer(to: request, with: stub, use: use)
      }
    }
    return try await limit.limiting(hop.request.url) {
      [registry = try registry, expected, reporter] in
      await registry.answer(
        to: hop.request, expected: expected, redirects: hop.redirects, reporter: reporter)
    }
  }

  /// The response of an answer, after those were told who want to know of it; nil where there is none yet.
  private func response(
    of answer: PreparedResponse, to request: InterceptedRequest, _ limit: TimeLimit
  ) async throws -> HTTPURLResponse? {
    guard let response = try answer.response(to: request.facts) else { return nil }
    try await tell(of: .success(response), to: request, limit)
    return response
  }

  func tell(
    of response: Result<HTTPURLResponse, any Error>, to request: InterceptedRequest,
    _ limit: TimeLimit
  ) async throws {
    let registry = try registry
    guard registry.isObserved else { return }
    try await limit.limiting(request.url) { registry.tell(of: response, to: request) }
  }

  /// A task that never gets an answer waits until it is cancelled.
  private static func waitForever() async throws -> Never {
    while true {
      do {
        try await Task.sleep(for: .seconds(86_400))
      } catch {
        throw LoadStopped()
      }
    }
  }

  // MARK: Further requests

  /// What follows a response: another request, or its delivery.
  func next(
    after response: HTTPURLResponse, _ hop: Hop, _ limit: TimeLimit, _ load: PendingLoad
  ) async throws -> NextStep {
    let request = hop.request.urlRequest
    let sent = task.cookies.field(for: request)
    task.cookies.store(response, of: request)
    if let target = Redirect.request(after: response, to: request) {
      let target = task.cookies.updating(target, known: sent)
      return try await redirected(response, to: target, hop, limit, load)
    }
    guard let challenge = Challenge(response), hop.failures < Challenge.limit,
      let delegates = try await load.step({ $0.delegates })
    else { return .deliver }
    let reply = try await limit.awaiting(hop.request.url) { answer in
      delegates.answer(
        challenge, of: response, previousFailureCount: hop.failures, answer)
    }
    switch reply {
    case .deliver: return .deliver
    case .cancel: throw URLError(.cancelled, failing: hop.request.url)
    case .use(let credential):
      return hop.repeated(with: Challenge.answer(request, with: credential)).map { .follow($0) }
        ?? .deliver
    }
  }

  private func redirected(
    _ response: HTTPURLResponse, to target: URLRequest, _ hop: Hop, _ limit: TimeLimit,
    _ load: PendingLoad
  ) async throws -> NextStep {
    guard task.followsRedirects else {
      try await load.step { delivery in
        delivery.redirect(to: target, response)
        load.finish()
      }
      return .handedOver
    }
    var accepted: URLRequest? = target
    if let delegates = try await load.step({ $0.delegates }) {
      accepted = try await limit.awaiting(hop.request.url) { answer in
        delegates.redirect(response, to: target, answer)
      }
    }
    guard let accepted else { return .deliver }
    guard hop.redirects.count < Redirect.limit else {
      throw URLError(.httpTooManyRedirects, failing: hop.request.url)
    }
    guard accepted.url != nil else { throw URLError(.badURL, failing: hop.request.url) }
    guard Redirect.isAllowed(accepted.url, from: hop.request.url) else {
      throw URLError(.unsupportedURL, failing: accepted.url ?? hop.request.url)
    }
    let keepsBody =
      Redirect.keepsMethod(response.statusCode, hop.request.method.rawValue)
      && accepted.httpMethod == target.httpMethod && accepted.httpBody == target.httpBody
      && accepted.httpBodyStream === target.httpBodyStream
    let body = keepsBody ? hop.request.facts.body : .of(accepted)
    guard let next = hop.redirected(to: accepted, body: body) else {
      throw URLError(.badURL, failing: hop.request.url)
    }
    return .follow(next)
  }
}
