import Foundation
import StandIn
import Testing

struct JSONComparingTests {
  struct Pair: Sendable, CustomTestStringConvertible {
    let left: JSON
    let right: JSON
    var testDescription: String {
      "\(left.abbreviated(to: 40)) and \(right.abbreviated(to: 40))"
    }

    init(_ left: JSON, _ right: JSON) {
      self.left = left
      self.right = right
    }

    static func numbers(_ left: String, _ right: String) -> Pair {
      Pair(.number(left), .number(right))
    }
  }

  private static let nines = String(repeating: "9", count: 40)

  static let equal: [Pair] = [
    Pair(nil, .null),
    Pair(1, 1.0),
    .numbers("1", "1.0"),
    .numbers("1", "1e0"),
    .numbers("1", "10e-1"),
    .numbers("1", "0.01E+2"),
    .numbers("-0", "0"),
    .numbers("0e999999999999999999999", "-0.000"),
    .numbers("100", "1e2"),
    .numbers("0.001", "1e-3"),
    .numbers("12345678901234567890.10", "12345678901234567890.1"),
    .numbers("9007199254740993", "9007199254740993.0"),
    .numbers("1e999999999", "10e999999998"),
    .numbers("1e-999999999", "0.1e-999999998"),
    .numbers("1e99999999999999999999", "10e99999999999999999998"),
    .numbers("10e99999999999999999", "1e100000000000000000"),
    .numbers("0.001e100000000000000001", "1e99999999999999998"),
    .numbers("1e-\(nines)", "0.1e-\(nines.dropLast())8"),
    .numbers("10e\(nines)", "1e1\(nines.map { _ in "0" }.joined())"),
    .numbers("1e00000000000000000000001", "10"),
    Pair(["a": 1, "b": 2], ["b": 2, "a": 1]),
    Pair(["a": ["b": 1, "c": [1]], "d": nil], ["d": nil, "a": ["c": [1.0], "b": 1]]),
    Pair(["a": 1, "b": 2, "a": 3], ["a": 1, "a": 3, "b": 2]),
    Pair(.number("abc"), .number("abc")),
  ]

  @Test(arguments: equal) func areEqual(_ pair: Pair) {
    #expect(pair.left == pair.right)
    #expect(pair.right == pair.left)
    #expect(pair.left.hashValue == pair.right.hashValue)
    #expect(pair.left.differences(from: pair.right).isEmpty)
    #expect(pair.left.contains(pair.right))
  }

  static let different: [Pair] = [
    Pair(true, 1),
    Pair(false, nil),
    Pair("1", 1),
    Pair("", nil),
    Pair([], [:]),
    Pair([1, 2], [2, 1]),
    Pair([1], [1, 1]),
    Pair("é", "e\u{301}"),
    Pair(["é": 1], ["e\u{301}": 1]),
    Pair(["a": 1], ["a": 1, "b": nil]),
    Pair(["a": 1, "a": 3], ["a": 3, "a": 1]),
    Pair(["a": 1, "a": 1], ["a": 1, "b": 1]),
    .numbers("1", "-1"),
    .numbers("1", "10"),
    .numbers("9007199254740993", "9007199254740992"),
    .numbers("18446744073709551615", "18446744073709551616"),
    .numbers("0.1", "0.10000000000000000001"),
    .numbers("1e999999999", "1e999999998"),
    .numbers("1e99999999999999999999", "1e-99999999999999999999"),
    .numbers("1e99999999999999999999", "1e99999999999999999998"),
    .numbers("abc", "abd"),
    .numbers("01", "1"),
    .numbers("", "0"),
  ]

  @Test(arguments: different) func areDifferent(_ pair: Pair) {
    #expect(pair.left != pair.right)
    #expect(pair.right != pair.left)
    #expect(!pair.left.differences(from: pair.right).isEmpty)
  }

  @Test func comparesLargeObjectsInAnyOrder() {
    let members = (0..<20_000).map { (key: "key\($0)", value: JSON($0)) }
    let value = JSON.object(.init(members))
    let reversed = JSON.object(.init(members.reversed()))
    #expect(value == reversed)
    #expect(value.hashValue == reversed.hashValue)
    #expect(value.differences(from: reversed).isEmpty)
    #expect(value != .object(.init(members.dropLast())))
  }

  // MARK: Containing

  static let containing: [Pair] = [
    Pair(["a": 1, "b": 2], ["a": 1]),
    Pair(["a": 1], [:]),
    Pair(["a": ["b": 1, "c": 2]], ["a": ["c": 2]]),
    Pair([["a": 1, "b": 2], 3], [["b": 2], 3]),
    Pair(["a": 1, "a": 2], ["a": 1]),
  ]

  @Test(arguments: containing) func contains(_ pair: Pair) {
    #expect(pair.left.contains(pair.right))
    #expect(!pair.right.contains(pair.left))
  }

  static let notContaining: [Pair] = [
    Pair(["a": 1], ["a": 2]),
    Pair(["a": 1], ["b": 1]),
    Pair([1, 2], [1]),
    Pair([1], []),
    Pair("text", "tex"),
    Pair(["a": nil], nil),
    Pair([:], ["a": nil]),
  ]

  @Test(arguments: notContaining) func doesNotContain(_ pair: Pair) {
    #expect(!pair.left.contains(pair.right))
  }

  // MARK: Differences

  struct Comparison: Sendable, CustomTestStringConvertible {
    let actual: JSON
    let expected: JSON
    var subset = false
    var limit = 10
    let lines: [String]
    var testDescription: String { lines.first ?? "none" }
  }

  static let comparisons: [Comparison] = [
    Comparison(actual: 1, expected: "1", lines: [#"$: expected "1", got 1"#]),
    Comparison(
      actual: ["user": ["id": 1, "name": "Ada"], "extra": true],
      expected: ["user": ["id": 2, "email": nil], "z": []],
      lines: [
        "$.user.id: expected 2, got 1", "$.user.email: missing, expected null",
        #"$.user.name: unexpected "Ada""#, "$.z: missing, expected []", "$.extra: unexpected true",
      ]),
    Comparison(
      actual: ["user": ["id": 1, "name": "Ada"], "extra": true],
      expected: ["user": ["id": 2, "email": nil]], subset: true,
      lines: ["$.user.id: expected 2, got 1", "$.user.email: missing, expected null"]),
    Comparison(
      actual: ["items": [1, 2, 3]], expected: ["items": [1, 5]], subset: true,
      lines: ["$.items[1]: expected 5, got 2", "$.items[2]: unexpected 3"]),
    Comparison(actual: [[]], expected: [[[:]]], lines: ["$[0][0]: missing, expected {}"]),
    Comparison(
      actual: ["odd key": ["": 1], "a\"b": 1, "1a": 1, "a_1": 1], expected: ["odd key": ["": 2]],
      lines: [
        #"$["odd key"][""]: expected 2, got 1"#, #"$["a\"b"]: unexpected 1"#,
        #"$["1a"]: unexpected 1"#, "$.a_1: unexpected 1",
      ]),
    Comparison(
      actual: [1, 2, 3, 4], expected: [0, 0, 0, 0], limit: 2,
      lines: ["$[0]: expected 0, got 1", "$[1]: expected 0, got 2"]),
    Comparison(actual: 1, expected: 2, limit: 0, lines: []),
    Comparison(actual: 1, expected: 2, limit: -1, lines: []),
    Comparison(actual: ["b": 1, "a": 1], expected: ["a": 1.0, "b": 1], lines: []),
  ]

  @Test(arguments: comparisons) func lists(_ comparison: Comparison) {
    let found = comparison.actual.differences(
      from: comparison.expected, subset: comparison.subset, limit: comparison.limit)
    #expect(found.map(\.description) == comparison.lines)
  }

  @Test func keepsTheValuesOfADifference() {
    let found = (["a": 1] as JSON).differences(from: ["a": [2]])
    #expect(found.first?.path == "$.a")
    #expect(found.first?.kind == .value(expected: [2], actual: 1))
  }

  @Test func agreesWithEquality() throws {
    var generator = SeededGenerator(seed: 2)
    let seed = Array(#"{"a":[1,2.0,"x"],"b":{"c":null,"d":[true]},"e":"f"}"#.utf8)
    let original = try JSON(parsing: Data(seed))
    for _ in 0..<3000 {
      guard let value = try? JSON(parsing: Data(generator.mutated(seed))) else { continue }
      #expect((value == original) == value.differences(from: original).isEmpty)
      #expect(value != original || value.hashValue == original.hashValue)
    }
  }
}
