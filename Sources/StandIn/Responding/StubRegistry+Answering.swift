public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// What a search among the stubs came to.
package enum SearchResult: Sendable {
  /// This stub answers, as the given use of it; the request knows what was captured.
  case matched(RegisteredStub, use: Int, InterceptedRequest)
  /// No stub answers.
  case unmatched
  /// This stub says that the request must not be made.
  case forbidden(RegisteredStub)
  /// It would take more than was allowed to find out.
  case undecided
}

extension StubRegistry {
  // MARK: Searching

  /// Finds the stub that answers a request as far as that needs neither user code nor a body that is yet to be read.
  package func quickSearch(for request: InterceptedRequest) -> SearchResult {
    search(for: request, upTo: request.facts.body.isQuick ? .body : .plain)
  }

  /// Finds the stub that answers a request, uses it, and writes the request into the journal.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - limit: What may be done to find out: `.plain` on a URLSession queue, `.userCode` elsewhere.
  /// - Returns: The stub, or why there is none.
  package func search(
    for request: InterceptedRequest, upTo limit: ConditionCost
  ) -> SearchResult {
    var registry: StubRegistry? = refusalReason == nil ? self : nil
    while let current = registry {
      switch current.searchOwn(for: request, upTo: limit) {
      case .matched(let stub, let use, let request):
        record(request)
        return .matched(stub, use: use, request)
      case .undecided: return .undecided
      case .forbidden(let stub): return .forbidden(stub)
      case .unmatched: registry = current.parent
      }
    }
    guard let stub = lastResort, case .granted(let use) = stub.claim(for: request) else {
      return .unmatched
    }
    record(request)
    return .matched(stub, use: use, request)
  }

  /// Whether it can't be told at a glance that a stub answers a request.
  package func mayRefuse(_ request: InterceptedRequest) -> Bool {
    for stub in candidates(for: request.facts.target) where !stub.rulesOutCheaply(request) {
      return stub.cost > .plain || stub.stub.expectation != nil || !stub.isImmediate
    }
    return parent?.mayRefuse(request) ?? true
  }

  /// Whether a stub would answer a request, without using it; a default route doesn't count, which answers anybody's.
  ///
  /// It runs user code, so it is not for URLSession queues.
  package func wouldAnswer(_ request: InterceptedRequest) -> Bool {
    for stub in candidates(for: request.facts.target)
    where !stub.isSilent && stub.match(request) != nil {
      return true
    }
    return parent?.wouldAnswer(request) ?? false
  }

  private func searchOwn(
    for request: InterceptedRequest, upTo limit: ConditionCost
  ) -> SearchResult {
    for stub in candidates(for: request.facts.target) {
      guard stub.cost <= limit else {
        if stub.rulesOutCheaply(request) { continue }
        return .undecided
      }
      guard let captures = stub.match(request) else { continue }
      var matched = request
      matched.parameters = captures
      switch stub.claim(for: matched) {
      case .granted(let use): return .matched(stub, use: use, matched)
      case .exhausted: continue
      // Not even an older stub may answer what must not be asked.
      case .forbidden: return .forbidden(stub)
      }
    }
    return .unmatched
  }

  // MARK: Answering

  /// Works out what a request gets; runs user code, so not for URLSession queues.
  package func answer(
    to request: InterceptedRequest, expected: ExpectedRefusals? = nil, redirects: [URL] = [],
    reporter: (any FailureReporter)? = nil
  ) async -> PreparedResponse {
    let result = search(for: request, upTo: .userCode)
    if case .matched(let stub, let use, let request) = result {
      return await answer(to: request, with: stub, use: use)
    }
    // A request that is over by now, since its body never came, is not refused as well.
    guard !Task.isCancelled else { return PreparedResponse(.failure(CancellationError())) }
    let forbidder = if case .forbidden(let stub) = result { stub } else { nil as RegisteredStub? }
    return await refuse(
      request, forbiddenBy: forbidder, expected: expected, redirects: redirects,
      reporter: reporter)
  }

  /// Works out what a request gets from the stub that was found for it.
  package func answer(
    to request: InterceptedRequest, with stub: RegisteredStub, use: Int
  ) async -> PreparedResponse {
    tell(of: request)
    if let known = stub.fixedAnswer(use: use) { return known }
    guard case .responder(let responder) = stub.stub.answer else {
      return PreparedResponse(.status(200))
    }
    do {
      // What the responder registers belongs to this registry.
      let response = try await Scope.$current.withValue(self) { try await responder(request) }
      let problems = response.problems.map { "its responder's answer: \($0)" }
      guard let invalid = InvalidStubError(stub.stub, problems: problems) else {
        return PreparedResponse(response)
      }
      report(Failure(invalid))
      return PreparedResponse(.failure(invalid))
    } catch {
      return PreparedResponse(.failure(error))
    }
  }

  /// Works out what a request gets that no stub answers, and reports it.
  private func refuse(
    _ request: InterceptedRequest, forbiddenBy forbidder: RegisteredStub?,
    expected: ExpectedRefusals?, redirects: [URL], reporter: (any FailureReporter)?
  ) async -> PreparedResponse {
    let error = UnstubbedRequestError(
      request: request,
      nearMisses: NearMisses(request, in: self, forbiddenBy: forbidder).nearest(),
      brokenStubs: unmatchableStubs.filter { !$0.rulesOutByMethod(request) }.compactMap(\.invalid),
      redirects: redirects, priority: forbidder?.stub.priority ?? 0,
      reason: endedName.map { "It came after \($0) had ended, which made it." } ?? refusalReason)
    record(request)
    record(error)
    tell(of: request)
    tell(of: error)
    let expected = expected ?? expectedRefusals
    expected?.add(error)
    let policy = unstubbedRequestPolicy
    if case .fail = policy {
      if expected == nil { await report(Failure(error), to: reporter) }
      return PreparedResponse(.failure(error))
    }
    // Nothing else tells the test of a request that must not be made.
    if expected == nil { forbidder?.noteForbidden(request) }
    switch policy {
    case .fail: return PreparedResponse(.failure(error))
    case .throwError: return PreparedResponse(.failure(error))
    case .passthrough: return PreparedResponse(.passthrough)
    case .respond(let response):
      let problems = response.problems.map { "the policy's answer: \($0)" }
      guard let invalid = InvalidStubError(.everything, problems: problems) else {
        return PreparedResponse(response)
      }
      report(Failure(invalid))
      return PreparedResponse(.failure(invalid))
    }
  }

  // MARK: Without a URLSession

  /// Answers a request as a session would, for code that has no URLSession.
  ///
  /// Redirects are returned, not followed.
  ///
  /// - Parameter request: The request.
  /// - Returns: The body and the response.
  /// - Throws: `UnstubbedRequestError` where no stub answers, or the failure that the stub asks for.
  public func response(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    guard let facts = RequestFacts(request) else { throw URLError(.badURL) }
    let request = InterceptedRequest(facts)
    if let answer = try await stubbedAnswer(to: request) { return answer }
    return try await telling(request) { try await realAnswer(to: request) }
  }

  /// What a request gets from the stub that is found for it; nil where the real network is to answer.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - redirects: The URLs that led to it, oldest first.
  /// - Returns: The body and the response.
  /// - Throws: `UnstubbedRequestError` where no stub answers, or the failure that the stub asks for.
  func stubbedAnswer(
    to request: InterceptedRequest, redirects: [URL] = []
  ) async throws -> (Data, HTTPURLResponse)? {
    let facts = request.facts
    let prepared = await answer(to: request, expected: Scope.expected, redirects: redirects)
      .adapted(to: facts)
    if case .passthrough = prepared.response.kind { return nil }
    return try await telling(request) {
      if let failure = facts.body.failure { throw failure }
      if let delay = prepared.delay { try await Task.sleep(for: delay) }
      if let response = try prepared.response(to: facts) {
        return (try prepared.loadBody(for: facts.method), response)
      }
      while true { try await Task.sleep(for: .seconds(86_400)) }
    }
  }

  /// Tells those who want to know of a response, or of the error that stands for it.
  private func telling(
    _ request: InterceptedRequest, _ answer: () async throws -> (Data, HTTPURLResponse)
  ) async throws -> (Data, HTTPURLResponse) {
    do {
      let answer = try await answer()
      tell(of: .success(answer.1), to: request)
      return answer
    } catch {
      // Who gives up does not hear how it would have gone on.
      if !Task.isCancelled { tell(of: .failure(error), to: request) }
      throw error
    }
  }

  /// What the real network answers.
  func realAnswer(
    to request: InterceptedRequest
  ) async throws -> (Data, HTTPURLResponse) {
    var body = Data()
    var head: URLResponse?
    let limit = TimeLimit(request.urlRequest, sessionInterval: nil)
    let sent = request.body
    if let failure = request.facts.body.failure { throw failure }
    let events = realSession.events(
      of: request.urlRequest, body: sent, limit: limit, delegates: nil)
    for try await event in events {
      switch event {
      case .response(let response): head = response
      case .data(let data): body.append(data)
      }
    }
    try Task.checkCancellation()
    guard let head else { throw URLError(.badServerResponse, failing: request.url) }
    return (body, head as? HTTPURLResponse ?? HTTPURLResponse(wrapping: head))
  }
}

extension RegisteredStub {
  /// The answer to a use of this stub that is known without running anything; nil where a closure makes it.
  package func fixedAnswer(use: Int) -> PreparedResponse? {
    guard let answers else { return nil }
    return answers[min(use, answers.count - 1)]
  }

  fileprivate func rulesOutByMethod(_ request: InterceptedRequest) -> Bool {
    guard let method = stub.method, method.problem == nil else { return false }
    return method != request.method
  }
}

extension Failure {
  /// The failure of a refused request, at the line of the nearest stub.
  fileprivate init(_ error: UnstubbedRequestError) {
    self.init(text: error.description, location: error.nearMisses.first?.stub.location)
  }
}

extension HTTPURLResponse {
  /// A response of another scheme, such as `data:`, in the form of one of HTTP.
  package convenience init(wrapping response: URLResponse) {
    let fields = response.mimeType.map { ["Content-Type": $0] }
    // SAFETY: Foundation refuses no status and no fields here; the URL is the response's own or a blank one.
    self.init(
      url: response.url ?? URL(fileURLWithPath: "/"), statusCode: 200, httpVersion: nil,
      headerFields: fields)!
  }
}
