/// Where a dump begins behind what is none of it: a byte order mark, empty lines, a progress meter.
struct RawStart {
  let offset: Int
  /// Whether curl's progress meter stands there.
  let hasMeter: Bool

  init(of dump: RawDump) throws(RawMessageError) {
    if dump.bytes.starts(with: [0xFF, 0xFE]) || dump.bytes.starts(with: [0xFE, 0xFF]) {
      throw RawMessageError(
        expected: RawHead.statusLineExample, found: "text in UTF-16", at: 0, of: dump,
        advice: "let curl write the file: `curl -is -o dump.txt …`")
    }
    let start =
      dump.bytes.starts(with: UTF8Syntax.byteOrderMark) ? UTF8Syntax.byteOrderMark.count : 0
    var index = start
    while index < dump.count, dump.bytes[index].isSpace { index += 1 }
    let text = index
    var isMeter = false
    // `2>&1` puts the meter before the head, or its first row into the head's first line.
    search: while index < dump.count {
      switch dump.bytes[index] {
      case UInt8(ascii: "H"): break search
      case UInt8(ascii: "T") where dump.has("Total ", at: index),
        UInt8(ascii: "D") where dump.has("Dload ", at: index):
        // The two lines above the figures.
        guard let line = dump.line(at: index) else { break search }
        isMeter = true
        index = line.next
      case let byte where Self.figures.contains(byte):
        // The bar of `-#`.
        if byte == UInt8(ascii: "#") { isMeter = true }
        index += 1
      default: break search
      }
    }
    guard dump.has("HTTP/", at: index), index == text || isMeter else {
      throw RawMessageError(
        expected: RawHead.statusLineExample, at: text, of: dump,
        advice: "a dump is what `curl -is` writes")
    }
    offset = index
    hasMeter = isMeter
  }

  /// What the figures of a meter and the bar of `-#` are made of.
  private static let figures = ByteSet(" \t\r\n0123456789-:.|%#=OkMGTPdhmsy")
}

extension UInt8 {
  /// Whether this is a blank or ends a line.
  fileprivate var isSpace: Bool {
    isBlank || self == UInt8(ascii: "\n") || self == UInt8(ascii: "\r")
  }
}
