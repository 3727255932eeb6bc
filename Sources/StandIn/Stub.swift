/// Which requests are answered, with what, and how often that is expected.
///
/// A stub is a value: it is complete as soon as its expression is, and can be stored, passed on, put in an array and
/// printed as its own source.
///
/// ```swift
/// stub(.get("https://api.example.com/users/{id}").respond(.json(["name": "Ada"])))
/// ```
public struct Stub: Sendable {
  package var method: HTTPMethod?
  package var url: URLPattern?
  /// What decides about the query; nil leaves that to the URL pattern.
  package var query: QueryRule?
  /// The modifiers that made `query` what it is.
  package var queryPhrases: [QueryPhrase] = []
  package var conditions: [any Condition] = []
  package var answer: StubAnswer = .inTurn([])
  package var expectation: Expectation?
  /// Where it stands among stubs that are expected one after the other.
  package var turn: Turn?
  /// The state of a scenario in which it answers.
  package var step: Scenario.Step?
  /// Whether it may be left unused where stubs must be used.
  package var isOptional = false
  package var name: String?
  package var priority = 0
  /// Whether it comes after all others, those of the scopes around included.
  package var isLastResort = false
  package var location: SourceLocation?

  package init(
    method: HTTPMethod? = nil, url: URLPattern? = nil, conditions: [any Condition] = [],
    location: SourceLocation? = nil
  ) {
    self.method = method
    self.url = url
    self.conditions = conditions
    self.location = location
  }

  /// The stub as if it were written somewhere else.
  package func located(_ location: SourceLocation?) -> Stub {
    var stub = self
    stub.location = location
    return stub
  }

  /// What makes it impossible to tell which requests this stub answers; empty where nothing does.
  package var matchingProblems: [String] {
    [method?.problem, url?.problem].compactMap(\.self) + conditions.compactMap(\.problem)
  }

  /// What makes it impossible to answer or to count; empty where nothing does.
  package var answeringProblems: [String] {
    answer.problems
      + [expectation?.problem, step?.problem].compactMap(\.self)
  }
}

/// What a stub answers with.
package enum StubAnswer: Sendable {
  /// These responses in turn, the last one for good; none is a plain 200.
  case inTurn([StubResponse])
  case responder(@Sendable (InterceptedRequest) async throws -> StubResponse)

  package var problems: [String] {
    if case .inTurn(let responses) = self { responses.flatMap(\.problems) } else { [] }
  }
}

/// How often a stub is expected to be used.
package struct Expectation: Sendable, Hashable {
  package var minimum: Int
  /// The use after which the stub is exhausted; nil where it never is.
  package var maximum: Int?

  /// As the modifier is written.
  package var source: String {
    switch (minimum, maximum) {
    case (0, 0): ".never()"
    case (1, 1): ".once()"
    case (let least, nil): ".atLeast(\(least))"
    case (let count, _): ".times(\(count))"
    }
  }

  package var problem: String? {
    minimum < 0 ? "\(source) can't be met: a count must not be negative" : nil
  }
}
