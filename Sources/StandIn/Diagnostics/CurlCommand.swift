import Foundation

/// A request as a `curl` command that a POSIX shell reads back exactly.
struct CurlCommand {
  private let request: InterceptedRequest

  init(_ request: InterceptedRequest) {
    self.request = request
  }

  var text: String {
    var words = ["curl"]
    let body = request.body
    if request.method == .head, body.isEmpty {
      words.append("--head")
    } else if request.method != .get || !body.isEmpty {
      words.append("--request \(Self.quoted(request.method.rawValue))")
    }
    for header in request.headers {
      // NB: curl leaves out `Name:`, blanks behind it or not, and sends an empty field for `Name;`.
      let isBlank = header.value.allSatisfy { $0 == " " || $0 == "\t" }
      let field = isBlank ? "\(header.name);" : "\(header.name): \(header.value)"
      words.append("--header \(Self.quoted(field))")
    }
    if !body.isEmpty, request.header("Content-Type") == nil {
      // Without this curl would say that the body is a form.
      words.append("--header 'Content-Type:'")
    }
    let url = request.url.absoluteString
    // curl takes out dot segments by itself, and reads brackets and braces as patterns.
    if url.contains("/.") || url.lowercased().contains("/%2e") { words.append("--path-as-is") }
    if url.contains(where: { "[]{}".contains($0) }) { words.append("--globoff") }
    words.append(Self.quoted(url))
    guard !body.isEmpty else { return words.joined(separator: " ") }
    if body.count <= Self.longestWord, !body.contains(where: { $0 < 0x20 || $0 == 0x7F }),
      let text = String(data: body, encoding: .utf8), Data(text.utf8) == body
    {
      return (words + ["--data-raw \(Self.quoted(text))"]).joined(separator: " ")
    }
    // No shell word can hold a NUL, not every shell keeps bytes that are no text, a command with line breaks is hard to
    // copy, and no program takes a word that is too long. What a shell has built in does: printf.
    return "printf '\(Self.format(body))' | "
      + (words + ["--data-binary @-"]).joined(separator: " ")
  }

  /// The format with which printf writes some bytes: an octal number for all but plain ASCII.
  private static func format(_ body: Data) -> String {
    var text = ""
    text.reserveCapacity(body.count * 2)
    for byte in body {
      switch byte {
      // NB: what begins with it would be an option.
      case UInt8(ascii: "-") where text.isEmpty, UInt8(ascii: "%"), UInt8(ascii: "\\"),
        UInt8(ascii: "'"), 0..<0x20, 0x7F...:
        let digits = String(byte, radix: 8)
        text += "\\" + String(repeating: "0", count: 3 - digits.count) + digits
      default:
        text.unicodeScalars.append(Unicode.Scalar(byte))
      }
    }
    return text
  }

  /// Linux passes 128 KiB in one argument of a program, quotes included.
  private static let longestWord = 30_000

  /// A word in single quotes, in which a shell changes nothing.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'"
  }
}
