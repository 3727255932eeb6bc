package import Foundation

/// Reads the parts of a body one after the other, in pieces, each file at the time its turn comes.
package struct BodyReader {
  private var parts: ArraySlice<BodyPart>
  /// How much of the first part has been read.
  private var position = 0
  /// The file of the first part, at the position.
  private var file: FileHandle?

  package init(_ parts: [BodyPart]) {
    self.parts = parts[...]
  }

  /// Reads the next bytes; fewer where the body ends before.
  ///
  /// - Parameter count: The number of bytes.
  /// - Returns: The bytes, with indices from 0.
  /// - Throws: `FileChangedError` where a file is not what it was.
  package mutating func next(_ count: Int) throws -> Data {
    var result = Data()
    while result.count < count, let part = parts.first {
      let wanted = min(count - result.count, part.count - position)
      if wanted > 0 {
        let piece = try read(part, wanted)
        position += piece.count
        if result.isEmpty { result = piece } else { result.append(piece) }
      }
      if position == part.count {
        parts.removeFirst()
        position = 0
        file = nil
      }
    }
    return result
  }

  private mutating func read(_ part: BodyPart, _ count: Int) throws -> Data {
    let start = part.range.lowerBound + position
    switch part {
    case .data(let data, _):
      // The whole is not copied, and everything else not a slice: apps begin at 0.
      if start == 0, count == data.count, data.startIndex == 0 { return data }
      return data.subdata(in: data.startIndex + start..<data.startIndex + start + count)
    case .file(let body, _):
      let file = try file ?? opened(body, at: start)
      self.file = file
      guard let piece = try file.read(upToCount: count), !piece.isEmpty else { throw body.isShort }
      return piece
    }
  }

  private func opened(_ body: FileBody, at start: Int) throws -> FileHandle {
    let file = try body.open()
    try file.seek(toOffset: UInt64(start))
    return file
  }
}
