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
    // Otherwise curl would take out dot segments, and read brackets and braces as patterns.
    words.append("--path-as-is --globoff \(Self.quoted(request.url.absoluteString))")
    guard !body.isEmpty else { return words.joined(separator: " ") }
    if body.count <= Self.longestWord, !body.contains(0),
      let text = String(data: body, encoding: .utf8), Data(text.utf8) == body
    {
      return (words + ["--data-raw \(Self.quoted(text))"]).joined(separator: " ")
    }
    // No shell word can hold a NUL, not every shell keeps bytes that are no text, and no program takes a word that is too
    // long. What a shell has built in does: printf.
    let octal = body.map { byte in
      let digits = String(byte, radix: 8)
      return "\\" + String(repeating: "0", count: 3 - digits.count) + digits
    }
    return "printf '\(octal.joined())' | "
      + (words + ["--data-binary @-"]).joined(separator: " ")
  }

  /// Linux passes 128 KiB in one argument of a program, quotes included.
  private static let longestWord = 30_000

  /// A word in single quotes, in which a shell changes nothing.
  private static func quoted(_ text: String) -> String {
    "'\(text.replacingOccurrences(of: "'", with: #"'\''"#))'"
  }
}
