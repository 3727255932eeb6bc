package import Foundation

/// The response in what `curl -is` writes: its status, fields and body.
package struct RawMessage: Sendable {
  package let status: Int
  /// The fields in the order of the dump; a name may stand there several times.
  package let fields: [(name: String, value: String)]
  package let body: Data

  /// Reads a dump.
  ///
  /// - Parameters:
  ///   - data: The dump.
  ///   - zlib: What decodes a body that is compressed.
  /// - Throws: Where the dump is not one, and what was expected.
  package init(parsing data: Data, zlib: Zlib? = .shared) throws(RawMessageError) {
    let dump = RawDump(data)
    let start = try RawStart(of: dump)
    var head = try RawHead(of: dump, at: start.offset)
    while let next = try Self.nextHead(in: dump, after: head) {
      head = try RawHead(of: dump, at: next)
    }
    let body = try RawBody(of: dump, after: head, hasMeter: start.hasMeter, zlib: zlib)
    status = head.status
    fields = body.fields
    self.body = Data(body.content)
  }

  /// Where the head of a later response begins that counts instead of this one; nil where this one is the last.
  private static func nextHead(
    in dump: RawDump, after head: RawHead
  ) throws(RawMessageError) -> Int? {
    switch head.status {
    case 100...199:
      // Another response follows an interim one, which has no body (RFC 9110, section 15.2).
      guard isHead(in: dump, at: head.end) else {
        throw RawMessageError(
          expected: "the head of the response after the interim \(head.status)", at: head.end,
          of: dump)
      }
      return head.end
    case 200...299:
      return isTunnel(head) && isHead(in: dump, at: head.end) ? head.end : nil
    case 300...399, 401, 407:
      return headAfterRetry(in: dump, after: head)
    default:
      return nil
    }
  }

  /// Whether this may be a proxy's answer to `CONNECT`: it describes no body (RFC 9110, section 9.3.6).
  ///
  /// Another response without a body description whose body looks like a head is not told apart from it.
  private static func isTunnel(_ head: RawHead) -> Bool {
    !head.isChunked && head.values("content-type").isEmpty
      && head.values("content-length").allSatisfy { $0 == "0" }
  }

  /// Where the head begins that follows a redirect (`-L`) or a request for credentials (`--anyauth`).
  private static func headAfterRetry(in dump: RawDump, after head: RawHead) -> Int? {
    if !head.isChunked, case .bytes(let length) = head.contentLength {
      let rest = dump.count - head.end
      // The body that the field describes reaches the end exactly: what looks like a head in it is none.
      if length == rest { return nil }
      // curl leaves the body out, others do not.
      if length < rest, isHead(in: dump, at: head.end + length) { return head.end + length }
    }
    if isHead(in: dump, at: head.end) { return head.end }
    if head.isChunked, let body = try? ChunkedBody.read(from: dump, after: head, isLast: false),
      isHead(in: dump, at: body.end)
    {
      return body.end
    }
    return nil
  }

  private static func isHead(in dump: RawDump, at offset: Int) -> Bool {
    RawHead.status(in: dump, at: offset) != nil
  }
}
