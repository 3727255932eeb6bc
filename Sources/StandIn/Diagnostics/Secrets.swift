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
    let words = words(of: name)
    let letters = words.joined()
    // The token that leads to the next page is no secret, and the very part that tells two requests apart.
    guard !pagination.contains(letters) else { return false }
    return words.contains(where: secretWords.contains)
      || endings.contains(where: letters.hasSuffix)
  }

  private static let secretWords: Set<String> = [
    "authorization", "auth", "cookie", "password", "passwd", "passphrase", "passcode", "pass",
    "pwd",
    "pin", "otp", "secret", "token", "jwt", "bearer", "sid", "credential", "credentials",
    "signature", "sig", "assertion",
  ]
  /// How names end in which the words are not set apart.
  private static let endings = [
    "password", "passwd", "passphrase", "passcode", "pwd", "oldpass", "newpass", "userpass",
    "secret",
    "token", "accesstokens",
    "apikey", "accesskey", "privatekey", "secretkey", "subscriptionkey", "sessionid", "credentials",
  ]
  private static let pagination: Set<String> = [
    "pagetoken", "nextpagetoken", "prevpagetoken", "previouspagetoken", "startpagetoken",
    "newstartpagetoken", "nexttoken", "continuationtoken", "nextcontinuationtoken", "cursortoken",
    "synctoken", "nextsynctoken",
  ]

  /// The words of a name in lower case: what stands between punctuation, and begins with a capital.
  private static func words(of name: String) -> [String] {
    var words: [String] = []
    var word: [UInt8] = []
    var wasSmall = false
    func end() {
      if !word.isEmpty { words.append(String(decoding: word, as: UTF8.self)) }
      word = []
    }
    // Nobody names a field like this, and it must not take long.
    for byte in name.utf8.prefix(200) {
      guard byte.isLetter || byte.isDigit else {
        end()
        wasSmall = false
        continue
      }
      if wasSmall, byte.lowercased != byte { end() }
      wasSmall = byte.lowercased == byte
      word.append(byte.lowercased)
    }
    end()
    return words
  }

  /// The value of a field, masked where the field holds a secret.
  static func masked(_ value: String, of name: String) -> String {
    isSecret(name) && !value.isEmpty ? mask : value
  }
}

// MARK: - URLs

extension Secrets {
  /// A URL, or a part of one, with the secrets of its user info and of its `name=value` items masked.
  ///
  /// - Parameter text: The text.
  /// - Returns: The masked text, and where secrets stood.
  static func masked(url text: String) -> (text: String, places: [String]) {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "@") || $0 == UInt8(ascii: "=") }) else {
      return (text, [])
    }
    var places: [String] = []
    var rest = text[...]
    var result = maskingUserInfo(in: &rest, &places)
    var kind = "path parameter"
    while !rest.isEmpty {
      let item = rest.prefix { !"?&;#/".contains($0) }
      result += maskingValue(in: item, kind: kind, &places)
      rest = rest[item.endIndex...]
      guard let separator = rest.popFirst() else { break }
      result.append(separator)
      if separator == "?" { kind = "query" }
      if separator == "#" { kind = "fragment" }
    }
    return (result, places)
  }

  /// A piece out of a URL, which may begin and end anywhere, with what may be secrets masked.
  static func masked(pieceOfURL text: String) -> String {
    // Where the piece has no slashes, it may begin behind them.
    guard text.contains("@"), !text.contains("//") else { return masked(url: text).text }
    return String(masked(url: "//" + text).text.dropFirst(2))
  }

  /// An item of a query or a form, `name=value`, as it is encoded.
  static func maskingValue(
    in item: Substring, kind: String, _ places: inout [String]
  ) -> String {
    guard let equals = item.firstIndex(of: "=") else { return String(item) }
    let name = PercentEncoding.decoded(item[..<equals])
    guard isSecret(name), item.index(after: equals) < item.endIndex else { return String(item) }
    places.append("\(kind) \(SwiftLiteral.string(name))")
    return item[...equals] + mask
  }

  /// Takes the text up to the host, with what stands before the `@` masked.
  private static func maskingUserInfo(in rest: inout Substring, _ places: inout [String]) -> String
  {
    guard let slashes = rest.range(of: "//"), rest[..<slashes.lowerBound].allSatisfy({ $0 != "?" })
    else { return "" }
    let authority = rest[slashes.upperBound...].prefix { !"/?#".contains($0) }
    guard let at = authority.lastIndex(of: "@"), at > authority.startIndex else { return "" }
    let user = authority[..<at]
    let known = user.firstIndex(of: ":").map { user[...$0] } ?? user.prefix(0)
    defer { rest = rest[at...] }
    guard known.endIndex < at else { return String(rest[..<at]) }
    places.append("the URL's user info")
    return rest[..<slashes.upperBound] + known + mask
  }

  /// What a message says of user info that differs: what is masked in both would look the same.
  static func otherUserInfo(_ actual: String?, than expected: String?) -> String {
    guard let actual else { return "no user info" }
    let shown = masked(userInfo: actual)
    return shown == expected.map(masked(userInfo:)) ? "other user info" : Mismatch.quote(shown)
  }

  /// User info with its password masked, or all of it where it is one word, as a token is.
  static func masked(userInfo text: String) -> String {
    (text.firstIndex(of: ":").map { text[...$0] } ?? "") + mask
  }
}
