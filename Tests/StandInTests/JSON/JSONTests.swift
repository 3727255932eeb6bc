import Foundation
import StandIn
import Testing

struct JSONTests {
  private static let user: JSON = [
    "id": 42,
    "name": "Ada",
    "tags": ["admin", "staff"],
    "manager": nil,
    "active": true,
    "score": 1.5,
  ]

  @Test func findsWhatIsThere() {
    let user = Self.user
    #expect(user["id"]?.intValue == 42)
    #expect(user["name"]?.stringValue == "Ada")
    #expect(user["tags"]?[1]?.stringValue == "staff")
    #expect(user["manager"]?.isNull == true)
    #expect(user["active"]?.boolValue == true)
    #expect(user["score"]?.doubleValue == 1.5)
    #expect(user["tags"]?.arrayValue == ["admin", "staff"])
    #expect(user.objectValue?.keys == ["id", "name", "tags", "manager", "active", "score"])
    #expect(user.objectValue?.values.first == 42)
  }

  @Test func findsNothingWhereThereIsNothing() {
    let user = Self.user
    #expect(user["none"] == nil)
    #expect(user[0] == nil)
    #expect(user["tags"]?[2] == nil)
    #expect(user["tags"]?[-1] == nil)
    #expect(user["tags"]?["0"] == nil)
    #expect((nil as JSON)["a"] == nil)
    #expect((["é": 1] as JSON)["e\u{301}"] == nil)
    #expect(user.stringValue == nil)
    #expect(user.boolValue == nil)
    #expect(user.intValue == nil)
    #expect(user.doubleValue == nil)
    #expect(user.arrayValue == nil)
    #expect(user["tags"]?.objectValue == nil)
    #expect(!user.isNull)
  }

  struct Number: Sendable, CustomTestStringConvertible {
    let text: String
    let int: Int?
    let double: Double?
    var testDescription: String { text }
  }

  @Test(arguments: [
    Number(text: "0", int: 0, double: 0),
    Number(text: "-0.0e5", int: 0, double: 0),
    Number(text: "-12", int: -12, double: -12),
    Number(text: "1.0", int: 1, double: 1),
    Number(text: "1.2e2", int: 120, double: 120),
    Number(text: "1.5", int: nil, double: 1.5),
    Number(text: "9223372036854775807", int: .max, double: 9.223372036854775807e18),
    Number(text: "-9223372036854775808", int: .min, double: -9.223372036854775808e18),
    Number(text: "9223372036854775808", int: nil, double: 9.223372036854775808e18),
    Number(text: "1e25", int: nil, double: 1e25),
    Number(text: "1e400", int: nil, double: nil),
    Number(text: "1e-400", int: nil, double: 0),
    Number(text: "1e99999999999999999999", int: nil, double: nil),
    Number(text: "nan", int: nil, double: nil),
    Number(text: "0x10", int: nil, double: nil),
    Number(text: " 1", int: nil, double: nil),
    Number(text: "", int: nil, double: nil),
  ])
  func convertsNumbers(_ number: Number) {
    #expect(JSON.number(number.text).intValue == number.int)
    #expect(JSON.number(number.text).doubleValue == number.double)
  }

  @Test func takesValuesThatAreNoLiterals() {
    let count: UInt64 = .max
    let ratio = 0.25
    let name = "Ada"
    let value: JSON = ["count": JSON(count), "ratio": JSON(ratio), "hello": "Hello, \(name)"]
    let text = #"{"count":18446744073709551615,"ratio":0.25,"hello":"Hello, Ada"}"#
    #expect(value.description == text)
    #expect(value.objectValue?.description == text)
  }

  @Test func keepsTheOrderOfKeys() {
    let members: JSON.KeyValues = ["b": 1, "a": 2]
    #expect(members.map(\.key) == ["b", "a"])
    #expect(members["a"] == 2)
    #expect(members.count == 2)
    #expect(JSON.KeyValues([(key: "a", value: 1)]).description == #"{"a":1}"#)
    #expect(JSON.KeyValues(["a": 1] as [String: JSON])["a"] == 1)
  }

  @Test func prints() {
    let value: JSON = ["a": [1, [], [:]], "b": ["c": "é/\u{7F}\u{1}"]]
    #expect(value.description == "{\"a\":[1,[],{}],\"b\":{\"c\":\"é/\u{7F}\\u0001\"}}")
  }

  @Test func abbreviates() {
    #expect((["a", "b"] as JSON).abbreviated(to: 9) == #"["a","b"]"#)
    #expect((["a", "b"] as JSON).abbreviated(to: 8) == #"["a","b"…"#)
    #expect(JSON.array(Array(repeating: 1, count: 100_000)).abbreviated(to: 4) == "[1,1…")
    #expect(("text" as JSON).abbreviated(to: -1) == "…")
  }

  struct Problem: Sendable, CustomTestStringConvertible {
    let value: JSON
    let text: String?
    var testDescription: String { text ?? "none" }
  }

  static let problems: [Problem] = [
    Problem(value: user, text: nil),
    Problem(value: ["é": 1, "e\u{301}": 2], text: nil),
    Problem(value: ["a": [1, .number("abc")]], text: #"$.a[1]: "abc" is not a JSON number"#),
    Problem(value: JSON(Double.nan), text: #"$: "nan" is not a JSON number"#),
    Problem(value: JSON(-Double.infinity), text: #"$: "-inf" is not a JSON number"#),
    Problem(value: .number("1 "), text: #"$: "1 " is not a JSON number"#),
    Problem(value: .number("+1"), text: #"$: "+1" is not a JSON number"#),
    Problem(value: [["a": 1, "b": 2, "a": 3]], text: #"$[0]: the key "a" is repeated"#),
    Problem(
      value: (0..<513).reduce(1) { value, _ in [value] },
      text: "$[0][0][0][0][0][0][0][0]…: more than 512 levels"),
    Problem(value: (0..<512).reduce(1) { value, _ in [value] }, text: nil),
  ]

  @Test(arguments: problems) func names(_ problem: Problem) {
    #expect(problem.value.problem == problem.text)
    let isReadBack = (try? JSON(parsing: problem.value.encoded())) == problem.value
    #expect(isReadBack == (problem.text == nil))
  }
}
