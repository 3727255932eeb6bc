import Foundation
import StandIn
import Testing

struct RegexPatternTests {
  @Test(arguments: [
    RegexCase(#"/users/\d+$"#, "https://a.test/users/42", [:]),
    RegexCase("TEST", "https://a.test/", nil),
    RegexCase("^https", "https://a.test/", [:]), RegexCase("^http:", "https://a.test/", nil),
    RegexCase(#"/users/(\d+)"#, "https://a.test/users/42?q=1", ["1": "42"]),
    RegexCase(
      #"/(?<kind>\w+)/(\d+)"#, "https://a.test/users/42",
      ["1": "users", "kind": "users", "2": "42"]),
    RegexCase(#"(x)?/(?<n>\d)"#, "https://a.test/1", ["2": "1", "n": "1"]),
    RegexCase(#"q=(.*)$"#, "https://a.test/?q=a%20b", ["1": "a%20b"]),
    RegexCase(#"[(\]](?:x)(?=y)(?<=x)\((?<n>.)"#, "https://a.test/(xy", nil),
    RegexCase(#"\Q(a)\E(?<n>.)"#, "https://a.test/(a)b", ["1": "b", "n": "b"]),
    RegexCase(#"[\[(](?#(x)(?<n>b)"#, "https://a.test/(b", ["1": "b", "n": "b"]),
    RegexCase(#"[(](?<n>b)"#, "https://a.test/(b", ["1": "b", "n": "b"]),
  ])
  func searchesText(_ example: RegexCase) throws {
    let pattern = URLPattern.regex(example.pattern)
    try example.check(pattern)
    #expect(pattern.description == "/\(example.pattern)/")
  }

  @Test func searchesSwiftRegexes() throws {
    try RegexCase("", "http://a.example.test/v1/dogs", ["1": "a"]).check(
      URLPattern(/^http:\/\/(.*?)\.example\.test\/v1\/dogs/))
    try RegexCase("", "https://a.test/users/42?q", ["id": "42", "1": "42"]).check(
      URLPattern(/users\/(?<id>\d+)(x)?/))
    try RegexCase("", "https://a.test/posts", nil).check(URLPattern(/users/))
    try RegexCase("", "https://a.test/USERS", [:]).check(URLPattern(/users/.ignoresCase()))
  }

  @Test func describesSwiftRegexes() {
    let pattern = URLPattern(/users\/\d+/)
    #expect([##"#/users/\d+/#"##, "a regular expression"].contains(pattern.description))
  }

  @Test func comparesSwiftRegexesByIdentity() {
    let pattern = URLPattern(/users/)
    let copy = pattern
    #expect(pattern == copy)
    #expect(pattern != URLPattern(/users/))
    #expect(pattern != URLPattern.regex("users"))
    #expect(URLPattern.regex("users") == .regex("users"))
    #expect(URLPattern.regex("users") != .regex("posts"))
    #expect(URLPattern.regex("users") != URLPattern("/users/"))
  }

  @Test(arguments: [
    ("(abc", "'(abc' is not a regular expression: expected ')'"),
    ("*", "'*' is not a regular expression: quantifier '*' must appear after expression"),
    ("", "'' is not a regular expression: it is empty"),
  ])
  func namesTheProblem(_ pattern: String, _ problem: String) {
    #expect(URLPattern.regex(pattern).problem == problem)
    #expect(!URLPattern.regex(pattern).isRegex)
  }

  @Test func tellsTheIndexNothing() {
    #expect(URLPattern.regex("x").indexSegments == [.rest])
    #expect(URLPattern.regex("x").literalHost == nil)
    #expect(URLPattern.regex("x").queryRule == .any)
  }

  @Test func tellsWhatDiffers() throws {
    let text = "https://a.test/?Q=1"
    let url = try #require(NormalizedURL(text))
    #expect(
      URLPattern.regex("users").mismatches(url, text: text, query: nil) == [
        Mismatch(part: .url, expected: #"a match of .regex("users")"#, actual: "\"\(text)\"")
      ])
    #expect(
      URLPattern.regex("test").mismatches(url, text: text, query: .encoded(.exact, "")) == [
        .query("Q", "none", "\"1\"")
      ])
  }
}

struct RegexCase: Sendable, CustomTestStringConvertible {
  let pattern: String
  let url: String
  let captures: [String: String]?

  init(_ pattern: String, _ url: String, _ captures: [String: String]?) {
    self.pattern = pattern
    self.url = url
    self.captures = captures
  }

  var testDescription: String { "\(pattern): \(url)" }

  func check(_ pattern: URLPattern) throws {
    #expect(pattern.problem == nil)
    #expect(pattern.isRegex)
    let normal = try #require(NormalizedURL(url))
    var found: [String: String] = [:]
    #expect(
      pattern.matches(normal, text: url, query: nil, captures: &found) == (captures != nil))
    #expect(found == captures ?? [:])
    #expect(pattern.mismatches(normal, text: url, query: nil).isEmpty == (captures != nil))
  }
}
