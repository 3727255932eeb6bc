import Foundation

/// The file that a download is written into.
final class DownloadFile: Sendable {
  let url: URL
  private let handle: Locked<FileHandle?>

  /// Creates an empty file in a folder.
  init(in folder: URL) throws {
    url = folder.appendingPathComponent("\(UUID().uuidString).tmp")
    guard FileManager.default.createFile(atPath: url.path, contents: nil) else {
      throw CocoaError(.fileWriteUnknown)
    }
    handle = Locked(try FileHandle(forWritingTo: url))
  }

  func append(_ data: Data) throws {
    try handle.withLock { try $0?.write(contentsOf: data) }
  }

  /// Makes the file a copy of another one, by the file system and not through memory.
  ///
  /// - Parameter source: The other file, or a link to it.
  /// - Returns: The number of bytes.
  /// - Throws: What the file system has against it.
  func copy(_ source: URL) throws -> Int {
    try close()
    let files = FileManager.default
    try files.removeItem(at: url)
    // NB: a link would be copied as a link, and writing to the download would change the fixture.
    try files.copyItem(at: source.resolvingSymlinksInPath(), to: url)
    try files.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    return try files.attributesOfItem(atPath: url.path)[.size] as? Int ?? 0
  }

  func close() throws {
    try handle.withLock { handle in
      try handle?.close()
      handle = nil
    }
  }
}
