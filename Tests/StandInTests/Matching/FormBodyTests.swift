import Foundation
import StandIn
import Testing

struct FormBodyTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let body: [UInt8]
    let pairs: KeyValuePairs<String, String>
    var testDescription: String { String(decoding: body, as: UTF8.self) }

    init(_ body: String, _ pairs: KeyValuePairs<String, String>) {
      self.body = Array(body.utf8)
      self.pairs = pairs
    }
  }

  static let examples: [Example] = [
    Example("", [:]),
    Example("&&", [:]),
    Example("a=1", ["a": "1"]),
    Example("a=1&b=2&a=3", ["a": "1", "b": "2", "a": "3"]),
    Example("k", ["k": ""]),
    Example("k=", ["k": ""]),
    Example("=v", ["": "v"]),
    Example("=", ["": ""]),
    Example("a=b=c&", ["a": "b=c"]),
    Example("&a=1&&b=2", ["a": "1", "b": "2"]),
    Example("full+name=Ada+L%2E", ["full name": "Ada L."]),
    Example("a%2Bb=1%2b1", ["a+b": "1+1"]),
    Example("a%26b%3D=%26", ["a&b=": "&"]),
    Example("a=%C3%A9%F0%9F%98%80", ["a": "é😀"]),
    Example("a=é", ["a": "é"]),
    Example("a=%", ["a": "%"]),
    Example("a=%4", ["a": "%4"]),
    Example("a=%4g%zz%%41", ["a": "%4g%zz%A"]),
    Example("a=%FF", ["a": "\u{FFFD}"]),
    Example("a=%00%0D%0A", ["a": "\0\r\n"]),
    Example("a=%EF%BB%BF", ["a": "\u{FEFF}"]),
    Example("a=1;b=2", ["a": "1;b=2"]),
  ]

  @Test(arguments: examples) func reads(_ example: Example) {
    let form = FormBody(Data(example.body))
    #expect(form.pairs.map(\.name) == example.pairs.map(\.key))
    #expect(form.pairs.map(\.value) == example.pairs.map(\.value))
    #expect(form == FormBody(example.pairs))
  }

  struct Comparison: Sendable, CustomTestStringConvertible {
    let actual: String
    let expected: KeyValuePairs<String, String>
    let lines: [String]
    var testDescription: String { actual }
  }

  static let comparisons: [Comparison] = [
    Comparison(actual: "a=1&b=2", expected: ["b": "2", "a": "1"], lines: []),
    Comparison(actual: "a=1&b=2&a=3", expected: ["a": "1", "a": "3", "b": "2"], lines: []),
    Comparison(
      actual: "a=3&a=1", expected: ["a": "1", "a": "3"],
      lines: [#""a": expected "1", "3", got "3", "1""#]),
    Comparison(
      actual: "a=1&a=1", expected: ["a": "1"], lines: [#""a": expected "1", got "1", "1""#]),
    Comparison(
      actual: "c=3&a=2", expected: ["a": "1", "b": "2"],
      lines: [
        #""a": expected "1", got "2""#, #""b": missing, expected "2""#, #""c": unexpected "3""#,
      ]),
    Comparison(
      actual: "e%CC%81=1", expected: ["é": "1"],
      lines: [#""é": missing, expected "1""#, #""e\#u{301}": unexpected "1""#]),
    Comparison(
      actual: "a=" + String(repeating: "x", count: 90), expected: [:],
      lines: [#""a": unexpected "\#(String(repeating: "x", count: 80))"…"#]),
  ]

  @Test(arguments: comparisons) func compares(_ comparison: Comparison) {
    let form = FormBody(Data(comparison.actual.utf8))
    let expected = FormBody(comparison.expected)
    #expect(form.differences(from: expected).map(\.description) == comparison.lines)
    #expect((form == expected) == comparison.lines.isEmpty)
    #expect((expected == form) == comparison.lines.isEmpty)
  }

  @Test func listsNoMoreThanAskedFor() {
    let form = FormBody(Data("a=1&b=2&c=3".utf8))
    #expect(form.differences(from: FormBody([:]), limit: 2).map(\.name) == ["a", "b"])
    #expect(form.differences(from: FormBody([:]), limit: -1).isEmpty)
  }

  @Test func survivesDamagedBodies() {
    var generator = SeededGenerator(seed: 3)
    for _ in 0..<3000 {
      guard let seed = Self.examples.randomElement(using: &generator) else { return }
      let form = FormBody(Data(generator.mutated(seed.body)))
      #expect(form == form)
    }
  }

  @Test(arguments: ["&", "%", "=", "a=1&", "%4"])
  func readsHugeBodiesInLinearTime(_ piece: String) {
    let form = FormBody(Data(String(repeating: piece, count: 200_000).utf8))
    #expect(form == form)
  }
}
