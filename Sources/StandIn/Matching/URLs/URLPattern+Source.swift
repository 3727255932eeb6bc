extension URLPattern {
  /// The pattern as it is written in Swift, as an argument.
  package var source: String {
    guard case .regex(let regex) = storage else { return SwiftLiteral.string(description) }
    return regex is SwiftRegex
      ? description : ".regex(\(SwiftLiteral.string(String(description.dropFirst().dropLast()))))"
  }

  /// Whether the query of every match is the pattern's own, so that it can be looked up.
  package var hasFixedQuery: Bool {
    if case .exact = storage { true } else { false }
  }
}
