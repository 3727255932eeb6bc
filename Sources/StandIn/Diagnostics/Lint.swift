import Foundation

extension StubRegistry {
  /// Looks for stubs that can hardly be meant as they are.
  ///
  /// It finds stubs that another one shadows completely, unescaped dots in the host of a regular expression, template
  /// variables that never match, states of scenarios that no stub leads to, bodies of 204 and 304, redirects without a
  /// target, JSON types over what is not JSON, and conditions on the body of `GET` and `HEAD`. What bears on a refusal is
  /// also shown there.
  ///
  /// - Returns: A text for each finding, which begins with the stub and its place; empty where nothing was found.
  public func lint() -> [String] {
    registeredStubs.sorted { $0.goesBefore($1) }.flatMap { stub in
      (findings(onMatchingOf: stub) + Lint.findings(onAnswersOf: stub.stub))
        .map { "\(Excerpt.place(stub.stub)): \($0)" }
    }
  }

  /// What is odd about a stub and may keep it from answering.
  func findings(onMatchingOf stub: RegisteredStub) -> [String] {
    Lint.findings(onMatchingOf: stub.stub) + [unreachableState(of: stub)].compactMap(\.self)
      + (shadow(of: stub).map { [Lint.shadowed(by: $0)] } ?? [])
  }

  /// A state that a stub waits for, and that no stub leads to.
  private func unreachableState(of stub: RegisteredStub) -> String? {
    guard let step = stub.stub.step, let scenario = stub.scenario, scenario.state != step.state
    else { return nil }
    let others = (registeredStubs + (parent?.registeredStubs ?? [])).filter {
      $0.scenario === scenario
    }
    // It may have begun in that state, and left it since.
    guard others.first?.stub.step?.state != step.state,
      !others.contains(where: { $0.stub.step?.next == step.state })
    else { return nil }
    return "no stub takes scenario \(SwiftLiteral.string(step.scenario)) to "
      + SwiftLiteral.string(step.state)
  }

  /// The stub that leaves nothing to another one.
  private func shadow(of stub: RegisteredStub) -> RegisteredStub? {
    guard stub.isMatchable else { return nil }
    // What shadows a stub for one URL is found under that URL, as it would be for a request.
    if stub.query == nil, let example = stub.stub.url?.exampleOfAll {
      return candidates(for: example).first { $0.shadows(stub) }
    }
    return registeredStubs.filter { $0.shadows(stub) }.max { $1.goesBefore($0) }
  }
}

extension RegisteredStub {
  /// Whether no request ever gets past this stub to another one.
  fileprivate func shadows(_ other: RegisteredStub) -> Bool {
    // An exhausted stub lets others take over; one that says never() does not.
    guard goesBefore(other), isMatchable, [nil, 0].contains(maximum), cost < .userCode,
      stub.turn == nil, stub.step == nil
    else { return false }
    if let method = stub.method, method != other.stub.method { return false }
    if let url = stub.url {
      guard let narrower = other.stub.url, url.covers(narrower) else { return false }
    }
    // What is too long to be printed is not known to be the same.
    let conditions = Set(other.stub.conditions.map(\.source).filter { !$0.contains("…") })
    guard stub.conditions.allSatisfy({ conditions.contains($0.source) }) else { return false }
    return queryRule.mode == .any || queryRule == other.queryRule
  }

  /// What decides about the query, whether a modifier or the URL pattern says so.
  private var queryRule: QueryRule { query ?? stub.url?.queryRule ?? .any }
}

extension URLPattern {
  /// A URL that stands for all that the pattern matches, apart from their query; nil where there is none.
  fileprivate var exampleOfAll: NormalizedURL? {
    guard case .exact(let pattern) = storage else { return nil }
    return switch pattern.reach {
    case .absolute: pattern.url
    // No pattern with a host of its own covers a path at every host.
    case .path: NormalizedURL("any:\(description)")
    case .authority: NormalizedURL("any:\(description)")
    }
  }

  /// Whether this pattern matches all that another one does, apart from the query.
  fileprivate func covers(_ other: URLPattern) -> Bool {
    if self == other { return true }
    if let shape = templateShape, shape == other.templateShape { return true }
    guard let example = other.exampleOfAll, !isRegex else { return false }
    var captures: [String: String] = [:]
    return matches(example, text: example.description, query: .any, captures: &captures)
  }

  /// The text of a template without the names of its variables; nil where names make a difference.
  private var templateShape: String? {
    guard case .template = storage else { return nil }
    let shape = description.replacingOccurrences(
      of: #"\{([+./]?)[A-Za-z0-9_.]+\}"#, with: "{$1}", options: .regularExpression)
    // A variable that stands there twice has one value.
    let names = description.split(separator: "{").dropFirst().map { $0.prefix { $0 != "}" } }
    return Set(names).count == names.count ? shape : nil
  }
}

/// What is odd about a single stub.
private enum Lint {
  static func shadowed(by other: RegisteredStub) -> String {
    let verb = other.maximum == 0 ? "forbids" : "answers"
    return "it never answers, since \(Excerpt.place(other.stub)) \(verb) all that it would"
  }

  // MARK: Matching

  static func findings(onMatchingOf stub: Stub) -> [String] {
    var findings = urlFindings(stub)
    if let method = stub.method, [.get, .head].contains(method),
      let condition = stub.conditions.first(where: { $0.cost == .body })
    {
      let source = Excerpt.line(condition.hidingSecrets.source)
      findings.append("it asks for a body, \(source), which a \(method) rarely has")
    }
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

  // MARK: Answers

  static func findings(onAnswersOf stub: Stub) -> [String] {
    guard case .inTurn(let responses) = stub.answer else { return [] }
    return responses.flatMap(findings(_:))
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
