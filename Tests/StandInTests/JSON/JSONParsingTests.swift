import Foundation
import StandIn
import Testing

struct JSONParsingTests {
  struct Accepted: Sendable, CustomTestStringConvertible {
    let text: String
    let value: JSON
    /// The compact text of the value where it is not the text itself.
    var compact: String?
    var testDescription: String { String(text.prefix(40)) }
  }

  static let accepted: [Accepted] = [
    Accepted(text: "null", value: nil),
    Accepted(text: "true", value: true),
    Accepted(text: "false", value: false),
    Accepted(text: "0", value: 0),
    Accepted(text: "-0", value: .number("-0")),
    Accepted(text: "1.50", value: .number("1.50")),
    Accepted(text: "-12.5e+3", value: .number("-12.5e+3")),
    Accepted(text: "1E400", value: .number("1E400")),
    Accepted(text: "12345678901234567890123", value: .number("12345678901234567890123")),
    Accepted(text: #""""#, value: ""),
    Accepted(text: #""é e\#u{301} 👩‍💻 𝄞""#, value: "é e\u{301} 👩‍💻 𝄞"),
    Accepted(
      text: #""\"\\\/\b\f\n\r\t""#, value: "\"\\/\u{8}\u{C}\n\r\t",
      compact: #""\"\\/\b\f\n\r\t""#),
    Accepted(text: #""\u0041\u00e9\uD834\uDD1E""#, value: "Aé𝄞", compact: #""Aé𝄞""#),
    Accepted(text: #""\u0000\u001f""#, value: "\0\u{1F}"),
    Accepted(
      text: #""eight by\te\u0073 and more""#, value: "eight by\tes and more",
      compact: #""eight by\tes and more""#),
    Accepted(text: "[]", value: []),
    Accepted(text: "{}", value: [:]),
    Accepted(text: "[[],{},[{}]]", value: [[], [:], [[:]]]),
    Accepted(text: #"{"b":1,"a":[true,null],"":""}"#, value: ["b": 1, "a": [true, nil], "": ""]),
    Accepted(text: " \t\r\n[ 1 , 2 ]\n", value: [1, 2], compact: "[1,2]"),
    Accepted(
      text: #"{ "a" : { "b" : 1 } , "c" : 2 }"#, value: ["a": ["b": 1], "c": 2],
      compact: #"{"a":{"b":1},"c":2}"#),
    Accepted(text: "\u{FEFF}1", value: 1, compact: "1"),
    Accepted(
      text: #"{"é":1,"e\#u{301}":2}"#, value: ["é": 1, "e\u{301}": 2]),
  ]

  @Test(arguments: accepted) func reads(_ example: Accepted) throws {
    let value = try JSON(parsing: Data(example.text.utf8))
    #expect(value == example.value)
    #expect(value.problem == nil)
    #expect(Data(value.description.utf8) == Data((example.compact ?? example.text).utf8))
    #expect(try JSON(parsing: example.text) == value)
    #expect(try JSON(parsing: value.encoded()) == value)
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    let bytes: [UInt8]
    let message: String
    var testDescription: String { message }

    init(_ text: String, _ message: String) {
      self.init(bytes: Array(text.utf8), message)
    }

    init(bytes: [UInt8], _ message: String) {
      self.bytes = bytes
      self.message = message
    }
  }

  static let refused: [Refused] = [
    Refused("", "line 1, column 1: the text is empty"),
    Refused("\u{FEFF} ", "line 1, column 2: the text is empty"),
    Refused("NaN", #"line 1, column 1: expected a value, found "NaN""#),
    Refused("[1, Infinity]", #"line 1, column 5: expected a value, found "Infinity""#),
    Refused("True", #"line 1, column 1: expected a value, found "True""#),
    Refused("nul", #"line 1, column 1: expected a value, found "nul""#),
    Refused("'a'", #"line 1, column 1: expected a value, found "'""#),
    Refused("nullx", #"line 1, column 5: unexpected "x" after the value"#),
    Refused("1 2", #"line 1, column 3: unexpected "2" after the value"#),
    Refused("{} // note", #"line 1, column 4: unexpected "/" after the value"#),
    Refused("01", "line 1, column 1: a number has a leading zero"),
    Refused("[-01]", "line 1, column 3: a number has a leading zero"),
    Refused(
      "-", "line 1, column 2: expected a digit after the minus sign, found the end of the text"),
    Refused("+1", #"line 1, column 1: expected a value, found "+""#),
    Refused(".5", #"line 1, column 1: expected a value, found ".""#),
    Refused(
      "1.", "line 1, column 3: expected a digit after the decimal point, found the end of the text"),
    Refused("[1.]", #"line 1, column 4: expected a digit after the decimal point, found "]""#),
    Refused("1e+x", #"line 1, column 4: expected a digit in the exponent, found "x""#),
    Refused("0x10", #"line 1, column 2: unexpected "x10" after the value"#),
    Refused("[1,]", "line 1, column 3: a comma with nothing after it"),
    Refused("{\"a\":1,\n}", "line 1, column 7: a comma with nothing after it"),
    Refused("[,1]", #"line 1, column 2: expected a value, found ",""#),
    Refused("[1 2]", #"line 1, column 4: expected "," or "]", found "2""#),
    Refused("[1}", #"line 1, column 3: expected "," or "]", found "}""#),
    Refused("[1", #"line 1, column 3: expected "," or "]", found the end of the text"#),
    Refused("[", "line 1, column 2: expected a value, found the end of the text"),
    Refused("]", #"line 1, column 1: expected a value, found "]""#),
    Refused("{", "line 1, column 2: expected a key, found the end of the text"),
    Refused("{a:1}", #"line 1, column 2: expected a key, found "a""#),
    Refused("{\"a\" 1}", #"line 1, column 6: expected ":" after the key, found "1""#),
    Refused("{\"a\":}", #"line 1, column 6: expected a value, found "}""#),
    Refused("{\"a\":1]", #"line 1, column 7: expected "," or "}", found "]""#),
    Refused("{\n \"é\": 1,\r\n \"é\": 2}", #"line 3, column 2: the key "é" is repeated"#),
    Refused(#"{"a":1,"\u0061":2}"#, #"line 1, column 8: the key "a" is repeated"#),
    Refused("\"a", "line 1, column 1: a string without an end"),
    Refused(#"["a\"]"#, "line 1, column 2: a string without an end"),
    Refused("\"a\\", "line 1, column 1: a string without an end"),
    Refused("\"a\nb\"", "line 1, column 3: the control character U+000A in a string"),
    Refused("\"12345678\u{0}\"", "line 1, column 10: the control character U+0000 in a string"),
    Refused(#""\x""#, #"line 1, column 2: an unknown escape: a backslash before "x""#),
    Refused(
      #""\u12g4""#, #"line 1, column 6: expected four hexadecimal digits after \u, found "g4""#),
    Refused(#""\ud800""#, "line 1, column 2: half a surrogate pair"),
    Refused(#""\udc00""#, "line 1, column 2: half a surrogate pair"),
    Refused(#""é\ud800\ud800""#, "line 1, column 3: half a surrogate pair"),
    Refused(#""\ud800\n""#, "line 1, column 2: half a surrogate pair"),
    Refused(bytes: [0x22, 0xFF, 0x22], "line 1, column 2: a string is not valid UTF-8"),
    Refused(bytes: [0x22, 0xC3, 0x22], "line 1, column 2: a string is not valid UTF-8"),
    Refused(bytes: [0x22, 0xC0, 0xAF, 0x22], "line 1, column 2: a string is not valid UTF-8"),
    Refused(
      bytes: [0x22, 0xED, 0xA0, 0x80, 0x22], "line 1, column 2: a string is not valid UTF-8"),
    Refused(
      bytes: [0x22, 0xF4, 0x90, 0x80, 0x80, 0x22], "line 1, column 2: a string is not valid UTF-8"),
    Refused(bytes: [0x22, 0xF0, 0x9F, 0x98], "line 1, column 2: a string is not valid UTF-8"),
    Refused(
      bytes: [0xFF, 0xFE, 0x31, 0x00],
      "line 1, column 1: expected a value, found the byte 0xFF, which is not UTF-8"),
    Refused("\r\r\n\n é", #"line 4, column 2: expected a value, found "é""#),
    Refused(
      String(repeating: "[", count: 513),
      "line 1, column 513: more than 512 levels of arrays and objects"),
  ]

  @Test(arguments: refused) func refuses(_ example: Refused) {
    let error = #expect(throws: JSONParsingError.self) {
      try JSON(parsing: Data(example.bytes))
    }
    #expect(error?.description == example.message)
    #expect(error?.localizedDescription == "Not valid JSON: \(example.message)")
  }

  @Test func readsDataThatIsASlice() throws {
    let data = Data("xx[1]xx".utf8)
    #expect(try JSON(parsing: data[2..<5]) == [1])
  }

  @Test func findsARepeatedKeyAmongMany() {
    let keys = (0..<1000).map { "\"key\($0)\":0" }.joined(separator: ",")
    #expect(throws: Never.self) { try JSON(parsing: "{\(keys)}") }
    let error = #expect(throws: JSONParsingError.self) {
      try JSON(parsing: "{\(keys),\"key500\":1}")
    }
    #expect(error?.reason == #"the key "key500" is repeated"#)
  }

  /// Apple's secondary threads have half a megabyte of stack.
  @Test func needsLittleStackForTheDeepestValue() async {
    let text =
      String(repeating: #"[{"a":"#, count: 256) + "1" + String(repeating: "}]", count: 256)
    let passed = await withCheckedContinuation { continuation in
      let thread = Thread {
        let value = try? JSON(parsing: text)
        let other = try? JSON(parsing: text)
        continuation.resume(
          returning: value != nil && value == other && value.hashValue == other.hashValue
            && value?.problem == nil && value?.description == text
            && value.flatMap { other?.differences(from: $0) } == [])
      }
      thread.stackSize = 512 << 10
      thread.start()
    }
    #expect(passed)
  }

  @Test func survivesDamagedText() {
    var generator = SeededGenerator(seed: 1)
    let seeds =
      Self.accepted.map { Array($0.text.utf8) }
      + [Array(#"{"a":[1,-2.5e3,"x\u00e9\ud834\udd1e é"],"b":{"c":null,"d":[true,false]}}"#.utf8)]
    for _ in 0..<4000 {
      guard let seed = seeds.randomElement(using: &generator) else { return }
      let bytes = generator.mutated(seed)
      guard let value = try? JSON(parsing: Data(bytes)) else { continue }
      #expect(value.problem == nil)
      #expect((try? JSON(parsing: value.encoded())) == value)
    }
  }

  @Test(
    arguments: [
      String(repeating: "[", count: 1_000_000),
      String(repeating: "{\"a\":", count: 500_000),
      "\"" + String(repeating: #"\n"#, count: 500_000),
      "[" + String(repeating: "1,", count: 300_000),
      "-" + String(repeating: "9", count: 1_000_000) + "x",
      "{" + String(repeating: "\"\":1,", count: 200_000),
    ].map { Shortened($0) })
  func refusesHugeTextInLinearTime(_ long: Shortened) {
    #expect(throws: JSONParsingError.self) { try JSON(parsing: long.text) }
  }
}
