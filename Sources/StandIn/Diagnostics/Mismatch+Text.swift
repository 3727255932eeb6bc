extension Mismatch: CustomStringConvertible {
  /// The part, what was expected and what was there.
  package var description: String {
    let (expected, actual) = (
      Secrets.masked(text: expected).text, Secrets.masked(text: actual).text
    )
    let text =
      part == .custom
      ? "it does not hold: \(expected)" : "\(part.name): expected \(expected), got \(actual)"
    // A name may be as long as it likes.
    return Excerpt.line(text, 600)
  }
}

extension Mismatch.Part {
  /// The part's name in messages.
  package var name: String {
    switch self {
    case .url: "URL"
    case .scheme: "scheme"
    case .userInfo: "user info"
    case .host: "host"
    case .port: "port"
    case .path: "path"
    case .query(let key): "query \(SwiftLiteral.string(key))"
    case .method: "method"
    case .header(let name): "header \(name)"
    case .body: "body"
    case .bodyLine(let number): "body, line \(number)"
    case .bodyByte(let offset): "body, byte \(offset)"
    case .jsonBody(let path): "body \(path)"
    case .formField(let name): "form field \(SwiftLiteral.string(name))"
    case .multipart(let name): "part \(SwiftLiteral.string(name))"
    case .custom: "condition"
    }
  }
}
