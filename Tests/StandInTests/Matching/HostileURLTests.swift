import StandIn
import Testing

struct HostileURLTests {
  @Test(arguments: [
    "", "%", "%%%", "\0", "http://\0", "http://a.test/\0\0", "http://%", "http://%00/", "http://[",
    "http://[]",
    "http://[%", "http://[%25]", "http://@", "http://:@:", "http://a.test:", "http://a.test/%",
    "http://a.test/%4",
    "http://a.test?%=%", "http://a.test?=&=&=", "http://a.test/\u{FFFD}\u{10FFFF}",
    "http://\u{10FFFF}.test",
    "http://\u{301}.\u{301}test", "http://.\u{301}.", "http://a.test/e\u{301}?\u{301}=&\u{301}",
    ":", "::", "a:",
    "a:?", "//", "///", "/?", "/#", "/%2e%2e", "{", "}", "{}", "/{%}", "/{a%}",
    "/{a:99999999999999999999}",
    "/{a\u{301}}", "/{\u{301}a}", "/\r\n{a}", "{+a}", "{a}:", "{a}://", "//{a}@", "//{a}:",
    "//:{a}",
    "//{a}:{b}@{c}:{d}/{e}?f={g}#{h}", "{?a}", "{&a}", "{#a}", "{/a*}{?b*}", "(", "[", "\\", "(?<",
    "(?<a",
    "\\Q", "[[", "(?#",
  ])
  func neverTraps(_ text: String) {
    Self.exercise(text)
  }

  @Test(
    arguments: [
      ("../", 10_000), ("/..", 10_000), ("/.", 10_000), ("/a/../", 5_000), ("%", 30_000),
      ("?", 30_000), ("&a=", 10_000), ("?a&", 10_000), ("@", 30_000), (":", 30_000), (".", 30_000),
      ("é", 10_000), ("e\u{301}", 10_000), ("\u{301}", 10_000), ("9", 30_000), ("[", 30_000),
    ].map { Shortened($0.0, times: $0.1) })
  func takesLongTexts(_ long: Shortened) {
    let text = long.text
    for prefix in [
      "", "http://", "http://a.test", "http://a.test/", "http://a.test/?", "http://[", "http://a:",
    ] {
      _ = NormalizedURL(prefix + text)
      _ = URLPattern(prefix + text)
    }
    _ = URLPattern("/{a}" + text)
    _ = URLPattern("//{a}" + text)
    _ = URLPattern("/{" + text)
    _ = URLPattern("/{" + text + "}")
    _ = URLPattern("/?{a,b" + text + "}")
  }

  @Test func takesAMegabyte() throws {
    let text = "http://a.test/" + String(repeating: "%61/../b é&", count: 90_000)
    let url = try #require(NormalizedURL(text))
    var captures: [String: String] = [:]
    #expect(URLPattern(text).matches(url, text: text, query: nil, captures: &captures))
    #expect(URLPattern("/{+a}").matches(url, text: text, query: nil, captures: &captures))
    #expect(captures["a"]?.hasSuffix("b é&") == true)
  }

  @Test(arguments: 0..<20)
  func takesRandomBytes(_ seed: UInt64) {
    var generator = SplitMix(state: seed)
    let pieces = [
      "http", "://", "/", "?", "#", "{", "}", "%", "..", "&", "=", "[", "]", ":", "@", "*", ",",
      "a", "é",
    ]
    for round in 0..<60 {
      let count = Int.random(in: 0..<40, using: &generator)
      let text: String
      if round.isMultiple(of: 2) {
        let bytes = (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        text = String(decoding: bytes, as: UTF8.self)
      } else {
        text = (0..<count).map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
      for prefix in ["", "/", "//", "http://a.test/"] { Self.exercise(prefix + text) }
    }
  }

  private static func exercise(_ text: String) {
    let url = NormalizedURL(text)
    if let url {
      // The normal form of a normal form is itself.
      let again = NormalizedURL(url.description)
      #expect(again == url, "\(text.debugDescription)")
    }
    let pattern = URLPattern(text)
    let regex = URLPattern.regex(text)
    let urls = [url, NormalizedURL("http://a.test/b/c?d=e&f"), NormalizedURL("urn:x")]
    for url in urls.compactMap({ $0 }) {
      var captures: [String: String] = [:]
      for rule in [nil, QueryRule.any, QueryRule(.exact, encoded: url.queryItems)] {
        let matches = pattern.matches(url, text: text, query: rule, captures: &captures)
        #expect(pattern.mismatches(url, text: text, query: rule).isEmpty == matches)
        if matches { #expect(pattern.indexSegments.admit(Array(url.pathSegments))) }
      }
      _ = regex.matches(url, text: text, query: nil, captures: &captures)
    }
    _ = pattern.queryRule
  }
}

/// A generator that gives the same numbers for the same seed.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var bits = state
    bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
    bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
    return bits ^ (bits >> 31)
  }
}
