/// The rules for names and values of header fields (RFC 9110, section 5).
package enum HTTPField {
  /// Whether a text is a token (RFC 9110, section 5.6.2), as methods and field names must be.
  package static func isToken(_ text: String) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy(ByteSet.token.contains)
  }

  /// What HTTP forbids in a field, or nil.
  package static func problem(name: String, value: String? = nil) -> String? {
    guard isToken(name) else {
      return "\(SwiftLiteral.string(name)) is not a header name"
    }
    if let value, value.unicodeScalars.contains(where: isForbiddenInValue) {
      return "the value of header \(SwiftLiteral.string(name)) holds a control character: "
        + Mismatch.shown(value, of: name)
    }
    return nil
  }

  /// Whether two field names are the same (RFC 9110, section 5.1: case-insensitive).
  package static func sameName(_ one: String, _ other: String) -> Bool {
    one == other || one.lowercased() == other.lowercased()
  }

  private static func isForbiddenInValue(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.value < 0x20 && scalar != "\t") || scalar.value == 0x7F
  }
}
