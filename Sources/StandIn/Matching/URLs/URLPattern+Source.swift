extension URLPattern {
  /// The pattern as it is written in Swift, as an argument.
  package var source: String {
    switch storage {
    case .regex(let regex) where regex is SwiftRegex: description
    case .regex, .invalidRegex:
      ".regex(\(SwiftLiteral.string(String(description.dropFirst().dropLast()))))"
    case .exact, .template, .invalid: SwiftLiteral.string(description)
    }
  }

  /// Whether the query of every match is the pattern's own, so that it can be looked up.
  package var hasFixedQuery: Bool {
    if case .exact = storage { true } else { false }
  }
}
