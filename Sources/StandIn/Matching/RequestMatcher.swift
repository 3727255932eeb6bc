/// A composable condition that can say what it is and why it does not hold.
///
/// ```swift
/// stub(.matching(.host("api.example.com") && !.header("X-Beta", "1")).respond(.status(403)))
/// ```
public struct RequestMatcher: Sendable, CustomStringConvertible {
  package let condition: any Condition

  package init(_ condition: any Condition) {
    self.condition = condition
  }

  /// Creates a matcher from a closure.
  ///
  /// - Parameters:
  ///   - description: What the closure checks, for messages.
  ///   - predicate: Returns whether a request matches. It runs on no URLSession queue and under no lock.
  public init(
    _ description: String, _ predicate: @escaping @Sendable (InterceptedRequest) -> Bool
  ) {
    self.init(PredicateCondition(text: description, predicate: predicate))
  }

  /// Returns a matcher that holds where both hold.
  ///
  /// A condition on the query opens a URL pattern beside it, which by itself allows just the query it names.
  ///
  /// - Parameters:
  ///   - lhs: One matcher.
  ///   - rhs: Another one.
  /// - Returns: The conjunction.
  public static func && (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(AllCondition([lhs.condition, rhs.condition]))
  }

  /// Returns a matcher that holds where at least one holds.
  ///
  /// - Parameters:
  ///   - lhs: One matcher.
  ///   - rhs: Another one.
  /// - Returns: The disjunction.
  public static func || (lhs: RequestMatcher, rhs: RequestMatcher) -> RequestMatcher {
    RequestMatcher(AnyCondition([lhs.condition, rhs.condition]))
  }

  /// Returns a matcher that holds where the other one does not.
  ///
  /// - Parameter matcher: The matcher to negate.
  /// - Returns: The negation.
  public static prefix func ! (matcher: RequestMatcher) -> RequestMatcher {
    RequestMatcher(NotCondition(condition: matcher.condition))
  }

  /// Whether the matcher accepts a request.
  package func accepts(_ request: InterceptedRequest) -> Bool {
    var captures: [String: String] = [:]
    return condition.holds(for: request, captures: &captures)
  }

  /// The matcher as it is written in Swift.
  public var description: String { condition.source }
}
