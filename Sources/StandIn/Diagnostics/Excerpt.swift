package import Foundation

/// Texts cut to what fits into a message.
package struct Excerpt {
  package let text: String

  /// Bytes as a literal where they are text, and as a count otherwise.
  package static func of(_ data: Data, _ limit: Int = 200) -> Excerpt {
    guard !data.isEmpty else { return Excerpt(text: "an empty body") }
    // A cut must not fall into a character: up to three bytes of one may be missing.
    let head = data.prefix(limit)
    for dropped in 0..<min(4, head.count) {
      guard let text = String(data: head.dropLast(dropped), encoding: .utf8) else { continue }
      let literal = SwiftLiteral.string(text)
      let isWhole = head.count == data.count && dropped == 0
      return Excerpt(text: isWhole ? literal : "\(literal)… (\(data.count) bytes)")
    }
    return Excerpt(text: "\(data.count) bytes that are no text")
  }

  /// A text cut to one line.
  package static func line(_ text: String, _ limit: Int = 300) -> String {
    text.count <= limit ? text : "\(text.prefix(limit))… (\(text.count) characters)"
  }
}
