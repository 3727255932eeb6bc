/// Removal of `.` and `..` from an absolute path (RFC 3986, section 5.2.4).
enum DotSegments {
  private static let slash = UInt8(ascii: "/")
  private static let dot = UInt8(ascii: ".")

  /// Whether a segment of the path begins with a dot, so that a removal may be due.
  static func mayOccur(in path: some Collection<UInt8>) -> Bool {
    var previous: UInt8 = 0
    for byte in path {
      if byte == dot, previous == slash { return true }
      previous = byte
    }
    return false
  }

  static func removed(from path: [UInt8]) -> [UInt8] {
    // Dots mean something only below a root: `mailto:a/../b` stays as it is.
    guard path.first == slash, mayOccur(in: path) else { return path }
    var output: [UInt8] = []
    output.reserveCapacity(path.count)
    var start = 1
    while start <= path.count {
      let end = path[start...].firstIndex(of: slash) ?? path.count
      let segment = path[start..<end]
      let isLast = end == path.count
      if segment.elementsEqual([dot]) {
        if isLast { output.append(slash) }
      } else if segment.elementsEqual([dot, dot]) {
        removeLastSegment(of: &output)
        if isLast { output.append(slash) }
      } else {
        output.append(slash)
        output.append(contentsOf: segment)
      }
      start = end + 1
    }
    return output
  }

  private static func removeLastSegment(of output: inout [UInt8]) {
    while let last = output.popLast(), last != slash {}
  }
}
