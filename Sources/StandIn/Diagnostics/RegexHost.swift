import Foundation

/// The part of a regular expression that stands for the host of a URL, as far as it can be told.
struct RegexHost {
  private let characters: [Character]

  /// Finds the host: behind `://`, or where the expression begins with what looks like one.
  init(_ pattern: String) {
    // Slashes may be written with a backslash, and the pattern stands between slashes.
    let text = pattern.dropFirst().dropLast().replacingOccurrences(of: #"\/"#, with: "/")
    let begin = text.drop { $0 == "^" }
    if let start = text.range(of: "://"), !text[..<start.lowerBound].contains("=") {
      characters = Array(Self.host(text[start.upperBound...]))
    } else if let first = begin.first, first.isLetter || first.isNumber {
      let host = Self.host(begin)
      // A path alone has no dots before its first slash.
      characters = host.endIndex < text.endIndex ? Array(host) : []
    } else {
      characters = []
    }
  }

  /// What comes before a slash, a literal question mark, or what looks beyond the end.
  private static func host(_ text: Substring) -> Substring {
    let end = text.range(of: #"[/$#]|\\\?|\(\?[=!<]"#, options: .regularExpression)?.lowerBound
    return text[..<(end ?? text.endIndex)]
  }

  /// Whether a dot is neither escaped nor quantified nor in brackets nor quoted.
  var hasBareDot: Bool {
    var isInBrackets = false
    var isEscaped = false
    var isQuoted = false
    for (index, character) in characters.enumerated() {
      if isEscaped {
        isEscaped = false
        if character == "Q" { isQuoted = true }
        if character == "E" { isQuoted = false }
        continue
      }
      switch character {
      case "\\": isEscaped = true
      case "[" where !isQuoted: isInBrackets = true
      case "]" where !isQuoted: isInBrackets = false
      case "." where !isInBrackets && !isQuoted:
        let next = characters.dropFirst(index + 1).first
        if !"*+?{".contains(next ?? "a") { return true }
      default: break
      }
    }
    return false
  }
}
