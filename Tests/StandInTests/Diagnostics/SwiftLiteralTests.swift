import Foundation
import StandIn
import Testing

struct SwiftLiteralTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let text: String
    let source: String
    var testDescription: String { source }

    init(_ text: String, _ source: String) {
      self.text = text
      self.source = source
    }
  }

  static let examples: [Example] = [
    Example("", #""""#),
    Example("plain # text", #""plain # text""#),
    Example(#"{"a":1}"#, ##"#"{"a":1}"#"##),
    Example(#"\(x)"#, ##"#"\(x)"#"##),
    Example(##""#"##, ####"##""#"##"####),
    Example(###"\#(x) "#"###, ####"##"\#(x) "#"##"####),
    Example("a\nb\r\tc", #""a\nb\r\tc""#),
    Example("\"a\n\"", ##"#""a\#n""#"##),
    Example("\"", #""\"""#),
    Example("\"\"", #""\"\"""#),
    Example("\"\"\"x", #""\"\"\"x""#),
    Example("x\"####", "\"x\\\"####\""),
    Example("\0\u{1}\u{7F}\u{85}", #""\u{0}\u{1}\u{7F}\u{85}""#),
    Example("\u{202E}\u{200B}\u{FEFF}\u{2028}\u{A0}", #""\u{202E}\u{200B}\u{FEFF}\u{2028}\u{A0}""#),
    Example("\u{E000}\u{FFFF}\u{10FFFF}\u{378}", #""\u{E000}\u{FFFF}\u{10FFFF}\u{378}""#),
    Example("\u{301}e\u{301} 1\u{301}", "\"\\u{301}e\u{301} 1\\u{301}\""),
    Example("\n\u{301}", #""\n\u{301}""#),
    Example("Grüße, мир, 世界, שלום, हिन्दी, ไทย", #""Grüße, мир, 世界, שלום, हिन्दी, ไทย""#),
    Example("€ “quoted” – ½ ∞", #""€ “quoted” – ½ ∞""#),
    Example("😀👍🏽❤️👩🏽‍💻👨‍👩‍👧🇩🇪", #""😀👍🏽❤️👩🏽‍💻👨‍👩‍👧🇩🇪""#),
    Example("a\u{FE0F}\u{200D}", #""a\u{FE0F}\u{200D}""#),
    Example("😀\u{FE0F}\u{FE0F}", "\"😀\u{FE0F}\\u{FE0F}\""),
    Example("😀\u{200D}x", #""😀\u{200D}x""#),
    Example("\u{3164}\u{115F}\u{2800}\u{FFFD}", #""\u{3164}\u{115F}\u{2800}\u{FFFD}""#),
  ]

  @Test(arguments: examples) func prints(_ example: Example) {
    let source = SwiftLiteral.string(example.text)
    #expect(Array(source.unicodeScalars) == Array(example.source.unicodeScalars))
  }

  @Test func printsData() {
    #expect(SwiftLiteral.data(Data([0, 0xFF, 0x10])) == #""AP8Q""#)
    #expect(SwiftLiteral.data(Data()) == #""""#)
  }

  @Test(arguments: ["\"#", "\"", "\\", "#", "\u{301}", "\u{200D}", "\n", "😀"])
  func printsHugeTextsInLinearTime(_ piece: String) {
    let text = String(repeating: piece, count: 100_000)
    #expect(SwiftLiteral.string(text).utf8.count < 10 * text.utf8.count + 10)
  }
}
