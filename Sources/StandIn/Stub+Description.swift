extension Stub: CustomStringConvertible {
  /// The stub as it is written in Swift, on one line.
  public var description: String { source() }

  /// The stub as it is written in Swift.
  ///
  /// - Parameter answers: Whether to include what it answers.
  /// - Returns: The source, on one line.
  package func source(answers: Bool = true) -> String {
    var text = factorySource + querySource
    // A lone matcher is the factory's argument already.
    let rest = isMatching ? conditions.dropFirst() : conditions[...]
    for condition in rest { text += Self.modifierSource(condition) }
    if let name { text += ".named(\(SwiftLiteral.string(name)))" }
    if priority != 0 { text += ".priority(\(priority))" }
    if let expectation { text += expectation.source }
    return answers ? text + answer.source : text
  }

  private var isMatching: Bool { method == nil && url == nil && !conditions.isEmpty }

  private var factorySource: String {
    guard let url else {
      return isMatching ? ".matching(\(conditions[0].source))" : ".everything"
    }
    let pattern = url.source
    guard let method else { return ".any(\(pattern))" }
    return method.factoryName.map { ".\($0)(\(pattern))" }
      ?? ".request(\(SwiftLiteral.string(method.rawValue)), \(pattern))"
  }

  private static func modifierSource(_ condition: any Condition) -> String {
    switch condition {
    case let predicate as PredicateCondition:
      ".where(\(SwiftLiteral.string(predicate.text))) { … }"
    case is MethodCondition, is URLCondition, is ComponentCondition, is NotCondition,
      is AnyCondition, is AllCondition, is QueryCondition:
      ".where(\(condition.source))"
    default:
      condition.source
    }
  }
}

extension StubAnswer {
  /// The answer as it is written in Swift.
  package var source: String {
    switch self {
    case .inTurn(let responses):
      responses.isEmpty
        ? "" : ".respond(\(responses.map(\.description).joined(separator: ", ")))"
    case .responder: ".respond { … }"
    }
  }
}
