package import Foundation

/// The body is exactly these bytes, or this text in UTF-8.
package struct BytesCondition: Condition {
  package let bytes: Data
  package let source: String

  package var cost: ConditionCost { .body }

  package var hidingSecrets: any Condition {
    Secrets.masked(body: bytes)
      .map { RequestMatcher.body(String(decoding: $0, as: UTF8.self)).condition } ?? self
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    request.body == bytes
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    guard request.body != bytes else { return [] }
    return [BodyDifference.mismatch(request, from: bytes)]
  }
}

/// The body is base64 of something that it can't be, since the text is not base64.
package struct UnreadableBytesCondition: Condition {
  package let source: String
  package let problem: String?

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool { false }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] { [] }
}

/// The body is this JSON by value, or contains it.
package struct JSONCondition: Condition {
  package let json: JSON
  package let allowsMore: Bool

  package var source: String {
    let literal = json.swiftLine ?? "…"
    return ".body(\(allowsMore ? "jsonContaining" : "json"): \(literal))"
  }

  package var cost: ConditionCost { .body }

  package var problem: String? { json.problem.map { "the JSON is not valid: \($0)" } }

  package var hidingSecrets: any Condition {
    JSONCondition(json: json.hidingSecrets, allowsMore: allowsMore)
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    guard case .success(let actual) = request.facts.json else { return false }
    return allowsMore ? actual.contains(json) : actual == json
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    switch request.facts.json {
    case .failure(let error):
      let actual =
        request.body.isEmpty
        ? "no body" : "\(error.localizedDescription): \(request.bodyExcerpt)"
      let expected = json.abbreviated(to: 200, masking: Secrets.isSecret)
      return [Mismatch(part: .body, expected: expected, actual: actual)]
    case .success(let actual):
      return actual.differences(from: json, subset: allowsMore, limit: 5).map { difference in
        Mismatch(difference)
      }
    }
  }
}

/// The body is this form, by decoded pairs, or contains it.
package struct FormCondition: Condition {
  package let pairs: [(name: String, value: String)]
  package let allowsMore: Bool

  package var source: String {
    ".body(\(allowsMore ? "formContaining" : "form"): \(SwiftLiteral.dictionary(pairs)))"
  }

  package var cost: ConditionCost { .body }

  package var hidingSecrets: any Condition {
    FormCondition(
      pairs: pairs.map { ($0.name, Secrets.masked($0.value, of: $0.name)) }, allowsMore: allowsMore)
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    let form = FormBody(request.body)
    return allowsMore
      ? form.differences(from: FormBody(pairs: pairs), subset: true, limit: 1).isEmpty
      : form == FormBody(pairs: pairs)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    FormBody(request.body).differences(from: FormBody(pairs: pairs), subset: allowsMore)
      .map { difference in
        let name = difference.name
        let isHidden =
          Secrets.isSecret(name) && !difference.expected.isEmpty && !difference.actual.isEmpty
        return Mismatch(
          part: .formField(name), expected: Self.text(difference.expected, of: name),
          actual: isHidden ? "another value" : Self.text(difference.actual, of: name))
      }
  }

  private static func text(_ values: [String], of name: String) -> String {
    values.isEmpty
      ? "none" : values.map { Mismatch.shown($0, of: name) }.joined(separator: ", ")
  }
}

/// The body as text is found by a regular expression.
package struct BodyRegexCondition: Condition {
  package let regex: SwiftRegex

  package var source: String { ".body(matching: \(regex))" }

  package var cost: ConditionCost { .userCode }

  package var hidingSecrets: any Condition {
    PrintedCondition(source: Secrets.masked(text: source).text)
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    regex.matches(request.text, captures: &captures)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    var ignored: [String: String] = [:]
    guard !holds(for: request, captures: &ignored) else { return [] }
    return [
      Mismatch(
        part: .body, expected: "a match of \(Secrets.masked(text: "\(regex)").text)",
        actual: request.bodyExcerpt)
    ]
  }
}

/// A multipart body has a part like this, whatever its boundary (RFC 7578).
package struct MultipartCondition: Condition {
  package let name: String
  package let fileName: String?
  package let contentType: String?
  package let content: Data?

  package var source: String {
    var arguments = [SwiftLiteral.string(name)]
    if let fileName { arguments.append("fileName: \(SwiftLiteral.string(fileName))") }
    if let contentType { arguments.append("contentType: \(SwiftLiteral.string(contentType))") }
    if let content {
      let text = String(data: content, encoding: .utf8).flatMap {
        Data($0.utf8) == content ? $0 : nil
      }
      arguments.append(
        text.map { "Data(\(SwiftLiteral.string($0)).utf8)" }
          ?? "Data(base64Encoded: \(SwiftLiteral.data(content)))")
    }
    return ".multipart(\(arguments.joined(separator: ", ")))"
  }

  package var cost: ConditionCost { .body }

  package var hidingSecrets: any Condition {
    guard content != nil, Secrets.isSecret(name) else { return self }
    return MultipartCondition(
      name: name, fileName: fileName, contentType: contentType, content: Data(Secrets.mask.utf8))
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    guard let body = try? parts(of: request) else { return false }
    return body.contains { differences(of: $0).isEmpty }
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    do {
      let parts = try parts(of: request)
      guard !parts.contains(where: { differences(of: $0).isEmpty }) else { return [] }
      guard let sameName = parts.first(where: { $0.name == name }) else {
        let names = parts.prefix(8).map { SwiftLiteral.string(Excerpt.line($0.name ?? "", 60)) }
        let rest = parts.count > 8 ? ", … (\(parts.count) parts)" : ""
        return [
          Mismatch(
            part: .multipart(name), expected: "a part of that name",
            actual: names.joined(separator: ", ") + rest)
        ]
      }
      return differences(of: sameName)
    } catch {
      return [
        Mismatch(
          part: .body, expected: "a multipart form", actual: "\(error)")
      ]
    }
  }

  private func parts(of request: InterceptedRequest) throws -> [MultipartBody.Part] {
    try MultipartBody(request.body, contentType: request.header("Content-Type")).parts
  }

  private func differences(of part: MultipartBody.Part) -> [Mismatch] {
    var result: [Mismatch] = []
    func compare(_ what: String, _ expected: String?, _ actual: String?) {
      guard let expected, expected != actual else { return }
      result.append(
        Mismatch(
          part: .multipart(name), expected: "\(what) \(SwiftLiteral.string(expected))",
          actual: actual.map(SwiftLiteral.string) ?? "none"))
    }
    compare("name", name, part.name)
    compare("file name", fileName, part.fileName)
    compare("content type", contentType, part.contentType)
    if let content, content != part.content {
      let isHidden = Secrets.isSecret(name)
      result.append(
        Mismatch(
          part: .multipart(name),
          expected: isHidden ? "\"\(Secrets.mask)\"" : Excerpt.of(content),
          actual: isHidden ? "another value" : Excerpt.of(part.content)))
    }
    return result
  }
}

extension Mismatch {
  fileprivate init(_ difference: JSON.Difference) {
    let part = Part.jsonBody(difference.path)
    let isSecret = difference.keys.contains(where: Secrets.isSecret)
    func text(_ json: JSON) -> String {
      isSecret ? "\"\(Secrets.mask)\"" : json.abbreviated(to: 80, masking: Secrets.isSecret)
    }
    self =
      switch difference.kind {
      case .value(let expected, let actual):
        Mismatch(
          part: part, expected: text(expected),
          actual: isSecret ? "another value" : text(actual))
      case .missing(let expected):
        Mismatch(part: part, expected: text(expected), actual: "nothing")
      case .unexpected(let actual):
        Mismatch(part: part, expected: "nothing", actual: text(actual))
      }
  }
}
