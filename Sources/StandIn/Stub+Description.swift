extension Stub: CustomStringConvertible {
  /// The stub as it is written in Swift, on one line.
  public var description: String { source() }

  /// The stub as it is written in Swift.
  ///
  /// - Parameter answers: Whether to include what it answers.
  /// - Returns: The source, on one line.
  package func source(answers: Bool = true) -> String {
    var text = factorySource + queryPhrases.map(\.source).joined()
    // A lone matcher is the factory's argument already.
    let rest = isMatching ? conditions.dropFirst() : conditions[...]
    for condition in rest { text += Self.modifierSource(condition) }
    if let name { text += ".named(\(SwiftLiteral.string(name)))" }
    if priority != 0 { text += ".priority(\(priority))" }
    if let expectation { text += expectation.source }
    if let step { text += step.source }
    if isOptional { text += ".optional()" }
    return answers ? text + answer.source : text
  }

  /// The stub as a message may show it: with passwords, tokens and the like masked in what it asks for.
  package var hidingSecrets: Stub {
    var stub = self
    stub.url = url?.hidingSecrets
    stub.queryPhrases = queryPhrases.map(\.hidingSecrets)
    stub.conditions = conditions.map(\.hidingSecrets)
    return stub
  }

  /// Where the stub was written, to stand behind it in a message; empty where that is not known.
  package var place: String { location.map { " (\($0))" } ?? "" }

  /// The stub on one line of a message, without what it answers.
  package var excerpt: String {
    Excerpt.line(Secrets.masked(text: hidingSecrets.source(answers: false)).text)
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

  /// The factory and its argument in a message.
  package var factoryExcerpt: String {
    Excerpt.line(Secrets.masked(text: hidingSecrets.factorySource).text)
  }

  package static func modifierSource(_ condition: any Condition) -> String {
    switch condition {
    case let predicate as PredicateCondition:
      ".where(\(SwiftLiteral.string(predicate.text))) { … }"
    case is MethodCondition, is URLCondition, is URLTextCondition, is ComponentCondition,
      is NotCondition, is AnyCondition, is AllCondition, is QueryCondition:
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
