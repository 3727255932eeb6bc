import Foundation

/// A stub in a registry: how it is matched, what it answered so far.
///
/// The stub's conditions are put in order once, when it is registered; matching then only runs down them.
package final class RegisteredStub: Sendable {
  package let stub: Stub
  /// The place in the order of registration.
  package let sequence: Int
  /// What its requests get instead of an answer, where it is broken.
  package let invalid: InvalidStubError?
  /// Whether it can be told which requests it answers.
  package let isMatchable: Bool
  /// Its responses, ready to send, or its failure where it is broken; nil where a closure makes them.
  package let answers: [PreparedResponse]?
  package let cost: ConditionCost
  /// The scenario that it belongs to.
  package let scenario: Scenario?

  private let conditions: [any Condition]
  package let query: QueryRule?
  private let state = Locked(State())

  private struct State {
    var requests: [InterceptedRequest] = []
    /// Requests that it forbids and that failed no test so far.
    var forbidden: [InterceptedRequest] = []
    var isRemoved = false
    var isVerified = false
    var waiters = RequestWaiters()
  }

  package init(_ stub: Stub, sequence: Int, scenario: Scenario? = nil) {
    self.stub = stub
    self.scenario = scenario
    self.sequence = sequence
    let matchingProblems = stub.matchingProblems
    isMatchable = matchingProblems.isEmpty
    invalid = InvalidStubError(stub, problems: matchingProblems + stub.answeringProblems)
    answers =
      if let invalid {
        [PreparedResponse(.failure(invalid))]
      } else {
        switch stub.answer {
        case .inTurn(let responses):
          responses.isEmpty
            ? [PreparedResponse(.status(200))] : responses.map(PreparedResponse.init)
        case .responder: nil
        }
      }
    // `where(.query(…))` opens the URL pattern as `&&` does in a matcher.
    query =
      stub.query
      ?? (stub.url != nil && stub.conditions.contains { $0.decidesQuery }
        ? stub.url?.queryRule.allowingOthers : nil)
    conditions =
      stub.conditions.count < 2 ? stub.conditions : stub.conditions.sorted { $0.cost < $1.cost }
    let urlCost: ConditionCost = stub.url?.isRegex == true ? .userCode : .plain
    cost = max(urlCost, conditions.last?.cost ?? .plain)
  }

  // MARK: Matching

  /// Whether the stub's conditions hold; gives what they captured.
  package func match(_ request: InterceptedRequest) -> [String: String]? {
    var captures: [String: String] = [:]
    if let method = stub.method, method != request.method { return nil }
    if let url = stub.url {
      guard let target = request.facts.target,
        url.matches(
          target, text: request.url.absoluteString, query: query, captures: &captures)
      else { return nil }
    } else if let query, !query.matches(request.facts.target?.queryItems ?? []) {
      return nil
    }
    for condition in conditions {
      guard condition.holds(for: request, captures: &captures) else { return nil }
    }
    return captures
  }

  /// Whether the cheap conditions rule a request out, so that no dear one need be looked at.
  package func rulesOutCheaply(_ request: InterceptedRequest) -> Bool {
    if let method = stub.method, method != request.method { return true }
    var captures: [String: String] = [:]
    if let url = stub.url, !url.isRegex {
      guard let target = request.facts.target,
        url.matches(
          target, text: request.url.absoluteString, query: query, captures: &captures)
      else { return true }
    }
    return conditions.prefix { $0.cost == .plain }
      .contains { !$0.holds(for: request, captures: &captures) }
  }

  /// What differs in a request, part by part; empty where it matches.
  ///
  /// User code is looked at last, and only where nothing else differs: it may rely on what stands before it. One such
  /// condition alone is to blame without being run again, where it is known that the stub refused the request.
  package func mismatches(
    in request: InterceptedRequest, isRefused: Bool = true
  ) -> [Mismatch] {
    var result: [Mismatch] = []
    var captures: [String: String] = [:]
    if let method = stub.method {
      result += MethodCondition(method: method).mismatches(in: request)
    }
    if let url = stub.url {
      let condition = URLCondition(pattern: url, query: query)
      result += condition.mismatches(in: request)
      if result.isEmpty { _ = condition.holds(for: request, captures: &captures) }
    } else if let query {
      result += query.mismatches(request.facts.target?.queryItems ?? [])
    }
    let own = conditions.filter { $0.cost < .userCode }
    result = own.reduce(into: result) { $0 += $1.mismatches(in: request) }
    guard result.isEmpty else { return result }
    let users = conditions.filter { $0.cost == .userCode }
    if users.count == 1, isRefused, !isSilent { return [Mismatch(blaming: users[0])] }
    var request = request
    request.parameters = captures
    return users.lazy.map { $0.mismatches(in: request) }.first { !$0.isEmpty } ?? []
  }

  // MARK: Use

  /// What came of the attempt to use the stub for a request.
  package enum Claim {
    /// It is the request's, the given number of uses before it.
    case granted(Int)
    /// It has been used as often as it may, or is removed.
    case exhausted
    /// It says `never()`.
    case forbidden
  }

  /// Uses the stub for a request, if it may still be used.
  package func claim(for request: InterceptedRequest) -> Claim {
    let (claim, delivery) = state.withLock { state -> (Claim, RequestWaiters.Delivery?) in
      guard !state.isRemoved else { return (.exhausted, nil) }
      if let maximum, state.requests.count >= maximum {
        return (maximum == 0 ? .forbidden : .exhausted, nil)
      }
      guard isDue() else { return (.exhausted, nil) }
      state.requests.append(request)
      return (
        .granted(state.requests.count - 1), state.waiters.delivery(of: state.requests)
      )
    }
    delivery?.resume()
    return claim
  }

  /// Takes its turn, and its scenario to the next state; false where either is not to be had.
  private func isDue() -> Bool {
    func advanceScenario() -> Bool {
      guard let step = stub.step, let scenario else { return true }
      return scenario.advance(from: step.state, to: step.next)
    }
    guard let turn = stub.turn else { return advanceScenario() }
    return turn.order.advance(to: turn.index, if: advanceScenario)
  }

  package var requests: [InterceptedRequest] { state.withLock { $0.requests } }

  package var count: Int { state.withLock { $0.requests.count } }

  /// Whether each of its answers can be sent at once.
  package var isImmediate: Bool { answers?.allSatisfy(\.isImmediate) ?? false }

  /// The use after which it is exhausted; nil where it never is, as where it is broken and always fails.
  package var maximum: Int? { invalid == nil ? stub.expectation?.maximum : nil }

  package var isExhausted: Bool {
    guard let maximum else { return false }
    return count >= maximum
  }

  /// Whether it answers no request now, whatever its conditions say.
  package var isSilent: Bool {
    isExhausted || stub.turn?.obstacle != nil || scenarioObstacle != nil
  }

  /// Why its scenario keeps it from answering; nil where it does not.
  package var scenarioObstacle: String? {
    guard let step = stub.step, let scenario, scenario.state != step.state else { return nil }
    return """
      it waits for scenario \(SwiftLiteral.string(step.scenario)) to be \(SwiftLiteral.string(step.state)), \
      which is \(SwiftLiteral.string(scenario.state))
      """
  }

  /// Notes a request that it forbids, and that fails no test by itself: for the verification.
  package func noteForbidden(_ request: InterceptedRequest) {
    state.withLock { $0.forbidden.append(request) }
  }

  package var isRemoved: Bool { state.withLock { $0.isRemoved } }

  package func markRemoved() {
    if let turn = stub.turn { turn.order.remove(turn.index) }
    let deliveries = state.withLock { state in
      state.isRemoved = true
      return state.waiters.close()
    }
    for delivery in deliveries { delivery.resume() }
  }

  package func withWaiters<Result>(
    _ body: (inout RequestWaiters, [InterceptedRequest]) -> Result
  ) -> Result {
    state.withLock { body(&$0.waiters, $0.requests) }
  }

  /// How the stub was not used as expected; nil where it was, and after it was said once.
  ///
  /// - Parameter mustBeUsed: Whether a stub without an expectation is to be used at least once.
  /// - Returns: What is broken.
  package func brokenExpectation(mustBeUsed: Bool) -> BrokenExpectation? {
    guard invalid == nil else { return nil }
    return state.withLock { state in
      guard !state.isVerified,
        let broken = BrokenExpectation(
          of: stub, used: state.requests.count, forbidden: state.forbidden,
          mustBeUsed: mustBeUsed)
      else { return nil }
      state.isVerified = true
      return broken
    }
  }
}

extension Condition {
  /// Whether the condition speaks of the query, so that a URL pattern beside it must not.
  package var decidesQuery: Bool {
    if let all = self as? AllCondition { return all.conditions.contains { $0.decidesQuery } }
    return self is QueryCondition
  }
}
