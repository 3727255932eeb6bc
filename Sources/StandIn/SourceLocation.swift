/// Where a stub was written.
package struct SourceLocation: Sendable, CustomStringConvertible {
  package var fileID: StaticString
  package var filePath: StaticString
  package var line: UInt
  package var column: UInt

  /// The module, file and line in another process, where the stub comes from there.
  private var elsewhere: String?

  package init(fileID: StaticString, filePath: StaticString, line: UInt, column: UInt) {
    self.fileID = fileID
    self.filePath = filePath
    self.line = line
    self.column = column
  }

  /// A place in the sources of another process, which this one only knows by its description.
  package init(elsewhere place: String) {
    self.init(fileID: "", filePath: "", line: 0, column: 0)
    elsewhere = place
  }

  /// Whether the place is not one in the sources of this process.
  package var isElsewhere: Bool { elsewhere != nil }

  /// Module, file and line, as in `AppTests/UserTests.swift:12`.
  package var description: String { elsewhere ?? "\(fileID):\(line)" }
}
