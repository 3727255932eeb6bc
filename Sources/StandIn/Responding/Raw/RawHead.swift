/// A status line and the header fields after it.
struct RawHead {
  typealias Field = (name: String, value: String)

  let status: Int
  private(set) var fields: [Field] = []
  /// Where the lines of the fields begin.
  private(set) var starts: [Int] = []
  /// Where the empty line after the head ends.
  let end: Int

  static let statusLineExample = "a status line such as \"HTTP/1.1 200 OK\""

  /// Reads the head that begins at an offset.
  init(of dump: RawDump, at offset: Int) throws(RawMessageError) {
    guard let status = Self.status(in: dump, at: offset) else {
      throw RawMessageError(expected: Self.statusLineExample, at: offset, of: dump)
    }
    self.status = status
    var index = try Self.line(in: dump, at: offset).next
    // The field that is being read; lines that begin with a blank belong to it.
    var open: Field?
    while true {
      let line = try Self.line(in: dump, at: index)
      if line.content.isEmpty {
        end = line.next
        break
      } else if let field = dump.fieldName(in: line.content) {
        if let open { fields.append(open) }
        let value = dump.trimmed(field.colon + 1..<line.content.upperBound)
        open = (dump.text(field.name), try Self.text(of: value, in: dump, at: index))
        starts.append(index)
      } else if dump.bytes[line.content.lowerBound].isBlank, open != nil {
        // A folded value goes on after one space (RFC 9112, section 5.2).
        let more = try Self.text(of: dump.trimmed(line.content), in: dump, at: index)
        let separator = open?.value.isEmpty == true || more.isEmpty ? "" : " "
        open?.value += separator + more
      } else {
        throw RawMessageError(
          expected:
            "a header field such as \"Content-Type: text/plain\", or the empty line after the head",
          at: index, of: dump)
      }
      index = line.next
    }
    if let open { fields.append(open) }
  }

  private static func line(
    in dump: RawDump, at offset: Int
  ) throws(RawMessageError) -> (content: Range<Int>, next: Int) {
    if let line = dump.line(at: offset) { return line }
    throw RawMessageError(
      expected: "an empty line after the head", found: "the end of the dump", at: dump.count,
      of: dump)
  }

  /// The text of a value, which must not hold control characters.
  private static func text(
    of value: Range<Int>, in dump: RawDump, at offset: Int
  ) throws(RawMessageError) -> String {
    guard dump.bytes[value].allSatisfy({ ($0 >= 0x20 && $0 != 0x7F) || $0.isBlank }) else {
      throw RawMessageError(
        expected: "a header field without control characters", at: offset, of: dump)
    }
    return dump.text(value)
  }

  /// The status of the line at an offset, if that is a status line; looks at a few bytes only.
  ///
  /// `HTTP/1.1 200 OK`, or without a reason phrase and a version's second part, as curl writes HTTP/2 and HTTP/3.
  static func status(in dump: RawDump, at offset: Int) -> Int? {
    guard dump.has("HTTP/", at: offset) else { return nil }
    // What stands behind the end of the dump ends the line.
    func byte(_ index: Int) -> UInt8 { index < dump.count ? dump.bytes[index] : UInt8(ascii: "\n") }
    var index = offset + 5
    guard byte(index).isDigit else { return nil }
    index += 1
    if byte(index) == UInt8(ascii: ".") {
      guard byte(index + 1).isDigit else { return nil }
      index += 2
    }
    guard byte(index).isBlank else { return nil }
    index += 1
    var status = 0
    for digit in index..<index + 3 {
      guard byte(digit).isDigit else { return nil }
      status = status * 10 + Int(byte(digit) - UInt8(ascii: "0"))
    }
    let after = byte(index + 3)
    let isWhole = after.isBlank || after == UInt8(ascii: "\r") || after == UInt8(ascii: "\n")
    return isWhole ? status : nil
  }
}

/// What the fields say of the body.
extension RawHead {
  /// The values of the fields with a name, which is given in lower case.
  func values(_ name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name }.map(\.value)
  }

  /// The members of a field that is a list, in lower case and without parameters.
  func list(_ name: String) -> [String] {
    values(name).flatMap { $0.split(separator: ",") }
      .map { $0.split(separator: ";").first.map(Self.trimmed) ?? "" }
      .filter { !$0.isEmpty }
  }

  private static func trimmed(_ text: Substring) -> String {
    let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
    let start = text.drop(while: isBlank)
    return start.dropLast(start.reversed().prefix(while: isBlank).count).lowercased()
  }

  var isChunked: Bool { list("transfer-encoding").contains("chunked") }

  /// How the body is compressed, in the order in which that was done.
  var codings: [String] {
    (list("content-encoding") + list("transfer-encoding"))
      .filter { $0 != "identity" && $0 != "chunked" }
      .map { $0 == "x-gzip" ? "gzip" : $0 }
  }

  /// What `Content-Length` says; repeated ones must agree (RFC 9112, section 6.3).
  var contentLength: ContentLength {
    let values = list("content-length")
    guard let first = values.first else { return .absent }
    guard let length = Int(first), first.utf8.allSatisfy(\.isDigit),
      values.allSatisfy({ $0 == first })
    else { return .invalid(values.count == 1 ? first : values.joined(separator: ", ")) }
    return .bytes(length)
  }

  enum ContentLength: Equatable {
    case absent
    case bytes(Int)
    case invalid(String)
  }
}
