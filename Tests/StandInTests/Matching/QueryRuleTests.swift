import StandIn
import Testing

struct QueryRuleTests {
  @Test(arguments: QueryCase.all)
  func decides(_ example: QueryCase) throws {
    let url = try #require(NormalizedURL("http://a.test/?\(example.query)"))
    #expect(example.rule.matches(url.queryItems) == example.matches)
    #expect(example.rule.mismatches(url.queryItems).isEmpty == example.matches)
  }

  @Test(arguments: [
    MismatchCase(.plain(.exact, ["page": "2"]), "page=3", [.query("page", "\"2\"", "\"3\"")]),
    MismatchCase(
      .plain(.exact, ["page": "2"]), "", [.query("page", "\"2\"", "none")]),
    MismatchCase(.plain(.exact, ["page": "2"]), "page", [.query("page", "\"2\"", "no value")]),
    MismatchCase(
      .plain(.exact, [:]), "a=1&b&a=2",
      [
        .query("a", "none", "\"1\", \"2\""),
        .query("b", "none", "no value"),
      ]),
    MismatchCase(
      .plain(.exact, ["q": "a b", "x": "1"]), "q=%C3%A9+c&y=1",
      [
        .query("q", "\"a b\"", "\"é+c\""), .query("x", "\"1\"", "none"),
        .query("y", "none", "\"1\""),
      ]),
    MismatchCase(.encoded(.exact, "a=%20"), "a=+", [.query("a", "\"%20\"", "\"+\"")]),
    MismatchCase(
      .plain(.containing, ["a": "1", "a": "2"]), "a=2&b=1&a=1",
      [.query("a", "\"1\", \"2\"", "\"2\", \"1\"")]),
  ])
  func tellsWhatDiffers(_ example: MismatchCase) throws {
    let url = try #require(NormalizedURL("http://a.test/?\(example.query)"))
    #expect(example.rule.mismatches(url.queryItems) == example.mismatches)
  }

  @Test func letsNamedItemsThroughAnExactRule() {
    let rule = QueryRule.encoded(.exact, "a=1")
    let items = [QueryItem(name: "b", value: "2"), QueryItem(name: "a", value: "1")]
    #expect(!rule.matches(items))
    #expect(rule.matches(items, allowing: ["b"]))
    #expect(!rule.matches(Array(items.prefix(1)), allowing: ["b"]))
    #expect(rule.mismatches(items, allowing: ["b"]).isEmpty)
  }

  @Test(arguments: [3, 64, 65, 1000])
  func ignoresTheOrderBetweenNames(_ count: Int) {
    let items = (0..<count).map { QueryItem(name: "n\($0 % 10)", value: "\($0)") }
    let sorted = Dictionary(grouping: items, by: \.name).values.flatMap { $0 }
    let rule = QueryRule(.exact, encoded: items)
    #expect(rule.matches(sorted))
    #expect(rule.mismatches(sorted) == [])
    var other = sorted
    other[count - 1].value = "x"
    #expect(!rule.matches(other))
    #expect(rule.mismatches(other).map(\.part) == [.query(other[count - 1].name)])
  }

  @Test func isEmptyWithoutItems() {
    #expect(QueryRule.any.isEmpty)
    #expect(!QueryRule.encoded(.exact, "a").isEmpty)
  }
}

extension QueryRule {
  static func plain(_ mode: Mode, _ items: KeyValuePairs<String, String?>) -> QueryRule {
    QueryRule(mode, plain: items.map { QueryItem(name: $0.key, value: $0.value) })
  }

  static func encoded(_ mode: Mode, _ query: String) -> QueryRule {
    QueryRule(mode, encoded: NormalizedURL("http://a.test/?\(query)")?.queryItems ?? [])
  }
}

extension Mismatch {
  static func query(_ name: String, _ expected: String, _ actual: String) -> Mismatch {
    Mismatch(part: .query(name), expected: expected, actual: actual)
  }
}

struct MismatchCase: Sendable, CustomTestStringConvertible {
  let rule: QueryRule
  let query: String
  let mismatches: [Mismatch]

  init(_ rule: QueryRule, _ query: String, _ mismatches: [Mismatch]) {
    self.rule = rule
    self.query = query
    self.mismatches = mismatches
  }

  var testDescription: String { "\(rule.mode) \(rule.items): \(query)" }
}

struct QueryCase: Sendable, CustomTestStringConvertible {
  let rule: QueryRule
  let query: String
  let matches: Bool

  var testDescription: String {
    "\(rule.mode) \(rule.items) \(matches ? "accepts" : "refuses") \(query)"
  }

  static func accepts(_ rule: QueryRule, _ queries: String...) -> [QueryCase] {
    queries.map { QueryCase(rule: rule, query: $0, matches: true) }
  }

  static func refuses(_ rule: QueryRule, _ queries: String...) -> [QueryCase] {
    queries.map { QueryCase(rule: rule, query: $0, matches: false) }
  }

  static let all: [QueryCase] = [
    accepts(.encoded(.exact, ""), "", "&"),
    refuses(.encoded(.exact, ""), "a", "=", "a=1"),
    accepts(.encoded(.exact, "a=1&b=2&a=3"), "a=1&b=2&a=3", "b=2&a=1&a=3", "a=1&a=3&b=2"),
    refuses(
      .encoded(.exact, "a=1&b=2&a=3"), "a=3&b=2&a=1", "a=1&b=2", "a=1&b=2&a=3&c=4", "a=1&b=2&b=3",
      ""),
    accepts(.encoded(.exact, "a[]=x"), "a%5B%5D=x", "a[]=%78"),
    refuses(.encoded(.exact, "q=a+b"), "q=a%20b", "q=a%2Bb"),
    refuses(.encoded(.exact, "k"), "k="),
    refuses(.encoded(.exact, "k="), "k"),
    accepts(.plain(.exact, ["q": "a b"]), "q=a%20b", "q=a+b", "q=a b"),
    refuses(.plain(.exact, ["q": "a b"]), "q=a%2Bb", "q=ab", "Q=a+b", "q=a+b&r=1", ""),
    accepts(.plain(.exact, ["q": "a+b"]), "q=a+b", "q=a%2Bb"),
    refuses(.plain(.exact, ["q": "a+b"]), "q=a%20b"),
    accepts(.plain(.exact, ["a b": "1"]), "a+b=1", "a%20b=1"),
    accepts(.plain(.exact, ["a[b]": "c&d=e"]), "a[b]=c%26d%3De", "a%5Bb%5D=c%26d=e"),
    refuses(.plain(.exact, ["a[b]": "c&d=e"]), "a[b]=c&d=e"),
    accepts(
      .plain(.exact, ["u": "http://b.test/?x"]), "u=http://b.test/?x",
      "u=http%3a%2F%2Fb.test%2F%3Fx"),
    accepts(.plain(.exact, ["q": "100%"]), "q=100%25", "q=100%"),
    accepts(.plain(.exact, ["q": "é"]), "q=%C3%A9", "q=é"),
    refuses(.plain(.exact, ["q": "é"]), "q=e%CC%81", "q=%E9"),
    refuses(.plain(.exact, ["q": "\u{FFFD}"]), "q=%FF"),
    accepts(.plain(.exact, ["k": ""]), "k="),
    refuses(.plain(.exact, ["k": ""]), "k"),
    accepts(.plain(.exact, ["k": nil]), "k"),
    refuses(.plain(.exact, ["k": nil]), "k="),
    accepts(.plain(.exact, ["a b": "1", "a+b": "2"]), "a%20b=1&a%2Bb=2", "a+b=2&a%20b=1"),
    accepts(.plain(.exact, ["a": "1", "b": "2"]), "b=2&a=1"),
    accepts(.plain(.containing, ["a": "1"]), "a=1", "b=2&a=1", "a=0&a=1&a=2"),
    refuses(.plain(.containing, ["a": "1"]), "", "a=2", "b=1", "a"),
    accepts(.plain(.containing, ["a": "1", "a": "3"]), "a=1&a=2&a=3", "a=1&b&a=3"),
    refuses(.plain(.containing, ["a": "1", "a": "3"]), "a=3&a=1", "a=1&b=3", "a=1"),
    accepts(.plain(.containing, [:]), "", "a=1"),
    accepts(.encoded(.containing, "a=%2F"), "b&a=%2f"),
    refuses(.encoded(.containing, "a=%2F"), "b&a=/"),
    accepts(.any, "", "a", "a=1&a=2"),
  ].flatMap { $0 }
}
