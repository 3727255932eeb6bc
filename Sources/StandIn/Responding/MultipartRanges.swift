import Foundation

/// Several ranges of a body as `multipart/byteranges` (RFC 9110, section 14.6).
struct MultipartRanges {
  let boundary: String
  let parts: [BodyPart]

  /// Puts ranges of a body together.
  ///
  /// - Parameters:
  ///   - ranges: The ranges, which must lie within the body.
  ///   - content: The body.
  ///   - contentType: What is known of its type.
  /// - Throws: `FileChangedError` where the body is a file that can't be read any more.
  init(_ ranges: [Range<Int>], of content: ResponseBody, contentType: String?) throws {
    let contents = ranges.compactMap(content.part)
    boundary = try Self.boundary(notIn: contents)
    let type = contentType.map { "Content-Type: \($0)\r\n" } ?? ""
    var parts: [BodyPart] = []
    for (range, part) in zip(ranges, contents) {
      let start = parts.isEmpty ? "" : "\r\n"
      let place = range.description(in: content.count)
      parts.append(.text("\(start)--\(boundary)\r\n\(type)Content-Range: bytes \(place)\r\n\r\n"))
      parts.append(part)
    }
    parts.append(.text("\r\n--\(boundary)--\r\n"))
    self.parts = parts
  }

  /// A boundary that no part holds: the same one for the same parts.
  ///
  /// Where the usual one stands in a part, another is made of what is in the parts. Who makes parts on purpose that hold
  /// that one, too, gets a few tries more.
  private static func boundary(notIn parts: [BodyPart]) throws -> String {
    var boundary = "StandIn-part-0"
    while try parts.contains(where: { try $0.holds(boundary) }) {
      let seed = try parts.reduce(into: boundary.utf8.reduce(UInt64(17)) { $0 &* 31 &+ UInt64($1) })
      {
        $0 = try $1.mixed(into: $0)
      }
      boundary = "StandIn-part-\(String(seed, radix: 36))"
    }
    return boundary
  }
}

extension BodyPart {
  fileprivate static func text(_ text: String) -> BodyPart {
    let data = Data(text.utf8)
    return .data(data, 0..<data.count)
  }

  /// Whether a text stands in the part; a file is read piece by piece.
  fileprivate func holds(_ text: String) throws -> Bool {
    let text = Data(text.utf8)
    var reader = BodyReader([self])
    // What may be the beginning of the text.
    var end = Data()
    while true {
      let piece = try reader.next(Self.pieceSize)
      guard !piece.isEmpty else { return false }
      let searched = end + piece
      if searched.range(of: text) != nil { return true }
      end = Data(searched.suffix(text.count - 1))
    }
  }

  /// A number made of another one and of all bytes of the part.
  fileprivate func mixed(into number: UInt64) throws -> UInt64 {
    var reader = BodyReader([self])
    var number = number
    while true {
      let piece = try reader.next(Self.pieceSize)
      guard !piece.isEmpty else { return number }
      for byte in piece { number = (number ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    }
  }

  private static let pieceSize = 1 << 18
}
