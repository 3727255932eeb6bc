import Foundation

/// Tells by their names which fields hold passwords, tokens and other credentials.
///
/// Their values are masked in messages, which end up in logs, and left out of snippets, which end up in sources.
enum Secrets {
  /// What stands in a message in place of a secret.
  static let mask = "***"

  /// Whether a field of this name, be it of a header, a query, a form or of JSON, holds a secret.
  ///
  /// Case and punctuation make no difference: `X-Api-Key`, `api_key` and `apiKey` are the same.
  static func isSecret(_ name: String) -> Bool {
    let letters = String(
      decoding: name.utf8.lazy.filter { $0.isLetter || $0.isDigit }.map(\.lowercased),
      as: UTF8.self)
    if whole.contains(letters) { return true }
    if parts.contains(where: letters.contains) { return true }
    // The token that leads to the next page is no secret, and the very part that tells two requests apart.
    return letters.hasSuffix("token") && !places.contains(where: letters.contains)
  }

  private static let whole: Set<String> = [
    "authorization", "proxyauthorization", "cookie", "setcookie", "auth", "pass", "pwd", "pin",
    "otp", "jwt", "bearer", "sid",
  ]
  private static let parts = [
    "password", "passwd", "passphrase", "passcode", "secret", "apikey", "accesskey", "privatekey",
    "credential", "sessionid",
  ]
  private static let places = ["page", "next", "prev", "continuation", "cursor", "sync"]

  /// The value of a field, masked where the field holds a secret.
  static func masked(_ value: String, of name: String) -> String {
    isSecret(name) && !value.isEmpty ? mask : value
  }
}

// MARK: - URLs

extension Secrets {
  /// A URL, or a part of one, with the secrets of its user info and its query masked.
  ///
  /// - Parameter text: The text.
  /// - Returns: The masked text, and where secrets stood.
  static func masked(url text: String) -> (text: String, places: [String]) {
    var places: [String] = []
    let end = text.firstIndex(of: "#") ?? text.endIndex
    let question = text[..<end].firstIndex(of: "?") ?? end
    var result = maskingPassword(in: text[..<question], &places)
    if question < end {
      let items = text[text.index(after: question)..<end]
        .split(separator: "&", omittingEmptySubsequences: false)
      result +=
        "?" + items.map { maskingValue(in: $0, separator: "query", &places) }.joined(separator: "&")
    }
    return (result + text[end...], places)
  }

  /// A piece out of a URL, which may begin and end anywhere, with what may be secrets masked.
  static func masked(pieceOfURL text: String) -> String {
    // Where the piece says less than a URL does, it is taken for user info, and for a query.
    func masked(_ text: String, behind start: String) -> String {
      let whole = Self.masked(url: start + text).text
      return String(String.UnicodeScalarView(whole.unicodeScalars.dropFirst(start.count)))
    }
    let known = masked(text, behind: text.contains("//") ? "" : "//")
    return known.contains("?") ? known : masked(known, behind: "?")
  }

  /// The pairs of a query or a form, `name=value`, as they are encoded.
  static func maskingValue(
    in item: Substring, separator kind: String, _ places: inout [String]
  ) -> String {
    guard let equals = item.firstIndex(of: "=") else { return String(item) }
    let name = PercentEncoding.decoded(item[..<equals])
    guard isSecret(name), item.index(after: equals) < item.endIndex else { return String(item) }
    places.append("\(kind) \(SwiftLiteral.string(name))")
    return item[...equals] + mask
  }

  /// The password in `scheme://user:password@host`.
  private static func maskingPassword(in text: Substring, _ places: inout [String]) -> String {
    guard let slashes = text.range(of: "//") else { return String(text) }
    let authority = text[slashes.upperBound...].prefix { $0 != "/" }
    guard let at = authority.lastIndex(of: "@"),
      let colon = authority[..<at].firstIndex(of: ":"), authority.index(after: colon) < at
    else { return String(text) }
    places.append("the URL's password")
    return text[...colon] + mask + text[at...]
  }

  /// User info with its password masked.
  static func masked(userInfo text: String) -> String {
    guard let colon = text.firstIndex(of: ":") else { return text }
    return text[...colon] + mask
  }
}

// MARK: - JSON

extension JSON {
  /// The value with its secrets masked; adds where they stood.
  func hidingSecrets(_ places: inout [String]) -> JSON {
    var path = JSONPath()
    return masked(at: &path, &places)
  }

  var hidingSecrets: JSON {
    var ignored: [String] = []
    return hidingSecrets(&ignored)
  }

  private func masked(at path: inout JSONPath, _ places: inout [String]) -> JSON {
    switch self {
    case .array(let elements):
      var result: [JSON] = []
      for (index, element) in elements.enumerated() {
        path.append(.index(index))
        result.append(element.masked(at: &path, &places))
        path.removeLast()
      }
      return .array(result)
    case .object(let members):
      var result: [(key: String, value: JSON)] = []
      for (key, value) in members {
        path.append(.key(key))
        if Secrets.isSecret(key), value.mayBeSecret {
          places.append("body \(path)")
          result.append((key, .string(Secrets.mask)))
        } else {
          result.append((key, value.masked(at: &path, &places)))
        }
        path.removeLast()
      }
      return .object(KeyValues(result))
    default:
      return self
    }
  }

  /// Whether there is anything to hide: neither null nor a flag nor an empty text gives anything away.
  private var mayBeSecret: Bool {
    switch self {
    case .null, .bool, .string(""): false
    default: true
    }
  }

  /// The value without its secrets, at every level; the same value where there are none.
  var leavingOutSecrets: JSON {
    switch self {
    case .array(let elements):
      .array(elements.map(\.leavingOutSecrets))
    case .object(let members):
      .object(
        KeyValues(
          members.filter { !(Secrets.isSecret($0.key) && $0.value.mayBeSecret) }
            .map { (key: $0.key, value: $0.value.leavingOutSecrets) }))
    default:
      self
    }
  }
}
