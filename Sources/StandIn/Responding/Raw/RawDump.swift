import Foundation

/// The bytes of a dump, and where its lines are.
struct RawDump {
  let bytes: [UInt8]

  init(_ data: Data) {
    bytes = [UInt8](data)
  }

  var count: Int { bytes.count }

  /// The line that begins at an offset, without its end, and where the next one begins; nil where no line end follows.
  ///
  /// Servers end lines with CRLF or LF (RFC 9112, section 2.2), and editors turn one into the other.
  func line(at offset: Int) -> (content: Range<Int>, next: Int)? {
    guard let lineFeed = firstLineFeed(from: offset) else { return nil }
    let hasReturn = lineFeed > offset && bytes[lineFeed - 1] == UInt8(ascii: "\r")
    return (offset..<(hasReturn ? lineFeed - 1 : lineFeed), lineFeed + 1)
  }

  // A loop over a pointer: this looks at every byte of a head, also in tests that are not optimised.
  private func firstLineFeed(from offset: Int) -> Int? {
    bytes.withUnsafeBufferPointer { bytes in
      var index = offset
      while index < bytes.count {
        if bytes[index] == UInt8(ascii: "\n") { return index }
        index += 1
      }
      return nil
    }
  }

  /// Whether a text stands at an offset.
  func has(_ text: StaticString, at offset: Int) -> Bool {
    guard offset <= count, count - offset >= text.utf8CodeUnitCount else { return false }
    return (0..<text.utf8CodeUnitCount).allSatisfy { bytes[offset + $0] == text.utf8Start[$0] }
  }

  /// The number of the line that holds an offset, from 1.
  func lineNumber(at offset: Int) -> Int {
    bytes.prefix(offset).reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 }
  }

  /// The beginning of the line at an offset, for a message.
  func excerpt(at offset: Int) -> String {
    guard offset < count else { return "the end of the dump" }
    let line = bytes[(line(at: offset)?.content ?? offset..<count)]
    return line.isEmpty ? "an empty line" : Excerpt.of(Data(line), 60)
  }

  /// Bytes as text: as UTF-8, or else as Latin-1, in which every byte is a character.
  func text(_ range: Range<Int>) -> String {
    let slice = bytes[range]
    if UTF8Syntax.isValid(slice) { return String(decoding: slice, as: UTF8.self) }
    return String(String.UnicodeScalarView(slice.map { Unicode.Scalar($0) }))
  }

  /// A range without the spaces and tabs around it.
  func trimmed(_ range: Range<Int>) -> Range<Int> {
    var (start, end) = (range.lowerBound, range.upperBound)
    while start < end, bytes[start].isBlank { start += 1 }
    while start < end, bytes[end - 1].isBlank { end -= 1 }
    return start..<end
  }

  /// The name of the field in a line, if it is one: a token before a colon.
  ///
  /// Blanks before the colon are forbidden, but sent, and to be dropped (RFC 9112, section 5.1).
  func fieldName(in line: Range<Int>) -> (name: Range<Int>, colon: Int)? {
    guard line.lowerBound < line.upperBound, !bytes[line.lowerBound].isBlank else { return nil }
    var index = line.lowerBound
    while index < line.upperBound, ByteSet.token.contains(bytes[index]) { index += 1 }
    let name = line.lowerBound..<index
    while index < line.upperBound, bytes[index].isBlank { index += 1 }
    guard !name.isEmpty, index < line.upperBound, bytes[index] == UInt8(ascii: ":") else {
      return nil
    }
    return (name, index)
  }
}

extension UInt8 {
  /// Whether this is a space or a tab.
  var isBlank: Bool { self == UInt8(ascii: " ") || self == UInt8(ascii: "\t") }
}
