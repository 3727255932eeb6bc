public import Foundation

/// Why a text is not valid JSON, and where.
public struct JSONParsingError: LocalizedError, CustomStringConvertible, Sendable, Hashable {
  /// The line, from 1; a line ends with a line feed, a carriage return, or both.
  public let line: Int

  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// What is wrong, in a plain phrase.
  public let reason: String

  /// Creates the error for an offset into the text.
  init(_ reason: String, at offset: Int, of text: UnsafeBufferPointer<UInt8>) {
    var line = 1
    var column = 1
    var previous: UInt8 = 0
    for byte in text.prefix(offset).drop(countOf: UTF8Syntax.byteOrderMark) {
      if byte == UInt8(ascii: "\n") || byte == UInt8(ascii: "\r") {
        if !(previous == UInt8(ascii: "\r") && byte == UInt8(ascii: "\n")) { line += 1 }
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      previous = byte
    }
    self.line = line
    self.column = column
    self.reason = reason
  }

  /// The place and the reason.
  public var description: String { "line \(line), column \(column): \(reason)" }

  /// The same for a reader who does not know that JSON was expected.
  public var errorDescription: String? { "Not valid JSON: \(description)" }
}

extension Slice where Base == UnsafeBufferPointer<UInt8> {
  /// The rest after a prefix, or everything if it does not begin with it.
  fileprivate func drop(countOf prefix: [UInt8]) -> Self {
    starts(with: prefix) ? dropFirst(prefix.count) : self
  }
}
