import Foundation

extension StubRegistry {
  /// Looks for stubs that can hardly be meant as they are.
  ///
  /// It finds stubs that one with the same or no URL pattern shadows completely, unescaped dots in the host of a regular
  /// expression, template variables that never match, bodies of 204 and 304, redirects without a target, JSON types over
  /// what is not JSON, and conditions on the body of `GET` and `HEAD`.
  ///
  /// - Returns: A text for each finding, which begins with the stub and its place; empty where nothing was found.
  public func lint() -> [String] {
    let ordered = registeredStubs.sorted { $0.goesBefore($1) }
    return ordered.enumerated().flatMap { index, stub in
      let shadow = ordered[..<index].first { $0.shadows(stub) }
      return (Lint.findings(stub.stub) + (shadow.map(Lint.shadowed) ?? []))
        .map { "\(Lint.name(stub.stub)): \($0)" }
    }
  }
}

extension RegisteredStub {
  /// Whether no request ever gets past this stub to another one that is tried later.
  fileprivate func shadows(_ other: RegisteredStub) -> Bool {
    // An exhausted stub lets others take over; one that says never() does not.
    guard isMatchable, [nil, 0].contains(maximum), stub.conditions.isEmpty else {
      return false
    }
    if let method = stub.method, method != other.stub.method { return false }
    if let url = stub.url, url != other.stub.url { return false }
    return queryRule.mode == .any || queryRule == other.queryRule
  }

  /// What decides about the query, whether a modifier or the URL pattern says so.
  private var queryRule: QueryRule { query ?? stub.url?.queryRule ?? .any }
}

/// What is odd about a single stub.
private enum Lint {
  static func name(_ stub: Stub) -> String {
    "\(Excerpt.line(stub.source(answers: false)))\(stub.location.map { " (\($0))" } ?? "")"
  }

  static func shadowed(by other: RegisteredStub) -> [String] {
    let verb = other.maximum == 0 ? "forbids" : "answers"
    return ["it never answers, since \(name(other.stub)) \(verb) all that it would"]
  }

  static func findings(_ stub: Stub) -> [String] {
    var findings = urlFindings(stub)
    if let method = stub.method, [.get, .head].contains(method),
      let condition = stub.conditions.first(where: { $0.cost == .body })
    {
      findings.append("it asks for a body, \(condition.source), which a \(method) rarely has")
    }
    if case .inTurn(let responses) = stub.answer { findings += responses.flatMap(findings(_:)) }
    return findings
  }

  private static func urlFindings(_ stub: Stub) -> [String] {
    guard let url = stub.url else { return [] }
    let text = url.description
    if url.isRegex {
      return hasBareDotInHost(text)
        ? ["an unescaped dot in the host of \(url.source) stands for any character"] : []
    }
    return text.contains("{#")
      ? ["a variable in {#…} never matches, since no fragment is sent"] : []
  }

  /// Whether a dot between `://` and the next slash is neither escaped nor quantified nor in brackets.
  private static func hasBareDotInHost(_ pattern: String) -> Bool {
    let text = pattern.replacingOccurrences(of: #"\/"#, with: "/")
    guard let start = text.range(of: "://") else { return false }
    let rest = text[start.upperBound...]
    // What ends a host: a slash, a literal question mark, or what looks beyond the end.
    let end = rest.range(of: #"[/$#]|\\\?|\(\?[=!<]"#, options: .regularExpression)?.lowerBound
    let host = Array(rest[..<(end ?? rest.endIndex)])
    var isInBrackets = false
    for (index, character) in host.enumerated() {
      if character == "[" { isInBrackets = true }
      if character == "]" { isInBrackets = false }
      guard character == ".", !isInBrackets else { continue }
      let isEscaped = index > 0 && host[index - 1] == "\\"
      let isQuantified = index + 1 < host.count && "*+?{".contains(host[index + 1])
      if !isEscaped, !isQuantified { return true }
    }
    return false
  }

  private static func findings(_ response: StubResponse) -> [String] {
    guard case .message = response.kind else { return [] }
    var findings: [String] = []
    let status = response.statusCode
    func value(_ name: String) -> String? {
      response.fields.first { HTTPField.sameName($0.name, name) }?.value
    }
    if [204, 304].contains(status), response.content.count > 0 {
      findings.append("a \(status) has no body, and the one that is given is not sent")
    }
    if Redirect.isRedirect(status), (value("Location") ?? "").isEmpty {
      findings.append("a \(status) without Location leads nowhere, and is delivered as it is")
    }
    let type = value("Content-Type") ?? response.content.contentType
    if let type, MediaType(type)?.isJSON == true, let data = response.content.loaded, !data.isEmpty,
      (try? JSON(parsing: data)) == nil
    {
      findings.append("its content type is \(type), but its body is not JSON")
    }
    return findings
  }
}
