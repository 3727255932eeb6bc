/// One part of a request that is not as a condition wants it.
package struct Mismatch: Sendable, Hashable {
  /// The part of the request that differs.
  package enum Part: Sendable, Hashable {
    case url, scheme, userInfo, host, port, path, query(String)
    case method, header(String), custom
    case body, bodyLine(Int), bodyByte(Int), jsonBody(String), formField(String), multipart(String)
  }

  package var part: Part
  package var expected: String
  package var actual: String

  package init(part: Part, expected: String, actual: String) {
    self.part = part
    self.expected = expected
    self.actual = actual
  }
}

extension Mismatch {
  /// A field with another value, or none; a secret one is masked.
  package init(_ part: Part, of name: String, expected: String, actual: String?) {
    let isHidden = Secrets.isSecret(name) && actual?.isEmpty == false
    self.init(
      part: part, expected: Self.shown(expected, of: name),
      actual: isHidden ? "another value" : actual.map { Self.shown($0, of: name) } ?? "none")
  }

  /// The value of a field as a message shows it.
  package static func shown(_ value: String, of name: String) -> String {
    SwiftLiteral.string(Secrets.masked(Excerpt.line(value), of: name))
  }

  /// The text in quotes, escaped as in Swift source, and cut where it is too long for a message.
  package static func quote(_ text: some StringProtocol, limit: Int = 200) -> String {
    let start = text.prefix(limit)
    // NB: counting a long text to the end would cost more than the rest of the message.
    return start.endIndex == text.endIndex
      ? String(start).debugDescription : String(start).debugDescription + "…"
  }
}
