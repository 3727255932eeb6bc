import Foundation

/// How a body was compressed, and whether it still is: `--compressed` leaves the fields of a body that it has decoded.
struct ContentCoding {
  private enum Form {
    case plain, gzip, deflate, unknown
  }

  private let codings: [String]
  private let form: Form
  private let zlib: Zlib?

  init(_ codings: [String], zlib: Zlib?) {
    self.codings = codings
    self.zlib = zlib
    form =
      switch codings {
      case []: .plain
      case ["gzip"]: .gzip
      case ["deflate"]: .deflate
      default: .unknown
      }
  }

  /// Whether nothing was compressed.
  var isPlain: Bool { form == .plain }

  /// Whether a body begins as one that is compressed in this way does.
  func isMarked(_ body: ArraySlice<UInt8>) -> Bool {
    switch form {
    case .gzip: body.starts(with: [0x1F, 0x8B])
    case .deflate: Self.hasZlibHeader(body)
    case .plain, .unknown: false
    }
  }

  /// The body without its coding.
  ///
  /// - Parameters:
  ///   - body: The body.
  ///   - length: The number of bytes that were sent, if the head says it.
  /// - Returns: The bytes that the app gets.
  /// - Throws: Why a body that is compressed can't be decoded.
  func decode(
    _ body: ArraySlice<UInt8>, length: Int?
  ) throws(ContentCodingError) -> ArraySlice<UInt8> {
    // Only a body that was decoded is longer than what was sent, and none is text before that.
    if isPlain || body.isEmpty || body.count > length ?? body.count || Self.isText(body) {
      return body
    }
    // A shorter one can be decoded, too: what looks compressed is then a file that was so before.
    let isShorter = body.count < length ?? 0
    switch form {
    case .plain: return body
    case .gzip:
      guard body.starts(with: [0x1F, 0x8B]) else { return body }
      let decoded = try inflateGzip(body)
      return isShorter ? body : decoded
    case .deflate:
      let decoded = try inflateEither(body)
      return isShorter ? body : decoded
    case .unknown:
      // Brotli has no mark by which it is known, but Zstandard has (RFC 8878, section 3.1.1).
      let isOther = codings == ["zstd"] && !body.starts(with: [0x28, 0xB5, 0x2F, 0xFD])
      if isShorter || isOther { return body }
      throw ContentCodingError(codings: codings, reason: nil)
    }
  }

  /// Decodes `gzip`, behind which an editor or a shell may have added a line end.
  private func inflateGzip(
    _ body: ArraySlice<UInt8>
  ) throws(ContentCodingError) -> ArraySlice<UInt8> {
    do {
      return try inflate(body, as: .gzip)
    } catch {
      for end in ["\r\n", "\n"] where body.suffix(end.utf8.count).elementsEqual(end.utf8) {
        if let decoded = try? inflate(body.dropLast(end.utf8.count), as: .gzip) { return decoded }
      }
      throw error
    }
  }

  /// Decodes `deflate`, which is meant to be in zlib's format (RFC 9110, section 8.4.1.2) and often is not.
  private func inflateEither(
    _ body: ArraySlice<UInt8>
  ) throws(ContentCodingError) -> ArraySlice<UInt8> {
    if Self.hasZlibHeader(body) { return try inflate(body, as: .zlib) }
    do {
      return try inflate(body, as: .raw)
    } catch {
      switch error.reason {
      // Without a mark, what can't be decoded was decoded before.
      case .damaged, .endsEarly: return body
      case .tooLarge, .noDecoder, nil: throw error
      }
    }
  }

  private func inflate(
    _ body: ArraySlice<UInt8>, as format: Inflater.Format
  ) throws(ContentCodingError) -> ArraySlice<UInt8> {
    do {
      return try Inflater(format, zlib: zlib).inflate(body)[...]
    } catch {
      throw ContentCodingError(codings: codings, reason: error)
    }
  }

  /// Whether the first two bytes are those of RFC 1950, section 2.2.
  private static func hasZlibHeader(_ body: ArraySlice<UInt8>) -> Bool {
    guard body.count > 2 else { return false }
    let (method, flags) = (Int(body[body.startIndex]), Int(body[body.startIndex + 1]))
    return method & 0x0F == 8 && method >> 4 <= 7 && (method << 8 | flags).isMultiple(of: 31)
  }

  /// Whether this is UTF-8 without control characters that no text holds.
  private static func isText(_ body: ArraySlice<UInt8>) -> Bool {
    UTF8Syntax.isValid(body) && !body.contains { $0 < 0x09 || (0x0E...0x1A).contains($0) }
  }
}

/// Why a compressed body can't be decoded.
struct ContentCodingError: Error {
  let codings: [String]
  /// What keeps it from being decoded; nil where nothing here decodes such a body.
  let reason: InflatingError?

  /// The error for a body at an offset into a dump.
  func located(at offset: Int, of dump: RawDump) -> RawMessageError {
    let name = Excerpt.line(codings.joined(separator: ", "), 60)
    let (expected, found) =
      switch reason {
      case nil: ("a body that is plain, or compressed with gzip or deflate", name)
      case .noDecoder: ("a plain body, as there is no zlib here", name)
      case .damaged: ("a body compressed with \(name)", "a damaged one")
      case .endsEarly: ("a body compressed with \(name)", "one that ends early")
      case .tooLarge:
        ("a body of at most \(Inflater.largestOutput) bytes when decompressed", "a larger one")
      }
    return RawMessageError(
      expected: expected, found: found, at: offset, of: dump,
      advice: reason == .tooLarge
        ? nil : "record it again, decoded by curl: `curl -is --compressed …`")
  }
}
