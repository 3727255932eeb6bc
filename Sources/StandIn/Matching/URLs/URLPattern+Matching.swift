extension URLPattern {
  /// A path segment as an index sees it.
  package enum Segment: Hashable, Sendable {
    /// This very segment.
    case literal(String)
    /// One segment that is not empty.
    case variable
    /// Any number of segments; always the last.
    case rest
  }

  /// What is wrong with the pattern; a pattern with a problem matches nothing.
  package var problem: String? {
    switch storage {
    case .invalid(let problem), .invalidRegex(let problem): problem
    case .exact, .template, .regex: nil
    }
  }

  /// Whether the pattern is a regular expression, which may take long or run other code.
  package var isRegex: Bool {
    if case .regex = storage { true } else { false }
  }

  /// The host that every match has, in normal form; nil where it is open.
  package var literalHost: String? {
    switch storage {
    case .exact(let pattern): pattern.url.host
    case .template(let template): template.literalHost
    case .regex, .invalid, .invalidRegex: nil
    }
  }

  /// The path of every match, where there is but one.
  package var wholePath: String? {
    if case .exact(let pattern) = storage { pattern.url.path } else { nil }
  }

  /// The path of every match, segment by segment.
  package var indexSegments: [Segment] {
    switch storage {
    case .exact(let pattern): pattern.indexSegments
    case .template(let template): template.indexSegments
    case .regex, .invalid, .invalidRegex: [.rest]
    }
  }

  /// The rule that the pattern itself has for the query.
  package var queryRule: QueryRule {
    switch storage {
    case .exact(let pattern): pattern.queryRule
    case .template(let template): template.queryRule
    case .regex, .invalid, .invalidRegex: .any
    }
  }

  /// Whether a request's URL matches.
  ///
  /// - Parameters:
  ///   - url: The URL in normal form.
  ///   - text: The URL as the app wrote it, for regular expressions.
  ///   - query: The rule for the query in place of the pattern's own.
  ///   - captures: Takes the values of variables and groups of a match.
  /// - Returns: Whether all of it matches.
  package func matches(
    _ url: NormalizedURL, text: @autoclosure () -> String, query: QueryRule?,
    captures: inout [String: String]
  ) -> Bool {
    var verdict = Verdict(collects: false)
    let found = check(url, text: text, query: query, verdict: &verdict)
    guard verdict.holds else { return false }
    if captures.isEmpty { captures = found } else { captures.merge(found) { $1 } }
    return true
  }

  /// The parts of a request's URL that are not as the pattern wants them.
  package func mismatches(
    _ url: NormalizedURL, text: @autoclosure () -> String, query: QueryRule?
  ) -> [Mismatch] {
    var verdict = Verdict(collects: true)
    _ = check(url, text: text, query: query, verdict: &verdict)
    return verdict.mismatches
  }

  private func check(
    _ url: NormalizedURL, text: () -> String, query: QueryRule?, verdict: inout Verdict
  ) -> [String: String] {
    switch storage {
    case .exact(let pattern):
      pattern.check(url, query: query, verdict: &verdict)
      return [:]
    case .template(let template):
      var captures = TemplateCaptures()
      template.check(url, query: query, captures: &captures, verdict: &verdict)
      return verdict.holds && !captures.isEmpty ? captures.values : [:]
    case .regex(let regex):
      let text = text()
      let found = regex.firstMatch(in: text)
      let rule = query ?? .any
      _ =
        verdict.require(
          found != nil, .url, expected: "a match of \(Secrets.masked(text: source).text)",
          actual: Mismatch.quote(Secrets.masked(url: text).text))
        && verdict.require(
          rule.matches(url.queryItems), otherwise: rule.mismatches(url.queryItems))
      return found ?? [:]
    case .invalid(let problem), .invalidRegex(let problem):
      _ = verdict.require(
        false, .url, expected: "a pattern without a problem (\(problem))",
        actual: Mismatch.quote(Secrets.masked(url: url.description).text))
      return [:]
    }
  }
}
