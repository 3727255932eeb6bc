package import Foundation

/// Where the bytes of a response come from.
package enum ResponseBody: Sendable {
  case none
  case data(Data, contentType: String?)
  case file(FileBody)

  /// What goes into `Content-Type` where nothing else is asked for.
  package var contentType: String? {
    switch self {
    case .none: nil
    case .data(_, let contentType): contentType
    case .file(let file): file.contentType
    }
  }

  package var problem: String? {
    if case .file(let file) = self { file.problem } else { nil }
  }

  /// The number of bytes.
  package var count: Int {
    switch self {
    case .none: 0
    case .data(let data, _): data.count
    case .file(let file): file.count
    }
  }

  /// The bytes, if they are there without reading a file.
  package var loaded: Data? {
    switch self {
    case .none: Data()
    case .data(let data, _): data
    case .file(let file): file.loaded
    }
  }

  /// The bytes; may read a file.
  package func load() throws -> Data {
    if case .file(let file) = self { try file.load() } else { loaded ?? Data() }
  }
}

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
      let values = try url.resourceValues(forKeys: [.fileSizeKey, .isDirectoryKey])
      guard values.isDirectory != true else { throw CocoaError(.fileReadInvalidFileName) }
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

  package func load() throws -> Data {
    if let loaded { return loaded }
    return try Data(contentsOf: url)
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
    default: ": \(error)"
    }
  }
}
