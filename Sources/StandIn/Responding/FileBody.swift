package import Foundation

/// The content of a file: a small one is read when the stub is built, a large one when it is sent.
package final class FileBody: Sendable {
  package let url: URL
  package let contentType: String
  package let count: Int
  package let problem: String?
  /// The content of a small file.
  package let loaded: Data?

  /// Up to this many bytes are kept in memory, so that answering does no input.
  private static let largestKept = 1 << 20

  package init(_ url: URL) {
    self.url = url
    contentType = MediaType.forPathExtension(url.pathExtension)
    do {
      guard url.isFileURL else { throw CocoaError(.fileReadUnsupportedScheme) }
      // NB: of a link, these would be its own.
      let values = try url.resolvingSymlinksInPath()
        .resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey, .isRegularFileKey])
      guard values.isDirectory != true else { throw CocoaError(.fileReadInvalidFileName) }
      // Reading from a device or a pipe might never end.
      guard values.isRegularFile != false else { throw CocoaError(.fileReadUnknown) }
      let size = values.fileSize ?? 0
      if size <= Self.largestKept {
        let data = try Data(contentsOf: url)
        loaded = data
        count = data.count
      } else {
        guard FileManager.default.isReadableFile(atPath: url.path) else {
          throw CocoaError(.fileReadNoPermission)
        }
        loaded = nil
        count = size
      }
      problem = nil
    } catch {
      loaded = nil
      count = 0
      problem = Self.problem(url, error)
    }
  }

  /// Opens a large file for reading.
  ///
  /// - Throws: `FileChangedError` where it can't be read any more.
  func open() throws -> FileHandle {
    do {
      return try FileHandle(forReadingFrom: url)
    } catch {
      throw FileChangedError(
        path: url.path, change: "it can't be read any more\(Self.reason(error))")
    }
  }

  /// Whether the file still has its length, so that the file system may copy it.
  var isUnchanged: Bool {
    let values = try? url.resolvingSymlinksInPath().resourceValues(forKeys: [.fileSizeKey])
    return values?.fileSize == count
  }

  /// The error of a file that ends before all its bytes were read.
  var isShort: FileChangedError {
    FileChangedError(path: url.path, change: "it has fewer than the \(count) bytes that it had")
  }

  /// What is said of a file that can't be read.
  package static func problem(_ url: URL, _ error: any Error) -> String {
    "the file \(url.isFileURL ? url.path : url.absoluteString) can't be read\(reason(error))"
  }

  private static func reason(_ error: any Error) -> String {
    switch (error as? CocoaError)?.code {
    case .fileReadNoSuchFile?, .fileNoSuchFile?: ": there is none"
    case .fileReadNoPermission?: ": no permission"
    case .fileReadUnsupportedScheme?: ": it is not a file URL"
    case .fileReadInvalidFileName?: ": it is a folder"
    case .fileReadUnknown?: ": it is not a regular file"
    default: ": \(error)"
    }
  }
}

/// A file was taken away or cut off between the making of a response and its sending.
package struct FileChangedError: LocalizedError, CustomNSError, CustomStringConvertible {
  package let path: String
  package let change: String

  package var description: String { "the file \(path) can't be sent: \(change)" }
  package var errorDescription: String? { description }
  package var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
