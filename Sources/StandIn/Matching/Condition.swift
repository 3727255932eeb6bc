/// What a request must be like, as a value that can say what it is and why it does not hold.
package protocol Condition: Sendable {
  /// The condition as it is written in Swift, such as `.header("Accept", "text/html")`.
  var source: String { get }
  /// What it takes to find out.
  var cost: ConditionCost { get }
  /// What makes this condition impossible to check, or nil.
  var problem: String? { get }

  /// The condition as a message may show it: with passwords, tokens and the like masked.
  var hidingSecrets: any Condition { get }

  /// Whether the condition holds; adds what it captured.
  func holds(for request: InterceptedRequest, captures: inout [String: String]) -> Bool

  /// What differs in a request for which the condition does not hold; empty where it holds.
  ///
  /// Only asked for when a failure is explained, so it need not be quick.
  func mismatches(in request: InterceptedRequest) -> [Mismatch]
}

extension Condition {
  package var cost: ConditionCost { .plain }
  package var problem: String? { nil }
  package var hidingSecrets: any Condition { self }
}

/// A condition that is only to be printed.
struct PrintedCondition: Condition {
  let source: String

  func holds(for request: InterceptedRequest, captures: inout [String: String]) -> Bool { false }

  func mismatches(in request: InterceptedRequest) -> [Mismatch] { [] }
}

/// What it takes to find out whether a condition holds, from cheap to dear.
package enum ConditionCost: Int, Comparable, Sendable {
  /// A look at the request's line and header fields.
  case plain
  /// A look at the body, which may have to be read or parsed.
  case body
  /// Code of the user's, which may take as long as it likes: never on a URLSession queue (design rule 7).
  case userCode

  package static func < (lhs: Self, rhs: Self) -> Bool { lhs.rawValue < rhs.rawValue }
}
