/// One part of a request that is not as a condition wants it.
package struct Mismatch: Sendable, Hashable {
  /// The part of the request that differs.
  package enum Part: Sendable, Hashable {
    case url, scheme, userInfo, host, port, path, query(String)
    case method, header(String), custom
    case body, jsonBody(String), formField(String), multipart(String)
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
  /// The text in quotes, escaped as in Swift source, and cut where it is too long for a message.
  package static func quote(_ text: some StringProtocol, limit: Int = 200) -> String {
    let start = text.prefix(limit)
    // NB: counting a long text to the end would cost more than the rest of the message.
    return start.endIndex == text.endIndex
      ? String(start).debugDescription : String(start).debugDescription + "…"
  }
}
