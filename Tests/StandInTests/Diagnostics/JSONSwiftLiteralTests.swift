import StandIn
import Testing

struct JSONSwiftLiteralTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let value: JSON
    var indentation = 0
    let source: String?
    var testDescription: String { source ?? "none" }
  }

  static let examples: [Example] = [
    Example(value: nil, source: "nil"),
    Example(value: true, source: "true"),
    Example(value: [], source: "[]"),
    Example(value: [:], source: "[:]"),
    Example(value: "a\"b", source: ##"#"a"b"#"##),
    Example(value: -42, source: "-42"),
    Example(value: .number("9223372036854775807"), source: "9223372036854775807"),
    Example(value: .number("9223372036854775808"), source: #".number("9223372036854775808")"#),
    Example(value: .number("-0"), source: #".number("-0")"#),
    Example(value: 1.5, source: "1.5"),
    Example(value: 1.0, source: "1.0"),
    Example(value: .number("1.50"), source: #".number("1.50")"#),
    Example(value: .number("1e+20"), source: "1e+20"),
    Example(value: .number("1e5"), source: #".number("1e5")"#),
    Example(value: .number("1E400"), source: #".number("1E400")"#),
    Example(value: .number("0.1000000000000000055"), source: #".number("0.1000000000000000055")"#),
    Example(value: .number("inf"), source: #".number("inf")"#),
    Example(value: ["id": 1, "tags": ["a", nil]], source: #"["id": 1, "tags": ["a", nil]]"#),
    Example(
      value: [
        "name": "Ada Lovelace", "address": ["street": "1 Long Street", "city": "London"], "x": [],
      ],
      source: """
        [
          "name": "Ada Lovelace",
          "address": ["street": "1 Long Street", "city": "London"],
          "x": [],
        ]
        """),
    Example(
      value: ["numbers": ["one million", "two million", "three million", "four million and one"]],
      indentation: 4,
      source: """
        [
              "numbers": [
                "one million",
                "two million",
                "three million",
                "four million and one",
              ],
            ]
        """),
    Example(value: ["a": 1, "a": 2], source: nil),
    Example(value: ["x": [["a": 1, "a": 2]]], source: nil),
    Example(value: .array(Array(repeating: 1, count: 150)), source: nil),
    Example(value: (0..<17).reduce(1) { value, _ in [value] }, source: nil),
    Example(
      value: (0..<16).reduce(1) { value, _ in [value] },
      source: String(repeating: "[", count: 16) + "1" + String(repeating: "]", count: 16)),
  ]

  @Test(arguments: examples) func prints(_ example: Example) {
    #expect(example.value.swiftLiteral(indentation: example.indentation) == example.source)
  }

  @Test func breaksLinesAtEightyColumns() {
    let fits: JSON = ["key": .string(String(repeating: "x", count: 80 - 11))]
    let longer: JSON = ["key": .string(String(repeating: "x", count: 81 - 11))]
    #expect(fits.swiftLiteral(indentation: 0)?.count == 80)
    #expect(fits.swiftLiteral(indentation: 1)?.contains("\n") == true)
    #expect(longer.swiftLiteral(indentation: 0)?.contains("\n") == true)
  }
}
