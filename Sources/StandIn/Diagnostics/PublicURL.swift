import Foundation

/// A request's URL as a snippet names it: without its secrets.
struct PublicURL {
  /// The URL as a text that makes a pattern of it.
  let pattern: String
  /// The modifiers that come with the pattern, where it does not say all.
  let conditions: [String]

  init(_ request: InterceptedRequest) {
    let text = request.url.absoluteString
    let whole = text[..<(text.firstIndex(of: "#") ?? text.endIndex)]
    guard let target = request.facts.target, !Secrets.masked(url: String(whole)).places.isEmpty
    else {
      pattern = Self.escaped(whole)
      conditions = []
      return
    }
    let items = target.queryItems
    let known = items.filter { Secrets.masked(url: "?\($0)").places.isEmpty }
    var conditions: [String] = []
    var start = String(whole.prefix { $0 != "?" })
    if let host = target.host, target.userInfo != nil {
      start = target.path
      conditions.append(".where(.host(\(SwiftLiteral.string(host))))")
    }
    if known.count < items.count {
      conditions += Self.phrases(known).map(\.modifier)
    } else if !items.isEmpty {
      start += "?" + items.map(\.description).joined(separator: "&")
    }
    pattern = Self.withVariables(start)
    self.conditions = conditions
  }

  /// The pattern with a variable in place of each secret of its path.
  private static func withVariables(_ text: String) -> String {
    let masked = Secrets.masked(url: text)
    guard !masked.places.isEmpty else { return escaped(text) }
    let pieces = escaped(masked.text).components(separatedBy: Secrets.mask)
    return pieces.enumerated().map { $0 == 0 ? $1 : "{secret\($0)}\($1)" }.joined()
  }

  /// Braces stand for themselves in a URL, and for variables in a pattern.
  static func escaped(_ text: some StringProtocol) -> String {
    text.replacingOccurrences(of: "{", with: "%7B").replacingOccurrences(of: "}", with: "%7D")
  }

  private static func phrases(_ items: [QueryItem]) -> [QueryPhrase] {
    let pairs = items.compactMap { item in
      item.decodedValue.map { (name: item.decodedName, value: $0) }
    }
    let flags = items.filter { $0.value == nil }.map { QueryPhrase.item($0.decodedName, nil) }
    return [pairs.isEmpty ? .any : .containing(pairs)] + flags
  }
}

extension QueryPhrase {
  /// The phrase as a modifier of a stub.
  fileprivate var modifier: String {
    if case .item = self { ".where(\(source))" } else { source }
  }
}
