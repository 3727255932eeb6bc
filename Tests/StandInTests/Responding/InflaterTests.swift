import Foundation
import StandIn
import Testing

struct InflaterTests {
  private static let gzip = [UInt8](GzipSamples.ab)

  @Test func decodesEachFormat() throws {
    #expect(try Inflater(.gzip).inflate(Self.gzip[...]) == Array("ab".utf8))
    #expect(try Inflater(.zlib).inflate([UInt8](GzipSamples.zlib)[...]) == Array("ab".utf8))
    #expect(try Inflater(.raw).inflate([UInt8](GzipSamples.raw)[...]) == Array("ab".utf8))
  }

  @Test func refusesTheOtherFormats() {
    #expect(throws: InflatingError.damaged) { try Inflater(.zlib).inflate(Self.gzip[...]) }
    #expect(throws: InflatingError.damaged) { try Inflater(.raw).inflate(Self.gzip[...]) }
    #expect(throws: InflatingError.damaged) {
      try Inflater(.gzip).inflate([UInt8](GzipSamples.zlib)[...])
    }
  }

  @Test(arguments: 0..<gzip.count)
  func saysThatItsInputEndsEarly(_ count: Int) {
    #expect(throws: InflatingError.endsEarly) {
      try Inflater(.gzip).inflate(Self.gzip.prefix(count))
    }
  }

  @Test func stopsAtItsLargestOutput() throws {
    #expect(try Inflater(.gzip, largestOutput: 2).inflate(Self.gzip[...]).count == 2)
    #expect(throws: InflatingError.tooLarge) {
      try Inflater(.gzip, largestOutput: 1).inflate(Self.gzip[...])
    }
    // Of all members together.
    #expect(throws: InflatingError.tooLarge) {
      try Inflater(.gzip, largestOutput: 3).inflate((Self.gzip + Self.gzip)[...])
    }
  }

  @Test func needsZlib() {
    #expect(throws: InflatingError.noDecoder) {
      try Inflater(.gzip, zlib: Zlib(names: ["no-such-library.so"])).inflate(Self.gzip[...])
    }
    // A library that is there, and is not zlib.
    #expect(Zlib(names: ["libc.so.6", "/usr/lib/libSystem.B.dylib"]) == nil)
  }
}
