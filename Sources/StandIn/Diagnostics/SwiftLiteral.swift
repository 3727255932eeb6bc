package import Foundation

/// Prints values as Swift source that compiles to exactly these values.
package enum SwiftLiteral {
  /// A string literal, on one line, that holds the Unicode scalars of a text.
  ///
  /// Letters, marks on letters and emoji stay readable in any script; whatever a reader could not
  /// see, or see in the wrong place, becomes an escape.
  package static func string(_ text: String) -> String {
    let pounds = String(repeating: "#", count: poundCount(for: text))
    var literal = pounds + "\""
    var context = ScalarContext()
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      if let escape = escape(scalar, isRaw: !pounds.isEmpty) {
        literal += "\\" + pounds + escape
        context = ScalarContext()
      } else if context.shows(scalar, before: rest.first) {
        literal.unicodeScalars.append(scalar)
      } else {
        literal += "\\\(pounds)u{\(String(scalar.value, radix: 16, uppercase: true))}"
        context = ScalarContext()
      }
    }
    return literal + "\"" + pounds
  }

  /// A string literal with the Base64 form of the data.
  package static func data(_ data: Data) -> String {
    "\"\(data.base64EncodedString())\""
  }

  /// A dictionary literal of texts, in this order.
  package static func dictionary(_ pairs: [(name: String, value: String)]) -> String {
    let items = pairs.map { "\(string($0.name)): \(string($0.value))" }
    return "[\(items.isEmpty ? ":" : items.joined(separator: ", "))]"
  }

  /// What follows the backslash where a scalar has an escape of its own.
  private static func escape(_ scalar: Unicode.Scalar, isRaw: Bool) -> String? {
    switch scalar {
    case "\n": "n"
    case "\r": "r"
    case "\t": "t"
    case "\"", "\\": isRaw ? nil : String(scalar)
    default: nil
    }
  }

  /// How many number signs let all quotes and backslashes stand for themselves; 0 for a plain
  /// literal with escapes.
  private static func poundCount(for text: String) -> Int {
    var needed = 0
    var run: Int?
    for byte in text.utf8 {
      switch byte {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"): run = 0
      case UInt8(ascii: "#"): run = run.map { $0 + 1 }
      default: run = nil
      }
      if let run { needed = max(needed, run + 1) }
    }
    // `#"""` would begin a literal of several lines.
    let beginsLikeLines = text == "\"" || text.utf8.starts(with: "\"\"".utf8)
    // Nobody reads a long delimiter, and every escape would repeat it.
    return needed > 3 || beginsLikeLines ? 0 : needed
  }
}

/// Decides which scalars a reader sees, by what stands before and after them.
private struct ScalarContext {
  private enum Previous {
    case letter, emoji, styledEmoji, other
  }

  private var previous = Previous.other

  /// Whether the scalar can be printed as it is.
  mutating func shows(_ scalar: Unicode.Scalar, before next: Unicode.Scalar?) -> Bool {
    if scalar.isASCII {
      previous = scalar.properties.isAlphabetic ? .letter : .other
      return scalar.value >= 0x20 && scalar.value != 0x7F
    }
    if isPartOfEmoji(scalar, before: next) { return true }
    switch scalar.properties.generalCategory {
    case _ where scalar.isInvisible:
      return false
    case .nonspacingMark, .spacingMark, .enclosingMark:
      return previous == .letter
    case .uppercaseLetter, .lowercaseLetter, .titlecaseLetter, .modifierLetter, .otherLetter:
      previous = .letter
      return true
    case .control, .format, .surrogate, .privateUse, .unassigned,
      .spaceSeparator, .lineSeparator, .paragraphSeparator:
      return false
    default:
      previous = scalar.properties.isEmoji ? .emoji : .other
      return true
    }
  }

  /// Whether the scalar gives the emoji before it a style or tone, or joins it to the next one.
  private mutating func isPartOfEmoji(
    _ scalar: Unicode.Scalar, before next: Unicode.Scalar?
  ) -> Bool {
    guard previous == .emoji || previous == .styledEmoji else { return false }
    switch scalar {
    case "\u{FE0F}":
      defer { previous = .styledEmoji }
      return previous == .emoji
    case "\u{200D}":
      return next.map { !$0.isASCII && $0.properties.isEmoji } ?? false
    default:
      return scalar.properties.isEmojiModifier
    }
  }
}

extension Unicode.Scalar {
  /// Whether nothing is drawn for this scalar, or only a sign that something is not.
  fileprivate var isInvisible: Bool {
    switch self {
    // The blank Braille pattern and the two replacement characters.
    case "\u{2800}", "\u{FFFC}", "\u{FFFD}": true
    default: properties.isDefaultIgnorableCodePoint
    }
  }
}
