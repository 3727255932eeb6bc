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
  func copy(_ source: URL) throws {
    try close()
    try FileManager.default.removeItem(at: url)
    try FileManager.default.copyItem(at: source, to: url)
  }

  func close() throws {
    try handle.withLock { handle in
      try handle?.close()
      handle = nil
    }
  }
}
