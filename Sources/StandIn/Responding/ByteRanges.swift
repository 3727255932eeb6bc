/// The byte ranges that a `Range` field asks for (RFC 9110, section 14.1.2).
package struct ByteRanges: Sendable, Equatable {
  package enum Spec: Sendable, Equatable {
    /// From a place on, to another one that belongs to it or to the end.
    case from(Int, through: Int?)
    /// So many bytes at the end.
    case suffix(Int)
  }

  /// What a set of ranges means for a body of a certain length.
  package enum Resolution: Sendable, Equatable {
    /// The whole body is sent, as if no range were asked for.
    case whole
    /// Nothing of what is asked for is there.
    case unsatisfiable
    /// These, none of them empty, no two overlapping, in the order in which they were asked for.
    case ranges([Range<Int>])
  }

  package let specs: [Spec]

  /// With more ranges than this a field is ignored, as a server may do (RFC 9110, section 14.2).
  package static let limit = 50

  /// Reads a field's value; nil where it is to be ignored: another unit, a syntax error, or more ranges than allowed.
  package init?(_ field: String) {
    let text = field.utf8.trimmingOptionalSpace
    guard let equals = text.firstIndex(of: UInt8(ascii: "=")),
      text[..<equals].elementsEqual("bytes".utf8, by: { $0 | 0x20 == $1 })
    else { return nil }
    var specs: [Spec] = []
    var rest = text[text.index(after: equals)...]
    // Space stands around commas, so that none may precede the first element (RFC 9110, section 5.6.1.2).
    guard let first = rest.first, first != UInt8(ascii: " "), first != UInt8(ascii: "\t") else {
      return nil
    }
    while true {
      let end = rest.firstIndex(of: UInt8(ascii: ",")) ?? rest.endIndex
      let element = rest[..<end].trimmingOptionalSpace
      if !element.isEmpty {
        guard specs.count < Self.limit, let spec = Spec(element) else { return nil }
        specs.append(spec)
      }
      guard end < rest.endIndex else { break }
      rest = rest[rest.index(after: end)...]
    }
    guard !specs.isEmpty else { return nil }
    self.specs = specs
  }

  /// Works out which bytes of a body are meant.
  ///
  /// Ranges that overlap become one, at the place of the first of them. A suffix of an empty body is satisfiable, but no
  /// `Content-Range` can name it: so the whole is sent.
  ///
  /// - Parameter length: The length of the body.
  /// - Returns: The bytes to send.
  package func resolve(length: Int) -> Resolution {
    var found: [Range<Int>] = []
    for spec in specs {
      switch spec {
      case .from(let first, let last):
        guard first < length else { continue }
        found.append(first..<(min(last ?? length - 1, length - 1) + 1))
      case .suffix(let count):
        guard count > 0 else { continue }
        guard length > 0 else { return .whole }
        found.append(max(0, length - count)..<length)
      }
    }
    return found.isEmpty ? .unsatisfiable : .ranges(Self.coalesced(found))
  }

  private static func coalesced(_ ranges: [Range<Int>]) -> [Range<Int>] {
    var result: [Range<Int>] = []
    for var range in ranges {
      var place = result.endIndex
      // Each range that is swallowed may make it reach another one.
      while let other = result.firstIndex(where: { $0.overlaps(range) }) {
        let swallowed = result.remove(at: other)
        range =
          min(range.lowerBound, swallowed.lowerBound)..<max(range.upperBound, swallowed.upperBound)
        place = min(place, other)
      }
      result.insert(range, at: min(place, result.endIndex))
    }
    return result
  }
}

extension ByteRanges.Spec {
  /// Reads `0-99`, `100-` or `-50`; nil for anything else, and where the last place stands before the first.
  fileprivate init?(_ element: Substring.UTF8View) {
    guard let dash = element.firstIndex(of: UInt8(ascii: "-")) else { return nil }
    let left = element[..<dash]
    let right = element[element.index(after: dash)...]
    let digits = UInt8(ascii: "0")...UInt8(ascii: "9")
    guard left.allSatisfy(digits.contains), right.allSatisfy(digits.contains) else { return nil }
    switch (left.isEmpty, right.isEmpty) {
    case (true, true): return nil
    case (true, false): self = .suffix(Self.number(right))
    case (false, true): self = .from(Self.number(left), through: nil)
    case (false, false):
      guard !Self.isLess(right, than: left) else { return nil }
      self = .from(Self.number(left), through: Self.number(right))
    }
  }

  /// The number that digits stand for; the greatest there is where it is greater than that.
  private static func number(_ digits: Substring.UTF8View) -> Int {
    Int(Substring(digits)) ?? .max
  }

  /// Compares numbers of any length.
  private static func isLess(_ one: Substring.UTF8View, than other: Substring.UTF8View) -> Bool {
    let one = one.drop { $0 == UInt8(ascii: "0") }
    let other = other.drop { $0 == UInt8(ascii: "0") }
    return one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
  }
}

extension BidirectionalCollection<UInt8> {
  /// The bytes without spaces and tabs around them.
  fileprivate var trimmingOptionalSpace: SubSequence {
    func isSpace(_ byte: UInt8) -> Bool { byte == UInt8(ascii: " ") || byte == UInt8(ascii: "\t") }
    guard let last = lastIndex(where: { !isSpace($0) }) else { return self[endIndex...] }
    return self[...last].drop(while: isSpace)
  }
}
