import Foundation

extension StubRegistry {
  /// Looks for stubs that can hardly be meant as they are.
  ///
  /// It finds stubs that another one shadows completely, unescaped dots in the host of a regular expression, template
  /// variables that never match, states of scenarios that no stub leads to, bodies of 204 and 304, redirects without a
  /// target, JSON types over what is not JSON, and conditions on the body of `GET` and `HEAD`. What bears on a refusal is
  /// also shown there. Of thousands of stubs, each is compared with the 500 nearest that are tried before it.
  ///
  /// - Returns: A text for each finding, which begins with the stub and its place; empty where nothing was found.
  public func lint() -> [String] {
    let ordered = registeredStubs.sorted { $0.goesBefore($1) }
    let search = ShadowSearch(in: self, ordered: ordered)
    return ordered.indices.flatMap { index in
      let stub = ordered[index]
      return
        (findings(onMatchingOf: stub, search.shadow(at: index))
        + Lint.findings(onAnswersOf: stub.stub))
        .map { "\(Excerpt.place(stub.stub)): \($0)" }
    }
  }

  /// What is odd about a stub and may keep it from answering.
  func findings(onMatchingOf stub: RegisteredStub) -> [String] {
    findings(onMatchingOf: stub, ShadowSearch.shadow(of: stub, in: self))
  }

  private func findings(
    onMatchingOf stub: RegisteredStub, _ shadow: RegisteredStub?
  ) -> [String] {
    Lint.findings(onMatchingOf: stub.stub) + [unreachableState(of: stub)].compactMap(\.self)
      + (shadow.map { [Lint.shadowed(by: $0)] } ?? [])
  }

  /// A state that a stub waits for, and that no stub leads to.
  private func unreachableState(of stub: RegisteredStub) -> String? {
    guard let step = stub.stub.step, let scenario = stub.scenario, scenario.state != step.state
    else { return nil }
    let scopes = sequence(first: self, next: \.parent).reversed()
    let others = scopes.flatMap(\.registeredStubs).filter { $0.scenario === scenario }
    // It may have begun in that state, and left it since.
    guard others.first?.stub.step?.state != step.state,
      !others.contains(where: { $0.stub.step?.next == step.state })
    else { return nil }
    return "no stub takes scenario \(SwiftLiteral.string(step.scenario)) to "
      + SwiftLiteral.string(step.state)
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
    if let method = stub.wantedMethod, [.get, .head].contains(method),
      let condition = stub.conditions.lazy.flatMap(\.parts).first(where: \.asksForBody)
    {
      let source = Excerpt.line(condition.hidingSecrets.source)
      findings.append("it asks for a body, \(source), which a \(method) rarely has")
    }
    return findings
  }

  private static func urlFindings(_ stub: Stub) -> [String] {
    let patterns =
      [stub.url] + stub.conditions.flatMap(\.parts).map { ($0 as? URLCondition)?.pattern }
    return patterns.compactMap(\.self).flatMap(urlFindings)
  }

  private static func urlFindings(_ url: URLPattern) -> [String] {
    let text = url.description
    if url.isRegex {
      let source = Excerpt.line(url.hidingSecrets.source)
      return RegexHost(text).hasBareDot
        ? ["an unescaped dot in the host of \(source) stands for any character"] : []
    }
    return text.contains("{#")
      ? ["a variable in {#…} never matches, since no fragment is sent"] : []
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
    if let type, MediaType(type)?.isJSON == true, let data = response.content.loaded,
      !(data.isEmpty && value("Content-Type") == nil), response.allowsBody,
      (try? JSON(parsing: data)) == nil
    {
      findings.append("its content type is \(type), but its body is not JSON")
    }
    return findings
  }
}

extension Stub {
  /// The method that the stub asks for, by its factory or by a condition.
  fileprivate var wantedMethod: HTTPMethod? {
    method ?? conditions.lazy.flatMap(\.parts).compactMap { ($0 as? MethodCondition)?.method }.first
  }
}

extension Condition {
  /// The conditions that all have to hold for this one to hold.
  fileprivate var parts: [any Condition] { (self as? AllCondition)?.conditions ?? [self] }

  /// Whether it holds for no request without a body.
  fileprivate var asksForBody: Bool {
    switch self {
    case let bytes as BytesCondition: !bytes.bytes.isEmpty
    case let form as FormCondition: !form.pairs.isEmpty
    case is JSONCondition, is MultipartCondition, is BodyRegexCondition: true
    default: false
    }
  }
}
