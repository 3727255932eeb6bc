import Testing

/// A text that may be very long, whose test is named by its beginning and its size.
struct Shortened: Sendable, CustomTestStringConvertible, ExpressibleByStringLiteral {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  init(_ piece: String, times count: Int) {
    text = String(repeating: piece, count: count)
  }

  init(stringLiteral value: String) {
    text = value
  }

  var testDescription: String {
    let start = text.prefix(24)
    return start.endIndex == text.endIndex
      ? start.debugDescription : "\(start.debugDescription)… (\(text.utf8.count) bytes)"
  }
}
