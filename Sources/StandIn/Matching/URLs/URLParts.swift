/// Where the components of a URL reference begin and end (RFC 3986, appendix B); nothing is checked.
struct URLParts {
  private(set) var scheme: Range<Int>?
  private(set) var authority: Range<Int>?
  private(set) var path: Range<Int>
  private(set) var query: Range<Int>?

  /// How much of a URL the text holds.
  enum Reach: Hashable, Sendable {
    /// Scheme and all that follows.
    case absolute
    /// `//host` and all that follows.
    case authority
    /// The path and all that follows.
    case path
  }

  init(_ bytes: UnsafeBufferPointer<UInt8>, reach: Reach) {
    var index = 0
    if reach == .absolute, let colon = Self.endOfScheme(in: bytes) {
      scheme = 0..<colon
      index = colon + 1
    }
    let slash = UInt8(ascii: "/")
    if reach != .path, index + 1 < bytes.count, bytes[index] == slash, bytes[index + 1] == slash {
      let start = index + 2
      index = start
      while index < bytes.count, !Self.endsAuthority(bytes[index]) { index += 1 }
      authority = start..<index
    }
    let pathStart = index
    while index < bytes.count, !Self.endsPath(bytes[index]) { index += 1 }
    path = pathStart..<index
    if index < bytes.count, bytes[index] == UInt8(ascii: "?") {
      let start = index + 1
      while index < bytes.count, bytes[index] != UInt8(ascii: "#") { index += 1 }
      query = start..<index
    }
  }

  private static func endOfScheme(in bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == UInt8(ascii: ":") { return index > 0 ? index : nil }
      if byte == TemplateMark.lead {
        // A template's expression may stand for (a part of) the scheme.
        index += 2
        continue
      }
      guard ByteSet.scheme.contains(byte), index > 0 || byte.isLetter else { return nil }
      index += 1
    }
    return nil
  }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == TemplateMark.slashLead || endsPath(byte)
  }

  private static func endsPath(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
  }
}
