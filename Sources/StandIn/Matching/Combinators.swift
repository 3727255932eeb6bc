/// Holds where all of its conditions hold.
package struct AllCondition: Condition {
  package let conditions: [any Condition]

  package init(_ conditions: [any Condition]) {
    let flat = conditions.flatMap { ($0 as? AllCondition)?.conditions ?? [$0] }
    // NB: a URL pattern allows no query but its own, so beside a query condition it could never hold: that
    // condition then decides about the query alone.
    let hasQuery = flat.contains { $0 is QueryCondition }
    self.conditions = hasQuery ? flat.map { ($0 as? URLCondition)?.leavingQueryOpen ?? $0 } : flat
  }

  package var source: String {
    conditions.map { $0 is AnyCondition ? "(\($0.source))" : $0.source }.joined(separator: " && ")
  }

  package var cost: ConditionCost { conditions.map(\.cost).max() ?? .plain }

  package var problem: String? { conditions.lazy.compactMap(\.problem).first }

  package var hidingSecrets: any Condition { AllCondition(conditions.map(\.hidingSecrets)) }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    for condition in conditions {
      guard condition.holds(for: request, captures: &captures) else { return false }
    }
    return true
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    conditions.flatMap { $0.mismatches(in: request) }
  }
}

/// Holds where at least one of its conditions holds.
package struct AnyCondition: Condition {
  package let conditions: [any Condition]

  package init(_ conditions: [any Condition]) {
    self.conditions = conditions.flatMap { ($0 as? AnyCondition)?.conditions ?? [$0] }
  }

  package var source: String {
    conditions.map { $0 is AllCondition ? "(\($0.source))" : $0.source }.joined(separator: " || ")
  }

  package var cost: ConditionCost { conditions.map(\.cost).max() ?? .plain }

  package var problem: String? { conditions.lazy.compactMap(\.problem).first }

  package var hidingSecrets: any Condition { AnyCondition(conditions.map(\.hidingSecrets)) }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    for condition in conditions {
      // What a condition captured before it failed must not stay.
      var attempt = captures
      if condition.holds(for: request, captures: &attempt) {
        captures = attempt
        return true
      }
    }
    return false
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    let all = conditions.map { $0.mismatches(in: request) }
    return all.contains { $0.isEmpty } ? [] : (all.min { $0.count < $1.count } ?? [])
  }
}

/// Holds where its condition does not.
package struct NotCondition: Condition {
  package let condition: any Condition

  package var source: String {
    let isComposed = condition is AllCondition || condition is AnyCondition
    return isComposed ? "!(\(condition.source))" : "!\(condition.source)"
  }

  package var cost: ConditionCost { condition.cost }

  package var problem: String? { condition.problem }

  package var hidingSecrets: any Condition { NotCondition(condition: condition.hidingSecrets) }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    var ignored: [String: String] = [:]
    return !condition.holds(for: request, captures: &ignored)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    var ignored: [String: String] = [:]
    guard condition.holds(for: request, captures: &ignored) else { return [] }
    return [Mismatch(blaming: self)]
  }
}

/// Holds where a closure says so.
package struct PredicateCondition: Condition {
  package let text: String
  package let predicate: @Sendable (InterceptedRequest) -> Bool

  package var source: String { "RequestMatcher(\(SwiftLiteral.string(text))) { … }" }

  package var cost: ConditionCost { .userCode }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    var request = request
    request.parameters.merge(captures) { _, new in new }
    return predicate(request)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    predicate(request) ? [] : [Mismatch(blaming: self)]
  }
}

extension Mismatch {
  /// A condition that does not hold, of which nothing more can be said.
  package init(blaming condition: any Condition) {
    let text =
      (condition as? PredicateCondition).map { Excerpt.flat($0.text) }
      ?? condition.hidingSecrets.source
    self.init(part: .custom, expected: text, actual: "")
  }
}
