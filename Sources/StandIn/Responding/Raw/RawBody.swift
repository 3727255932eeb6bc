/// The body of a dump's last response, without what was done to it for the way, and the fields that then hold.
struct RawBody {
  private(set) var content: ArraySlice<UInt8>
  private(set) var fields: [RawHead.Field]

  /// Reads the body after a head.
  init(
    of dump: RawDump, after head: RawHead, hasMeter: Bool, zlib: Zlib?
  ) throws(RawMessageError) {
    content = dump.bytes[head.end...]
    // It says how the message came, not what it says (RFC 9112, section 6.1), and that is over.
    fields = head.fields.filter { $0.name.lowercased() != "transfer-encoding" }
    // What `-I` writes, or the answer to `HEAD`: the fields describe the body of another response. Neither 204 nor 304 has
    // a body (RFC 9110, section 6.4.1), but 304 may have a length.
    let isAlone =
      content.isEmpty || (Self.isLineEnd(content) && head.contentLength != .bytes(content.count))
    if isAlone || head.status == 204 || head.status == 304 {
      content = []
      return
    }

    let length = try Self.length(in: dump, after: head)
    let coding = ContentCoding(head.codings, zlib: zlib)
    if head.isChunked, let body = try ChunkedBody.read(from: dump, after: head) {
      content = body.content[...]
    } else if let length, Self.isLineEnd(content.dropFirst(length)),
      coding.isPlain || coding.isMarked(content)
    {
      // Editors and shells end the last line of a file, and so does the bar of `-#`.
      content = content.prefix(length)
    } else if content.count != length {
      content = content[..<RawTrailers.bodyEnd(in: dump, after: head)]
    }
    if coding.isPlain, let length, length != content.count {
      throw RawMessageError(
        expected: "a body of \(length) bytes, as Content-Length says",
        found: Self.found(content.count, beyond: length, in: dump, after: head),
        at: head.end, of: dump,
        advice: hasMeter ? "the progress meter may stand in it: `-s` leaves that out" : nil)
    }
    do {
      content = try coding.decode(content, length: length)
    } catch {
      throw error.located(at: head.end, of: dump)
    }
    // One length said several times over is one (RFC 9110, section 8.6).
    let lengths = fields.indices.filter { fields[$0].name.lowercased() == "content-length" }
    for index in lengths.dropFirst().reversed() { fields.remove(at: index) }
    fields.removeAll { field in
      switch field.name.lowercased() {
      case "content-encoding": true
      // As it is right for the bytes that are sent, or else not at all.
      case "content-length": field.value != String(content.count)
      default: false
      }
    }
  }

  /// What an editor or a shell adds to a file.
  static func isLineEnd(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.elementsEqual("\n".utf8) || bytes.elementsEqual("\r\n".utf8)
  }

  private static func found(
    _ count: Int, beyond length: Int, in dump: RawDump, after head: RawHead
  ) -> String {
    let isFollowed =
      length < count && RawHead.status(in: dump, at: head.end + length) != nil
    return isFollowed ? "\(count): another response follows" : "\(count)"
  }

  /// The number of bytes that the body must have, if the head says it.
  private static func length(
    in dump: RawDump, after head: RawHead
  ) throws(RawMessageError) -> Int? {
    // Chunks say it themselves (RFC 9112, section 6.3).
    if head.isChunked { return nil }
    switch head.contentLength {
    case .absent: return nil
    case .bytes(let length): return length
    case .invalid(let text):
      let lines = zip(head.fields, head.starts)
      let line = lines.first { $0.0.name.lowercased() == "content-length" }?.1
      throw RawMessageError(
        expected: "a number of bytes in Content-Length",
        found: SwiftLiteral.string(Excerpt.line(text, 60)), at: line ?? head.end, of: dump)
    }
  }
}
