import Foundation

/// A regular expression that is searched in the text of a URL.
package protocol RegexPattern: AnyObject, Sendable {
  /// The captured texts by name and by number, counted from 1; nil where nothing matches.
  func firstMatch(in text: String) -> [String: String]?
}

/// A regular expression given as text.
final class TextRegex: RegexPattern {
  private let expression: NSRegularExpression
  /// The names of the groups by number; empty where they could not be told.
  private let names: [Int: String]

  init(_ pattern: String) throws {
    expression = try NSRegularExpression(pattern: pattern)
    let groups = RegexGroups(pattern)
    names = groups.count == expression.numberOfCaptureGroups ? groups.names : [:]
  }

  func firstMatch(in text: String) -> [String: String]? {
    let range = NSRange(text.startIndex..., in: text)
    guard let match = expression.firstMatch(in: text, range: range) else { return nil }
    var captures: [String: String] = [:]
    for group in 1..<max(1, match.numberOfRanges) {
      guard let range = Range(match.range(at: group), in: text) else { continue }
      captures[String(group)] = String(text[range])
      if let name = names[group] { captures[name] = String(text[range]) }
    }
    return captures
  }

  /// What is wrong with a pattern that `init` refuses.
  static func reason(for error: any Error, pattern: String) -> String {
    guard !pattern.isEmpty else { return "it is empty" }
    // NB: Foundation does not say what is wrong, where Swift's own parser usually does. That one
    // calls itself for every group, so it is not asked about texts of any length.
    if pattern.utf8.count <= 500 {
      do { _ = try Regex(pattern) } catch { return String(describing: error) }
    }
    return error.localizedDescription
  }
}
