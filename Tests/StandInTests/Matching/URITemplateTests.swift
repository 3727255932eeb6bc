import StandIn
import Testing

struct URITemplateTests {
  @Test(arguments: TemplateCase.accepting)
  func accepts(_ example: TemplateCase) throws {
    let pattern = URLPattern(example.template)
    #expect(pattern.problem == nil)
    let url = try #require(NormalizedURL(example.url))
    var captures: [String: String] = [:]
    #expect(pattern.matches(url, text: "", query: nil, captures: &captures))
    #expect(captures == example.captures)
    #expect(pattern.mismatches(url, text: "", query: nil) == [])
    #expect(pattern.indexSegments.admit(Array(url.pathSegments)))
    #expect(pattern.literalHost == nil || pattern.literalHost == url.host)
  }

  @Test(arguments: TemplateCase.refusing)
  func refuses(_ example: TemplateCase) throws {
    let pattern = URLPattern(example.template)
    #expect(pattern.problem == nil)
    let url = try #require(NormalizedURL(example.url))
    var captures = ["kept": "1"]
    #expect(!pattern.matches(url, text: "", query: nil, captures: &captures))
    #expect(captures == ["kept": "1"])
    #expect(pattern.mismatches(url, text: "", query: nil) != [])
  }

  @Test(arguments: [
    ("/users/{id", "the '{' at character 8 is never closed"),
    ("/é/{id", "the '{' at character 4 is never closed"),
    ("/users/{a{b}}", "the '{' at character 8 is never closed"),
    ("/users/id}", "the '}' at character 10 closes nothing"),
    ("/users/{}", "'{}' at character 8 names no variable"),
    ("/users/{+}", "'{+}' at character 8 names no variable"),
    ("/users/{=id}", "the operator '=' of '{=id}' at character 8 is reserved by RFC 6570"),
    ("/users/{|id}", "the operator '|' of '{|id}' at character 8 is reserved by RFC 6570"),
    ("/users/{!id}", "the operator '!' of '{!id}' at character 8 is reserved by RFC 6570"),
    (
      "/users/{user id}",
      "'{user id}' at character 8 has a variable name with something other than letters, digits, '_' and '.'"
    ),
    (
      "/users/{a,}",
      "'{a,}' at character 8 has a variable name with something other than letters, digits, '_' and '.'"
    ),
    (
      "/users/{a..b}",
      "'{a..b}' at character 8 has a variable name with something other than letters, digits, '_' and '.'"
    ),
    (
      "/users/{a%2}",
      "'{a%2}' at character 8 has a variable name with something other than letters, digits, '_' and '.'"
    ),
    ("/{a:3*}", "'{a:3*}' at character 2 gives 'a' both a prefix length and '*'"),
    ("/{a:0}", "'{a:0}' at character 2 has a prefix length that is not a number from 1 to 9999"),
    (
      "/{a:10000}",
      "'{a:10000}' at character 2 has a prefix length that is not a number from 1 to 9999"
    ),
    ("/{a:}", "'{a:}' at character 2 has a prefix length that is not a number from 1 to 9999"),
    ("/{a:x}", "'{a:x}' at character 2 has a prefix length that is not a number from 1 to 9999"),
    (
      "/{a}{b}",
      "nothing separates '{a}' from '{b}' at character 5, so it is ambiguous where one ends"
    ),
    (
      "/{+a}{b}",
      "nothing separates '{+a}' from '{b}' at character 6, so it is ambiguous where one ends"
    ),
    (
      "/x{/a}{+b}",
      "nothing separates '{/a}' from '{+b}' at character 7, so it is ambiguous where one ends"
    ),
    (
      "/{;a*}",
      "'{;a*}' at character 2 repeats a path parameter, which cannot be matched: leave out '*'"
    ),
    ("/x{&a}", "'{&a}' at character 3 continues a query where there is none: write '?' for '&'"),
    ("/x?a=1{?b}", "'{?b}' at character 7 begins a query where there is one: write '&' for '?'"),
    ("/x{?a}{?b}", "'{?b}' at character 7 begins a query where there is one: write '&' for '?'"),
    ("/x?a={/b}", "'{/b}' at character 6 belongs in a path, not in a query"),
    ("/x?{a}=1", "'{a}' at character 4 is in the name of a query item, which must be fixed"),
    ("/x?{a}", "'{a}' at character 4 is in the name of a query item, which must be fixed"),
  ])
  func namesTheProblem(_ template: String, _ problem: String) {
    #expect(URLPattern(template).problem == "'\(template)' is not a URI template: \(problem)")
  }

  @Test(arguments: [
    (
      "users/{id}",
      "'users/{id}' is neither an absolute URL nor a path: begin it with https:// or /"
    ),
    ("{host}/x", "'{host}/x' is neither an absolute URL nor a path: begin it with https:// or /"),
    (
      "localhost:{port}/x",
      "'localhost:{port}/x' is neither an absolute URL nor a path: begin it with https:// or /"
    ),
    ("https:///{id}", "'https:///{id}' has no host"), ("//{/id}", "'//{/id}' has no host"),
    ("http:{x}", "'http:{x}' has no host"),
    (
      "http://a.test:99999/{x}",
      "'http://a.test:99999/{x}' has a port that is not a number from 0 to 65535: '99999'"
    ),
  ])
  func namesTheProblemOfTheURL(_ template: String, _ problem: String) {
    #expect(URLPattern(template).problem == problem)
  }

  @Test func refusesManyVariables() {
    let path = (0...64).map { "/{v\($0)}" }.joined()
    #expect(
      URLPattern(path).problem
        == "'\(path.prefix(200))…' is not a URI template: more than 64 variables, from character 376 on"
    )
  }

  @Test(
    arguments: [
      ("/users/{id}/posts", [.literal("users"), .variable, .literal("posts")]),
      ("/users/{id}/", [.literal("users"), .variable, .literal("")]),
      ("/v{n}/x{.ext}", [.variable, .variable]), ("/{a,b}", [.variable]), ("/{?q}", []),
      ("/users{?q}", [.literal("users")]), ("/a/{+rest}/b", [.literal("a"), .rest]),
      ("/a{/id}", [.literal("a"), .rest]), ("/a{/b*}/c", [.literal("a"), .rest]),
      ("/a{/id}x", [.rest]), ("{/a}", [.rest]), ("/a/{.ext}", [.literal("a"), .rest]),
      ("/a/../%62/{c}", [.literal("b"), .variable]), ("https://a.test{?q}", []),
      ("https://a.test{+path}", [.rest]), ("{+base}/users", [.rest]),
      ("/a%2fb/{c}", [.literal("a%2Fb"), .variable]),
    ] as [(String, [URLPattern.Segment])])
  func tellsTheIndex(_ template: String, _ segments: [URLPattern.Segment]) {
    #expect(URLPattern(template).indexSegments == segments)
  }

  @Test(arguments: [
    ("https://A.test/{x}", "a.test"), ("//bücher.test:80/{x}", "xn--bcher-kva.test"),
    ("https://{h}/x", nil), ("/x/{y}", nil), ("{+base}/x", nil), ("https://a.test{+x}", nil),
    ("https://a.test:{port}/", "a.test"),
  ])
  func tellsTheHost(_ template: String, _ host: String?) {
    #expect(URLPattern(template).literalHost == host)
  }

  @Test(arguments: [
    ReplacedRuleCase("/x{?a,b}", .plain(.exact, ["c": "1"]), "/x?c=1&a=2", ["a": "2"]),
    ReplacedRuleCase("/x{?a,b}", .plain(.exact, ["c": "1"]), "/x?a=2", nil),
    ReplacedRuleCase("/x{?a,b}", .plain(.exact, ["c": "1"]), "/x?c=1&d=2", nil),
    ReplacedRuleCase("/x{?a}", .plain(.exact, ["a": "1"]), "/x?a=1", ["a": "1"]),
    ReplacedRuleCase("/x{?a}", .plain(.exact, ["a": "1"]), "/x?a=2", nil),
    ReplacedRuleCase("/x{?a}", .plain(.containing, ["c": "1"]), "/x?d&c=1&a=%20", ["a": " "]),
    ReplacedRuleCase("/x?k=1{&a}", .any, "/x?k=2&a=3&z", ["a": "3"]),
    ReplacedRuleCase("/x?q={q}", .any, "/x?q=1", ["q": "1"]),
    ReplacedRuleCase("/x?q={q}", .any, "/x", [:]),
    ReplacedRuleCase("/x?k=1&q={q}", .plain(.exact, [:]), "/x?q=1", ["q": "1"]),
    ReplacedRuleCase("/x/{id}", .any, "/x/1?q=1", ["id": "1"]),
  ])
  func capturesUnderAnotherRule(_ example: ReplacedRuleCase) throws {
    let url = try #require(NormalizedURL("http://a.test\(example.path)"))
    let pattern = URLPattern(example.template)
    var captures: [String: String] = [:]
    let matches = pattern.matches(url, text: "", query: example.rule, captures: &captures)
    #expect(matches == (example.captures != nil))
    #expect(captures == example.captures ?? [:])
    #expect(pattern.mismatches(url, text: "", query: example.rule).isEmpty == matches)
  }

  @Test(arguments: [
    MismatchesOfPattern(
      "https://{sub}.a.test/users/{id}", "http://ada@x.b.test:81/posts/1?q=1",
      [
        Mismatch(part: .scheme, expected: "\"https\"", actual: "\"http\""),
        Mismatch(part: .userInfo, expected: "no user info", actual: "\"***\""),
        Mismatch(part: .host, expected: "\"{sub}.a.test\"", actual: "\"x.b.test\""),
        Mismatch(part: .port, expected: "no port", actual: "81"),
        Mismatch(part: .path, expected: "\"/users/{id}\"", actual: "\"/posts/1\""),
        .query("q", "none", "\"1\""),
      ]),
    MismatchesOfPattern(
      "/x?k=1&q=a{q}{&a}", "http://a.test/x?q=b&a=1&a=2&z",
      [
        .query("k", "\"1\"", "none"), .query("q", "\"a{q}\"", "\"b\""),
        .query("a", "one value", "\"1\", \"2\""), .query("z", "none", "no value"),
      ]),
    MismatchesOfPattern(
      "/{a}/{a}", "http://a.test/1/2",
      [Mismatch(part: .url, expected: "one value for {a}", actual: "\"1\" and \"2\"")]),
    MismatchesOfPattern(
      "{+base}/users", "http://a.test/x?q",
      [
        Mismatch(part: .url, expected: "\"{+base}/users\"", actual: "\"http://a.test/x\""),
        .query("q", "none", "no value"),
      ]),
  ])
  func tellsWhatDiffers(_ example: MismatchesOfPattern) throws {
    let url = try #require(NormalizedURL(example.url))
    #expect(
      URLPattern(example.pattern).mismatches(url, text: example.url, query: nil)
        == example.mismatches)
  }

  @Test func takesTimeInProportionToTheURL() throws {
    let pattern = URLPattern("/{a}a{b}a{c}a{d}a{+e}a{f}b{/g*}a")
    let long = "/" + String(repeating: "a", count: 100_000)
    let url = try #require(NormalizedURL("http://a.test\(long)"))
    var captures: [String: String] = [:]
    #expect(!pattern.matches(url, text: "", query: nil, captures: &captures))
  }
}

extension [URLPattern.Segment] {
  /// Whether an index would find the pattern for these segments.
  func admit(_ segments: [String]) -> Bool {
    for (index, segment) in enumerated() {
      if segment == .rest { return true }
      guard index < segments.count else { return false }
      switch segment {
      case .literal(let literal): if literal != segments[index] { return false }
      case .variable: if segments[index].isEmpty { return false }
      case .rest: return true
      }
    }
    return count == segments.count
  }
}

struct ReplacedRuleCase: Sendable, CustomTestStringConvertible {
  let template: String
  let rule: QueryRule
  let path: String
  let captures: [String: String]?

  init(_ template: String, _ rule: QueryRule, _ path: String, _ captures: [String: String]?) {
    self.template = template
    self.rule = rule
    self.path = path
    self.captures = captures
  }

  var testDescription: String { "\(template) \(rule.mode) \(rule.items): \(path)" }
}

struct MismatchesOfPattern: Sendable, CustomTestStringConvertible {
  let pattern: String
  let url: String
  let mismatches: [Mismatch]

  init(_ pattern: String, _ url: String, _ mismatches: [Mismatch]) {
    self.pattern = pattern
    self.url = url
    self.mismatches = mismatches
  }

  var testDescription: String { "\(pattern): \(url)" }
}
