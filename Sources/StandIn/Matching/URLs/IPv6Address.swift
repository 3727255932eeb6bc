/// An IPv6 address in the canonical text of RFC 5952, so that every spelling compares equal.
struct IPv6Address {
  private let groups: [UInt16]

  /// Reads the text between the brackets of a host, without a zone.
  init?(_ text: Substring) {
    guard text.utf8.count <= 45 else { return nil }
    let halves = text.split(separator: "::", maxSplits: 1, omittingEmptySubsequences: false)
    guard let first = halves.first,
      let head = Self.groups(of: first, mayEndInIPv4: halves.count == 1)
    else { return nil }
    if halves.count == 1 {
      guard head.count == 8 else { return nil }
      groups = head
      return
    }
    guard let tail = Self.groups(of: halves[1], mayEndInIPv4: true), head.count + tail.count < 8
    else { return nil }
    groups = head + Array(repeating: 0, count: 8 - head.count - tail.count) + tail
  }

  /// The text without brackets; always in hexadecimal, whatever the spelling was.
  var text: String {
    guard let zeros = longestZeros else { return hex(groups[...]) }
    return hex(groups[..<zeros.lowerBound]) + "::" + hex(groups[zeros.upperBound...])
  }

  /// The first of the longest runs of two or more zero groups.
  private var longestZeros: Range<Int>? {
    var longest = 0..<0
    var start = 0
    for index in groups.indices {
      if groups[index] != 0 { start = index + 1 }
      if index + 1 - start > longest.count { longest = start..<index + 1 }
    }
    return longest.count >= 2 ? longest : nil
  }

  private func hex(_ groups: ArraySlice<UInt16>) -> String {
    groups.map { String($0, radix: 16) }.joined(separator: ":")
  }

  private static func groups(of text: Substring, mayEndInIPv4: Bool) -> [UInt16]? {
    guard !text.isEmpty else { return [] }
    var groups: [UInt16] = []
    let parts = text.split(separator: ":", omittingEmptySubsequences: false)
    for (index, part) in parts.enumerated() {
      if index == parts.count - 1, mayEndInIPv4, part.contains(".") {
        guard let address = ipv4(part) else { return nil }
        groups += address
      } else {
        guard (1...4).contains(part.utf8.count), part.utf8.allSatisfy({ $0.hexValue != nil }),
          let group = UInt16(part, radix: 16)
        else { return nil }
        groups.append(group)
      }
    }
    return groups
  }

  private static func ipv4(_ text: Substring) -> [UInt16]? {
    let numbers = text.split(separator: ".", omittingEmptySubsequences: false).map { part in
      part.utf8.allSatisfy(\.isDigit) ? UInt8(part) : nil
    }
    guard numbers.count == 4 else { return nil }
    let bytes = numbers.compactMap { $0.map(UInt16.init) }
    return bytes.count == 4 ? [bytes[0] << 8 | bytes[1], bytes[2] << 8 | bytes[3]] : nil
  }
}
