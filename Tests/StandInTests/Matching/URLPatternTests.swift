import Foundation
import StandIn
import Testing

struct URLPatternTests {
  @Test(arguments: [
    ("https://a.test", "https://A.test:443/"),
    ("https://a.test/x?a=1&b=2", "https://a.test/x?b=2&a=1#y"),
    ("https://a.test/x?", "https://a.test/x"), ("https://a.test/x#y", "https://a.test/x"),
    ("/users/42", "ws://ada@b.test:8080/users/42"),
    ("/users?page=2", "https://a.test/users?page=2"),
    ("/", "https://a.test"), ("/#top", "https://a.test"), ("/a/../b%41", "http://a.test/bA"),
    ("//a.test/x", "http://a.test/x"), ("//A.test/x?q=1", "https://a.test:443/x?q=1"),
    ("//a.test", "wss://a.test/"), ("//a.test:443/", "https://a.test/"),
    ("//a.test:8/", "custom://a.test:8/"),
    ("file:///x", "file://localhost/x"), ("data:,x", "data:,x"),
    ("com.example.app:/cb", "com.example.app:/cb"),
    ("https://a.test/a b", "https://a.test/a%20b"),
  ])
  func accepts(_ pattern: String, _ url: String) throws {
    #expect(try Self.matches(URLPattern(pattern), url))
  }

  @Test(arguments: [
    ("https://a.test", "http://a.test/"), ("https://a.test/x", "https://a.test/x?q"),
    ("https://a.test/x?q", "https://a.test/x"), ("https://a.test/x", "https://a.test/x/"),
    ("https://a.test/x", "https://b.test/x"), ("https://a.test/x", "https://ada@a.test/x"),
    ("https://a.test/x", "https://a.test:8/x"), ("/users?page=2", "https://a.test/users"),
    ("/users", "https://a.test/users?page=2"), ("//a.test/x", "https://a.test:8/x"),
    ("//a.test:443/", "http://a.test/"), ("//a.test/x", "https://b.test/x"),
    ("//ada@a.test/x", "https://a.test/x"), ("data:,x", "data:,y"),
  ])
  func refuses(_ pattern: String, _ url: String) throws {
    #expect(try !Self.matches(URLPattern(pattern), url))
  }

  private static func matches(_ pattern: URLPattern, _ text: String) throws -> Bool {
    #expect(pattern.problem == nil)
    let url = try #require(NormalizedURL(text))
    var captures: [String: String] = [:]
    let matches = pattern.matches(url, text: text, query: nil, captures: &captures)
    #expect(captures.isEmpty)
    #expect(pattern.mismatches(url, text: text, query: nil).isEmpty == matches)
    return matches
  }

  @Test(arguments: [
    ("", "an empty text is neither an absolute URL nor a path: begin it with https:// or /"),
    ("users/42", "'users/42' is neither an absolute URL nor a path: begin it with https:// or /"),
    ("a.test/x", "'a.test/x' is neither an absolute URL nor a path: begin it with https:// or /"),
    ("?q=1", "'?q=1' is neither an absolute URL nor a path: begin it with https:// or /"),
    (
      " https://a.test",
      "' https://a.test' is neither an absolute URL nor a path: begin it with https:// or /"
    ),
    (
      "localhost:8080/x",
      "'localhost:8080/x' is neither an absolute URL nor a path: begin it with https:// or /"
    ),
    (
      "a.test:8080",
      "'a.test:8080' is neither an absolute URL nor a path: begin it with https:// or /"
    ),
    ("https:///x", "'https:///x' has no host"), ("///x", "'///x' has no host"),
    ("//", "'//' has no host"),
    ("http:x", "'http:x' has no host"),
    ("http://[::1/x", "'http://[::1/x' has a host with broken brackets: '[::1'"),
    (
      "http://a.test:70000/x",
      "'http://a.test:70000/x' has a port that is not a number from 0 to 65535: '70000'"
    ),
    ("//a.test:x/", "'//a.test:x/' has a port that is not a number from 0 to 65535: 'x'"),
  ])
  func namesTheProblem(_ text: String, _ problem: String) throws {
    let pattern = URLPattern(text)
    #expect(pattern.problem == problem)
    #expect(pattern.description == text)
    #expect(pattern.indexSegments == [.rest])
    let url = try #require(NormalizedURL("https://a.test/x"))
    var captures: [String: String] = [:]
    #expect(!pattern.matches(url, text: "", query: .any, captures: &captures))
    #expect(
      pattern.mismatches(url, text: "", query: nil) == [
        Mismatch(
          part: .url, expected: "a pattern without a problem (\(problem))",
          actual: "\"https://a.test/x\"")
      ])
  }

  @Test func shortensLongTextsInProblems() {
    let text = String(repeating: "x", count: 1_000_000)
    #expect(
      URLPattern(text).problem
        == "'\(text.prefix(200))…' is neither an absolute URL nor a path: begin it with https:// or /"
    )
  }

  @Test(arguments: [
    MismatchesOfPattern(
      "https://a.test:8/users/1?q=1", "http://ada:pw@b.test/users/2",
      [
        Mismatch(part: .scheme, expected: "\"https\"", actual: "\"http\""),
        Mismatch(part: .userInfo, expected: "no user info", actual: "\"ada:***\""),
        Mismatch(part: .host, expected: "\"a.test\"", actual: "\"b.test\""),
        Mismatch(part: .port, expected: "8", actual: "80"),
        Mismatch(part: .path, expected: "\"/users/1\"", actual: "\"/users/2\""),
        .query("q", "\"1\"", "none"),
      ]),
    MismatchesOfPattern(
      "/users", "https://a.test/user",
      [Mismatch(part: .path, expected: "\"/users\"", actual: "\"/user\"")]),
    MismatchesOfPattern(
      "data:x", "custom://a.test",
      [
        Mismatch(part: .scheme, expected: "\"data\"", actual: "\"custom\""),
        Mismatch(part: .host, expected: "no host", actual: "\"a.test\""),
        Mismatch(part: .path, expected: "\"x\"", actual: "\"/\""),
      ]),
  ])
  func tellsWhatDiffers(_ example: MismatchesOfPattern) throws {
    let url = try #require(NormalizedURL(example.url))
    #expect(
      URLPattern(example.pattern).mismatches(url, text: example.url, query: nil)
        == example.mismatches)
  }

  @Test func takesAnotherQueryRule() throws {
    let url = try #require(NormalizedURL("https://a.test/x?q=a+b"))
    let pattern: URLPattern = "https://a.test/x"
    var captures: [String: String] = [:]
    #expect(!pattern.matches(url, text: "", query: nil, captures: &captures))
    #expect(pattern.matches(url, text: "", query: .any, captures: &captures))
    #expect(
      pattern.matches(url, text: "", query: .plain(.exact, ["q": "a b"]), captures: &captures))
    #expect(pattern.queryRule == .encoded(.exact, ""))
    #expect(URLPattern("/x?a=1").queryRule == .encoded(.exact, "a=1"))
    #expect(URLPattern("/x?a=1{&b}").queryRule == .encoded(.exact, "a=1"))
  }

  @Test func readsAURLAsItIs() throws {
    let url = try #require(URL(string: "https://a.test/%7Bid%7D?q=%7Bx%7D"))
    let pattern = URLPattern(url)
    #expect(pattern.description == url.absoluteString)
    #expect(pattern.problem == nil)
    #expect(pattern.literalHost == "a.test")
    #expect(pattern.indexSegments == [.literal("%7Bid%7D")])
    #expect(try Self.matches(pattern, "https://a.test/{id}?q={x}"))
    let relative = try #require(URL(string: "users/1"))
    #expect(URLPattern(relative).problem?.hasPrefix("'users/1' is neither") == true)
  }

  @Test(
    arguments: [
      ("https://A.test/a/b", "a.test", [.literal("a"), .literal("b")]), ("/", nil, []),
      ("/a/", nil, [.literal("a"), .literal("")]), ("//a.test/é", "a.test", [.literal("%C3%A9")]),
    ] as [(String, String?, [URLPattern.Segment])])
  func tellsTheIndex(_ text: String, _ host: String?, _ segments: [URLPattern.Segment]) {
    let pattern = URLPattern(text)
    #expect(pattern.literalHost == host)
    #expect(pattern.indexSegments == segments)
    #expect(!pattern.isRegex)
  }

  @Test func isWrittenAsALiteral() {
    let id = 42
    let pattern: URLPattern = "/users/\(id)"
    #expect(pattern == URLPattern("/users/42"))
    #expect(pattern.hashValue == URLPattern("/users/42").hashValue)
    #expect(pattern != "/users/43")
    #expect("\(pattern)" == "/users/42")
  }
}
