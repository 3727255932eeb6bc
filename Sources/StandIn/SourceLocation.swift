/// Where a stub was written.
package struct SourceLocation: Sendable, CustomStringConvertible {
  package var fileID: StaticString
  package var filePath: StaticString
  package var line: UInt
  package var column: UInt

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// Module, file and line, as in `AppTests/UserTests.swift:12`.
  package var description: String { "\(fileID):\(line)" }
}
