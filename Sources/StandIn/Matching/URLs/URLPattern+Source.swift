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

  /// How much of a URL the pattern fixes.
  var reach: URLParts.Reach {
    if case .exact(let pattern) = storage { return pattern.reach }
    if case .template = storage, description.hasPrefix("/") {
      return description.hasPrefix("//") ? .authority : .path
    }
    return .absolute
  }

  /// The pattern as a message may show it: with passwords, tokens and the like masked.
  package var hidingSecrets: URLPattern {
    switch storage {
    case .exact, .template:
      let masked = Secrets.masked(url: description)
      return masked.places.isEmpty ? self : URLPattern(masked.text)
    case .regex, .invalidRegex:
      let masked = Secrets.masked(text: description)
      return masked.places.isEmpty ? self : URLPattern(maskedRegex: masked.text)
    case .invalid(let problem):
      let masked = Secrets.masked(url: description)
      return masked.places.isEmpty ? self : URLPattern(masked: masked.text, problem)
    }
  }

  /// Whether the query of every match is the pattern's own, so that it can be looked up.
  package var hasFixedQuery: Bool {
    if case .exact = storage { true } else { false }
  }
}
