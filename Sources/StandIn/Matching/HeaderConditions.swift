import Foundation

/// A header field has this value.
package struct HeaderCondition: Condition {
  package let name: String
  package let value: String

  package var source: String {
    ".header(\(SwiftLiteral.string(name)), \(SwiftLiteral.string(value)))"
  }

  package var problem: String? { HTTPField.problem(name: name, value: value) }

  package var hidingSecrets: any Condition {
    HeaderCondition(name: name, value: Secrets.masked(value, of: name))
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    request.header(name) == value
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    let actual = request.header(name)
    guard actual != value else { return [] }
    return [
      Mismatch(.header(name), of: name, expected: value, actual: actual)
    ]
  }
}

/// A header field's value is found by a regular expression.
package struct HeaderRegexCondition: Condition {
  package let name: String
  package let regex: SwiftRegex

  package var source: String { ".header(\(SwiftLiteral.string(name)), matching: \(regex))" }

  package var cost: ConditionCost { .userCode }

  package var hidingSecrets: any Condition {
    guard Secrets.isSecret(name) else { return self }
    return PrintedCondition(
      source: ".header(\(SwiftLiteral.string(name)), matching: /\(Secrets.mask)/)")
  }

  package var problem: String? { HTTPField.problem(name: name) }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    regex.matches(request.header(name), captures: &captures)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    var ignored: [String: String] = [:]
    guard !holds(for: request, captures: &ignored) else { return [] }
    return [
      Mismatch(
        part: .header(name),
        expected: "a match of \(Secrets.isSecret(name) ? "/\(Secrets.mask)/" : "\(regex)")",
        actual: request.header(name).map { Mismatch.shown($0, of: name) } ?? "none")
    ]
  }
}

/// There is no header field of this name.
package struct WithoutHeaderCondition: Condition {
  package let name: String

  package var source: String { ".withoutHeader(\(SwiftLiteral.string(name)))" }

  package var problem: String? { HTTPField.problem(name: name) }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    request.header(name) == nil
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    guard let actual = request.header(name) else { return [] }
    return [
      Mismatch(part: .header(name), expected: "none", actual: Mismatch.shown(actual, of: name))
    ]
  }
}

/// The request carries these Basic credentials (RFC 7617).
package struct BasicAuthCondition: Condition {
  package let user: String
  package let password: String

  package var source: String {
    ".basicAuth(\(SwiftLiteral.string(user)), \(SwiftLiteral.string(password)))"
  }

  package var problem: String? {
    user.contains(":")
      ? "the user name \(SwiftLiteral.string(user)) of Basic credentials must not hold a colon"
      : nil
  }

  package var hidingSecrets: any Condition {
    BasicAuthCondition(user: user, password: Secrets.mask)
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    guard let value = request.header("Authorization") else { return false }
    let words = value.split(separator: " ", omittingEmptySubsequences: true)
    // The scheme's name is case-insensitive (RFC 9110, section 11.1).
    guard words.count == 2, words[0].lowercased() == "basic" else { return false }
    return Data(base64Encoded: String(words[1])) == Data("\(user):\(password)".utf8)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    var ignored: [String: String] = [:]
    guard !holds(for: request, captures: &ignored) else { return [] }
    return [
      Mismatch(
        part: .header("Authorization"),
        expected: "Basic credentials of \(SwiftLiteral.string(user))",
        actual: request.header("Authorization") == nil ? "none" : "other credentials")
    ]
  }
}

/// The request carries this cookie (RFC 6265, section 4.2).
package struct CookieCondition: Condition {
  package let name: String
  package let value: String

  package var source: String {
    ".cookie(\(SwiftLiteral.string(name)), \(SwiftLiteral.string(value)))"
  }

  package var problem: String? {
    HTTPField.isToken(name) ? nil : "\(SwiftLiteral.string(name)) is not a cookie name"
  }

  package var hidingSecrets: any Condition { CookieCondition(name: name, value: Secrets.mask) }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    values(in: request).contains(value)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    let actual = values(in: request)
    guard !actual.contains(value) else { return [] }
    return [
      Mismatch(
        part: .header("Cookie"), expected: "cookie \(SwiftLiteral.string(name))",
        actual: actual.isEmpty ? "none of that name" : "another value")
    ]
  }

  private func values(in request: InterceptedRequest) -> [String] {
    (request.header("Cookie") ?? "").split(separator: ";").compactMap { pair in
      let pair = pair.drop { $0 == " " || $0 == "\t" }
      guard let equals = pair.firstIndex(of: "="), pair[..<equals] == name else { return nil }
      let value = pair[pair.index(after: equals)...].trimmingCharacters(in: .whitespaces)
      return value.count > 1 && value.hasPrefix("\"") && value.hasSuffix("\"")
        ? String(value.dropFirst().dropLast()) : value
    }
  }
}
