/// A regular expression of Swift.
package final class SwiftRegex: RegexPattern, CustomStringConvertible, @unchecked Sendable {
  // SAFETY: `regex` is never changed, and Swift compiles it atomically on its first use. A transform
  // in it that touches shared state must guard that itself, as any responder must.
  private let regex: Regex<AnyRegexOutput>

  package init<Output>(_ regex: Regex<Output>) {
    self.regex = Regex<AnyRegexOutput>(regex)
  }

  /// The source of the expression, where it can be told.
  var pattern: String? {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      regex._literalPattern
    } else {
      nil
    }
  }

  package func firstMatch(in text: String) -> [String: String]? {
    // A transform that throws refuses the text.
    guard let match = try? regex.firstMatch(in: text) else { return nil }
    var captures: [String: String] = [:]
    for (number, element) in match.output.enumerated().dropFirst() {
      guard let substring = element.substring else { continue }
      captures[String(number)] = String(substring)
      if let name = element.name { captures[name] = String(substring) }
    }
    return captures
  }

  /// The expression between slashes, where its source can be told.
  package var description: String {
    guard let pattern else { return "a regular expression" }
    // Between plain slashes, one would be the end, and a blank after the first one none of an expression.
    let isPlain = !pattern.contains("/") && pattern.first != " " && pattern.last != " "
    return isPlain ? "/\(pattern)/" : "#/\(pattern)/#"
  }

  /// Whether the expression is found in a text, if there is one; adds what its groups captured.
  package func matches(_ text: String?, captures: inout [String: String]) -> Bool {
    guard let text, let found = firstMatch(in: text) else { return false }
    captures.merge(found) { $1 }
    return true
  }
}
