package import Foundation

/// Texts cut to what fits into a message.
package enum Excerpt {
  /// Bytes as a literal where they are text, and as a count otherwise.
  package static func of(_ data: Data, _ limit: Int = 200) -> String {
    guard !data.isEmpty else { return "an empty body" }
    // A cut must not fall into a character: up to three bytes of one may be missing.
    let head = data.prefix(limit)
    for dropped in 0..<min(4, head.count) {
      let bytes = Array(head.dropLast(dropped))
      // NB: Foundation would take a byte order mark away.
      guard UTF8Syntax.isValid(bytes[...]) else { continue }
      let text = String(decoding: bytes, as: UTF8.self)
      let literal = SwiftLiteral.string(text)
      let isWhole = head.count == data.count && dropped == 0
      return isWhole ? literal : "\(literal)… (\(data.count) bytes)"
    }
    return "\(data.count) bytes that are no text"
  }

  /// A stub and where it was written, on one line.
  package static func place(_ stub: Stub) -> String {
    stub.excerpt + stub.place
  }

  /// A text cut to one line.
  package static func line(_ text: String, _ limit: Int = 300) -> String {
    // NB: counting a long text to the end would cost more than the rest of the message.
    let head = text.prefix(limit)
    return head.endIndex == text.endIndex ? text : "\(head)… (\(text.utf8.count) bytes)"
  }

  /// A text of somebody else's cut to one line, without its line breaks.
  package static func flat(_ text: String, _ limit: Int = 300) -> String {
    line(text, limit).split(whereSeparator: \.isNewline).joined(separator: " ⏎ ")
  }
}
