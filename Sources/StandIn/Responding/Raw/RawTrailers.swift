/// The trailer fields that curl writes behind a body whose chunks it has put together.
///
/// Nothing sets them apart from the body but their names, where a `Trailer` field announces them.
enum RawTrailers {
  /// More lines, longer ones or more names are no trailer section.
  private static let (mostLines, longestLine, mostNames) = (64, 8_192, 32)

  /// Where the body ends that begins at an offset: before the first field that was announced.
  static func bodyEnd(in dump: RawDump, after head: RawHead) -> Int {
    let names = head.list("trailer").prefix(mostNames).map { Array($0.utf8) }
    var start: Int?
    var lineEnd = dump.count
    guard !names.isEmpty else { return lineEnd }
    // From the end: a field that was not announced may follow one that was.
    for _ in 0..<mostLines {
      guard let lineStart = beginning(ofLineBefore: lineEnd, in: dump, notBefore: head.end) else {
        break
      }
      let line = lineStart..<lineEnd
      // The first one stands in the body's last line, where that has no end.
      let announced = firstField(of: names, in: line, of: dump)
      if let announced { start = announced }
      guard dump.fieldName(in: line) != nil, announced == nil || announced == lineStart else {
        break
      }
      lineEnd = lineStart
    }
    return start ?? dump.count
  }

  /// Where the line begins that ends with the line feed before an offset.
  private static func beginning(
    ofLineBefore end: Int, in dump: RawDump, notBefore bodyStart: Int
  ) -> Int? {
    guard end > bodyStart, dump.bytes[end - 1] == UInt8(ascii: "\n") else { return nil }
    var start = end - 1
    while start > bodyStart, dump.bytes[start - 1] != UInt8(ascii: "\n") {
      start -= 1
      if end - start > longestLine { return nil }
    }
    return start
  }

  /// Where the first of some names followed by a colon begins in a line.
  private static func firstField(
    of names: [[UInt8]], in line: Range<Int>, of dump: RawDump
  ) -> Int? {
    for colon in line where dump.bytes[colon] == UInt8(ascii: ":") {
      for name in names where colon - name.count >= line.lowerBound {
        let start = colon - name.count
        let bytes = dump.bytes[start..<colon].lazy.map(\.lowercased)
        if bytes.elementsEqual(name) { return start }
      }
    }
    return nil
  }
}
