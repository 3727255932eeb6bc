import StandIn
import Testing

/// A `Range` field, and what it means for bodies of some lengths.
struct ByteRangesCase: Sendable, CustomTestStringConvertible {
  var field: String
  /// What is read; nil where the field is ignored.
  var specs: [ByteRanges.Spec]?
  var length = 100
  var resolution: ByteRanges.Resolution?

  var testDescription: String { "\(field.prefix(80)) of \(length)" }
}

struct ByteRangesTests {
  @Test(arguments: ByteRangesCase.read + ByteRangesCase.many)
  func areRead(_ example: ByteRangesCase) {
    let ranges = ByteRanges(example.field)
    #expect(ranges?.specs == example.specs)
    #expect(ranges?.resolve(length: example.length) == example.resolution)
  }

  @Test(arguments: ByteRangesCase.ignored)
  func areIgnoredWhereTheyAreNone(_ field: String) {
    #expect(ByteRanges(field) == nil)
  }

  @Test func areLimitedInNumber() {
    func field(_ count: Int) -> String {
      "bytes=" + (0..<count).map { "\($0 * 2)-\($0 * 2)" }.joined(separator: ",")
    }
    #expect(ByteRanges(field(ByteRanges.limit))?.specs.count == ByteRanges.limit)
    #expect(ByteRanges(field(ByteRanges.limit + 1)) == nil)
    // Empty elements are not counted.
    let empty = String(repeating: ",", count: 100_000)
    #expect(ByteRanges("bytes=\(empty)1-2\(empty)")?.specs == [.from(1, through: 2)])
  }

  @Test func surviveEveryMutation() {
    var generator = SeededGenerator(seed: 14)
    let seeds = (ByteRangesCase.read + ByteRangesCase.many).map { Array($0.field.utf8) }
    var accepted = 0
    for _ in 0..<20_000 {
      let bytes = generator.mutated(seeds.randomElement(using: &generator) ?? [])
      guard let ranges = ByteRanges(String(decoding: bytes, as: UTF8.self)) else { continue }
      accepted += 1
      for length in [0, 1, 99, 100, .max] {
        guard case .ranges(let found) = ranges.resolve(length: length) else { continue }
        #expect(!found.isEmpty && found.count <= ranges.specs.count)
        for (index, range) in found.enumerated() {
          #expect(!range.isEmpty && range.lowerBound >= 0 && range.upperBound <= length)
          #expect(!found[..<index].contains { $0.overlaps(range) })
        }
      }
    }
    // The mutations leave enough of them whole to say something.
    #expect(accepted > 1_000)
  }

  @Test func holdExactlyTheBytesThatAreAskedFor() {
    var generator = SeededGenerator(seed: 9110)
    for _ in 0..<2_000 {
      let length = Int.random(in: 1...40, using: &generator)
      var expected = Set<Int>()
      let specs = (0..<Int.random(in: 1...6, using: &generator)).map { _ -> String in
        let first = Int.random(in: 0...50, using: &generator)
        let last = first + Int.random(in: 0...20, using: &generator)
        switch Int.random(in: 0..<3, using: &generator) {
        case 0:
          expected.formUnion((0..<length).suffix(first))
          return "-\(first)"
        case 1:
          expected.formUnion((0..<length).filter { $0 >= first })
          return "\(first)-"
        default:
          expected.formUnion((0..<length).filter { (first...last).contains($0) })
          return "\(first)-\(last)"
        }
      }
      let field = "bytes=" + specs.joined(separator: ", ")
      switch ByteRanges(field)?.resolve(length: length) {
      case .ranges(let ranges):
        #expect(ranges.flatMap(Array.init).sorted() == expected.sorted(), "\(field) of \(length)")
      case .unsatisfiable: #expect(expected.isEmpty, "\(field) of \(length)")
      case .whole, nil: Issue.record("\(field) of \(length)")
      }
    }
  }
}

extension ByteRangesCase {
  private static let huge = "99999999999999999999999999"

  static let read = [
    ByteRangesCase(
      field: "bytes=0-9", specs: [.from(0, through: 9)], resolution: .ranges([0..<10])),
    ByteRangesCase(
      field: "bytes=0-0", specs: [.from(0, through: 0)], resolution: .ranges([0..<1])),
    ByteRangesCase(
      field: "bytes=10-", specs: [.from(10, through: nil)], resolution: .ranges([10..<100])),
    ByteRangesCase(field: "bytes=-10", specs: [.suffix(10)], resolution: .ranges([90..<100])),
    ByteRangesCase(
      field: "bytes=99-99", specs: [.from(99, through: 99)], resolution: .ranges([99..<100])),
    // A last place beyond the end is cut, a longer suffix is the whole.
    ByteRangesCase(
      field: "bytes=90-1000", specs: [.from(90, through: 1000)], resolution: .ranges([90..<100])),
    ByteRangesCase(field: "bytes=-1000", specs: [.suffix(1000)], resolution: .ranges([0..<100])),
    ByteRangesCase(
      field: "bytes=5-\(huge)", specs: [.from(5, through: .max)], resolution: .ranges([5..<100])),
    ByteRangesCase(field: "bytes=-\(huge)", specs: [.suffix(.max)], resolution: .ranges([0..<100])),
    // A first place beyond the end is not there.
    ByteRangesCase(
      field: "bytes=100-", specs: [.from(100, through: nil)], resolution: .unsatisfiable),
    ByteRangesCase(
      field: "bytes=\(huge)-", specs: [.from(.max, through: nil)], resolution: .unsatisfiable),
    ByteRangesCase(
      field: "bytes=\(huge)-\(huge)0", specs: [.from(.max, through: .max)],
      resolution: .unsatisfiable),
    ByteRangesCase(field: "bytes=-0", specs: [.suffix(0)], resolution: .unsatisfiable),
    // An empty body has no byte to give; of a suffix of it can't be told.
    ByteRangesCase(
      field: "bytes=0-", specs: [.from(0, through: nil)], length: 0, resolution: .unsatisfiable),
    ByteRangesCase(field: "bytes=-5", specs: [.suffix(5)], length: 0, resolution: .whole),
    ByteRangesCase(field: "bytes=-0", specs: [.suffix(0)], length: 0, resolution: .unsatisfiable),
    ByteRangesCase(
      field: "bytes=0-,-5", specs: [.from(0, through: nil), .suffix(5)], length: 0,
      resolution: .whole),
    // The unit in any case, zeros in front, space around the whole.
    ByteRangesCase(
      field: "BYTES=0-9", specs: [.from(0, through: 9)], resolution: .ranges([0..<10])),
    ByteRangesCase(
      field: " Bytes=000-0009\t", specs: [.from(0, through: 9)], resolution: .ranges([0..<10])),
    ByteRangesCase(
      field: "bytes=\(String(repeating: "0", count: 10_000))1-2", specs: [.from(1, through: 2)],
      resolution: .ranges([1..<3])),
  ]

  static let many = [
    ByteRangesCase(
      field: "bytes=0-1,5-6,-1", specs: [.from(0, through: 1), .from(5, through: 6), .suffix(1)],
      resolution: .ranges([0..<2, 5..<7, 99..<100])),
    ByteRangesCase(
      field: "bytes=, 5-6 \t,,\t0-1 ,", specs: [.from(5, through: 6), .from(0, through: 1)],
      resolution: .ranges([5..<7, 0..<2])),
    // What is not there is left out.
    ByteRangesCase(
      field: "bytes=200-,0-1", specs: [.from(200, through: nil), .from(0, through: 1)],
      resolution: .ranges([0..<2])),
    ByteRangesCase(
      field: "bytes=200-300,-0", specs: [.from(200, through: 300), .suffix(0)],
      resolution: .unsatisfiable),
    // Overlapping ones become one, at the place of the first; neighbours stay two.
    ByteRangesCase(
      field: "bytes=0-5,50-60,4-9",
      specs: [.from(0, through: 5), .from(50, through: 60), .from(4, through: 9)],
      resolution: .ranges([0..<10, 50..<61])),
    ByteRangesCase(
      field: "bytes=50-60,0-5,10-20,3-12",
      specs: [
        .from(50, through: 60), .from(0, through: 5), .from(10, through: 20), .from(3, through: 12),
      ], resolution: .ranges([50..<61, 0..<21])),
    ByteRangesCase(
      field: "bytes=0-9,10-19", specs: [.from(0, through: 9), .from(10, through: 19)],
      resolution: .ranges([0..<10, 10..<20])),
  ]

  static let ignored = [
    "", "bytes", "bytes=", "bytes=,", "bytes= ,\t,", "=0-9", "0-9", "bytes 0-9", "bytes =0-9",
    "bytes= 0-9", "bytes=\t0-9", "bytes=-", "bytes=--5", "bytes=-5-", "bytes=5", "bytes=a-b",
    "bytes=0-9a", "bytes=0x0-9", "bytes=+0-9", "bytes=0 - 9", "bytes=0-9;10-19", "bytes=0-9 10-19",
    "bytes=9-0", "bytes=0-9,9-0", "bytes=0-9,x", "bytes=0-9,-", "bytes=\(huge)1-\(huge)0",
    "bytes=100-99", "items=0-9", "byte=0-9", "bytess=0-9", "\u{2}ytes=0-9", "bytes==0-9",
    "bytes=٣-٤", "bytes=0–9", "bytes=0-9\u{0}", "bytes=\u{FFFD}", "bytes=0-9.5", "bytes=1e1-",
    "bytes=-+5", "bytes=- 5", "bytes=0-9, bytes=10-19", "none", "\"bytes\"=0-9",
  ]
}
