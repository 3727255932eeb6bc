package import Foundation

/// Where the bytes of a response come from.
package enum ResponseBody: Sendable {
  case none
  case data(Data, contentType: String?)
  case file(FileBody)
  /// Several pieces of data and of files, one after the other.
  case parts([BodyPart], contentType: String?)

  /// What goes into `Content-Type` where nothing else is asked for.
  package var contentType: String? {
    switch self {
    case .none: nil
    case .data(_, let contentType), .parts(_, let contentType): contentType
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
    case .parts(let parts, _): parts.reduce(0) { $0 + $1.count }
    }
  }

  /// The bytes, if they are there without reading a file or putting them together.
  package var loaded: Data? {
    switch self {
    case .none: Data()
    case .data(let data, _): data
    case .file(let file): file.loaded
    case .parts: nil
    }
  }

  /// The bytes; may read a file.
  ///
  /// - Throws: `FileChangedError` where a file is not what it was.
  package func load() throws -> Data {
    if let loaded { return loaded }
    var reader = BodyReader(parts)
    return try reader.next(count)
  }

  /// The content as parts.
  package var parts: [BodyPart] {
    switch self {
    case .none: []
    case .data(let data, _): [.data(data, 0..<data.count)]
    case .file(let file): [.file(file, 0..<file.count)]
    case .parts(let parts, _): parts
    }
  }

  /// The file that is the whole body, where it is large and best copied by the file system.
  package var fileToCopy: FileBody? {
    guard case .file(let file) = self, file.loaded == nil, file.isUnchanged else { return nil }
    return file
  }

  /// Some of the bytes, as a part; the range must lie within the body.
  func part(_ range: Range<Int>) -> BodyPart? {
    switch self {
    case .data(let data, _): .data(data, range)
    case .file(let file): file.loaded.map { .data($0, range) } ?? .file(file, range)
    case .none, .parts: nil
    }
  }
}

/// Some bytes of data or of a file, counted from its start.
package enum BodyPart: Sendable {
  case data(Data, Range<Int>)
  case file(FileBody, Range<Int>)

  package var range: Range<Int> {
    switch self {
    case .data(_, let range), .file(_, let range): range
    }
  }

  package var count: Int { range.count }
}
