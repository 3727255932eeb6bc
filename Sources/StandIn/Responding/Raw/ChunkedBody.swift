/// A body in chunks, as `curl --raw` leaves it (RFC 9112, section 7.1).
struct ChunkedBody {
  private(set) var content: [UInt8] = []
  /// Where the chunks and the trailer section end.
  private(set) var end: Int
  /// Whether the first chunk has a size of several digits and fits: plain text does not happen to do that.
  private(set) var isEvident = false

  private let dump: RawDump
  /// Whether the dump's lines have lost their carriage returns.
  private let acceptsLineFeeds: Bool

  /// Reads the chunks that begin at an offset.
  ///
  /// - Parameters:
  ///   - dump: The dump.
  ///   - head: The head before the body.
  ///   - isLast: Whether the body must reach the end of the dump.
  /// - Returns: The body, or nil where these are no chunks: curl has put them together, but leaves the field that says
  ///   `chunked`.
  /// - Throws: What is wrong with a body that evidently is in chunks.
  static func read(
    from dump: RawDump, after head: RawHead, isLast: Bool = true
  ) throws(RawMessageError) -> ChunkedBody? {
    var body = ChunkedBody(dump, after: head)
    do throws(RawMessageError) {
      try body.readChunks()
      try body.readTrailers()
      guard !isLast || body.end == dump.count || RawBody.isLineEnd(dump.bytes[body.end...]) else {
        throw RawMessageError(
          expected: "the end of the dump after the last chunk", at: body.end, of: dump)
      }
    } catch {
      if body.isEvident { throw error }
      return nil
    }
    return body
  }

  private init(_ dump: RawDump, after head: RawHead) {
    self.dump = dump
    end = head.end
    acceptsLineFeeds = !dump.has("\r\n", at: head.end - 2)
  }

  private mutating func readChunks() throws(RawMessageError) {
    while true {
      let size = try readSize()
      if size == 0 { return }
      guard size <= dump.count - end else {
        throw RawMessageError(
          expected: "\(size) bytes of a chunk", found: "\(dump.count - end)", at: end, of: dump)
      }
      content += dump.bytes[end..<end + size]
      end += size
      let start = end
      guard let line = line(), line.isEmpty else {
        throw RawMessageError(
          expected: "a line end after a chunk of \(size) bytes", at: start, of: dump)
      }
      if content.count == size, size >= 16 { isEvident = true }
    }
  }

  /// Reads a size in hexadecimal digits; extensions after a semicolon say nothing about the content.
  private mutating func readSize() throws(RawMessageError) -> Int {
    let start = end
    if let line = line() {
      var size = 0
      let digits = dump.bytes[line].prefix { $0.hexValue != nil }
      let rest = dump.trimmed(digits.endIndex..<line.upperBound)
      // One digit less than overflows, and still more than any size.
      if !digits.isEmpty, digits.count < Int.bitWidth / 4,
        rest.isEmpty || dump.bytes[rest.lowerBound] == UInt8(ascii: ";")
      {
        for digit in digits { size = size << 4 + Int(digit.hexValue ?? 0) }
        return size
      }
    }
    throw RawMessageError(
      expected: "the size of a chunk in hexadecimal digits", at: start, of: dump)
  }

  /// Skips the fields after the last chunk: a recipient may discard them (RFC 9110, section 6.5.1).
  private mutating func readTrailers() throws(RawMessageError) {
    while true {
      let start = end
      guard let line = line() else {
        throw RawMessageError(
          expected: "an empty line after the last chunk", at: start, of: dump)
      }
      if line.isEmpty { return }
      guard dump.fieldName(in: line) != nil else {
        throw RawMessageError(
          expected: "a trailer field or an empty line after the last chunk", at: start, of: dump)
      }
    }
  }

  /// Reads a line; nil where there is none with the right end.
  private mutating func line() -> Range<Int>? {
    guard let line = dump.line(at: end),
      acceptsLineFeeds || line.next - line.content.upperBound == 2
    else { return nil }
    end = line.next
    return line.content
  }
}
