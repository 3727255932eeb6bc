import Foundation

/// Why a dump is not what `curl -is` writes, and where.
package struct RawMessageError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The line, from 1; a line ends with a line feed.
  package let line: Int
  /// What had to stand there.
  package let expected: String
  /// What stands there.
  package let found: String
  /// What to do about it, where that is not plain.
  package let advice: String?

  package var description: String {
    "line \(line): expected \(expected), found \(found)\(advice.map { "; \($0)" } ?? "")"
  }
}

extension RawMessageError {
  /// Creates the error for an offset into a dump.
  ///
  /// - Parameters:
  ///   - expected: What had to stand there.
  ///   - found: What stands there, or nil for the line that begins there.
  ///   - offset: The offset.
  ///   - dump: The whole dump.
  ///   - advice: What to do about it.
  init(
    expected: String, found: String? = nil, at offset: Int, of dump: RawDump, advice: String? = nil
  ) {
    line = dump.lineNumber(at: offset)
    self.expected = expected
    self.found = found ?? dump.excerpt(at: offset)
    self.advice = advice
  }
}
