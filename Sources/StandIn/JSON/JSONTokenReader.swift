/// Reads the tokens of a JSON text.
struct JSONTokenReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private var position = 0

  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    self.bytes = bytes
  }

  var isAtEnd: Bool { position == bytes.count }
  var peek: UInt8? { position < bytes.count ? bytes[position] : nil }

  mutating func advance() {
    if position < bytes.count { position += 1 }
  }

  mutating func skip(_ byte: UInt8) -> Bool {
    guard peek == byte else { return false }
    position += 1
    return true
  }

  mutating func skipByteOrderMark() {
    if bytes.starts(with: UTF8Syntax.byteOrderMark) { position = UTF8Syntax.byteOrderMark.count }
  }

  mutating func skipWhitespace() {
    while position < bytes.count {
      switch bytes[position] {
      case 0x20, 0x09, 0x0A, 0x0D: position += 1
      default: return
      }
    }
  }

  func error(_ reason: String) -> JSONParsingError {
    JSONParsingError(reason, at: position, of: bytes)
  }

  /// What stands at the current position, in words.
  var found: String {
    guard let byte = peek else { return "the end of the text" }
    guard let length = UTF8Syntax.sequenceLength(in: bytes, at: position) else {
      return "the byte 0x\(String(byte, radix: 16, uppercase: true)), which is not UTF-8"
    }
    let word = bytes[position...].prefix(20).prefix {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0.isDigit
    }
    let text = String(
      decoding: word.isEmpty ? bytes[position..<position + length] : word, as: UTF8.self)
    return JSON.string(text).description
  }

  mutating func key() throws(JSONParsingError) -> String {
    guard peek == UInt8(ascii: "\"") else { throw error("expected a key, found \(found)") }
    return try string()
  }

  mutating func scalar() throws(JSONParsingError) -> JSON {
    guard let byte = peek else { throw error("expected a value, found \(found)") }
    switch byte {
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "-"), UInt8(ascii: "0")...UInt8(ascii: "9"): return .number(try number())
    case UInt8(ascii: "t") where skip("true"): return .bool(true)
    case UInt8(ascii: "f") where skip("false"): return .bool(false)
    case UInt8(ascii: "n") where skip("null"): return .null
    default: throw error("expected a value, found \(found)")
    }
  }

  private mutating func skip(_ word: StaticString) -> Bool {
    let word = UnsafeBufferPointer(start: word.utf8Start, count: word.utf8CodeUnitCount)
    guard bytes[position...].starts(with: word) else { return false }
    position += word.count
    return true
  }

  private mutating func number() throws(JSONParsingError) -> String {
    do {
      let syntax = try JSONNumberSyntax(bytes, from: position)
      defer { position = syntax.end }
      return text(position..<syntax.end)
    } catch {
      position = error.offset
      let found = error.reason.hasPrefix("expected") ? ", found \(found)" : ""
      throw self.error(error.reason + found)
    }
  }

  private func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
  }
}

// MARK: Strings

extension JSONTokenReader {
  /// Reads the string whose opening quote is at the current position.
  private mutating func string() throws(JSONParsingError) -> String {
    let opening = self
    position += 1
    let start = position
    try skipUnescaped()
    // Most strings have no escape, and are taken as they are.
    if peek == UInt8(ascii: "\"") {
      defer { position += 1 }
      return text(start..<position)
    }
    var content = Array(bytes[start..<position])
    while peek == UInt8(ascii: "\\") {
      try appendEscape(to: &content)
      let next = position
      try skipUnescaped()
      content.append(contentsOf: bytes[next..<position])
    }
    guard skip(UInt8(ascii: "\"")) else {
      throw opening.error("a string without an end")
    }
    return String(decoding: content, as: UTF8.self)
  }

  /// Goes to the next quote or backslash, or to the end.
  private mutating func skipUnescaped() throws(JSONParsingError) {
    while position < bytes.count {
      skipPlainWords()
      guard position < bytes.count else { return }
      switch bytes[position] {
      case UInt8(ascii: "\""), UInt8(ascii: "\\"):
        return
      case 0x00...0x1F:
        let code = String(bytes[position], radix: 16, uppercase: true)
        throw error("the control character U+\(code.leftPadded(to: 4)) in a string")
      case 0x80...0xFF:
        guard let length = UTF8Syntax.sequenceLength(in: bytes, at: position) else {
          throw error("a string is not valid UTF-8")
        }
        position += length
      default:
        position += 1
      }
    }
  }

  /// Skips eight bytes at a time while all of them are ASCII that stands for itself.
  private mutating func skipPlainWords() {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highBits = ones << 7
    let raw = UnsafeRawBufferPointer(bytes)
    while raw.count - position >= 8 {
      let word = raw.loadUnaligned(fromByteOffset: position, as: UInt64.self)
      // Subtracting turns on the high bit of a byte that is too small; a borrow can only turn on
      // more of them, and a false alarm is looked at byte by byte.
      let controls = word &- ones &* 0x20
      let quotes = (word ^ ones &* 0x22) &- ones
      let backslashes = (word ^ ones &* 0x5C) &- ones
      guard (word | controls | quotes | backslashes) & highBits == 0 else { return }
      position += 8
    }
  }

  private mutating func appendEscape(to content: inout [UInt8]) throws(JSONParsingError) {
    let backslash = self
    position += 1
    guard let letter = peek else { return }
    switch letter {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): content.append(letter)
    case UInt8(ascii: "b"): content.append(0x08)
    case UInt8(ascii: "f"): content.append(0x0C)
    case UInt8(ascii: "n"): content.append(0x0A)
    case UInt8(ascii: "r"): content.append(0x0D)
    case UInt8(ascii: "t"): content.append(0x09)
    case UInt8(ascii: "u"):
      position += 1
      let scalar = try escapedScalar(from: backslash)
      content.append(contentsOf: scalar.utf8)
      return
    default:
      throw backslash.error("an unknown escape: a backslash before \(found)")
    }
    position += 1
  }

  /// Reads the digits after `\u`, and the second half of a surrogate pair.
  private mutating func escapedScalar(
    from backslash: JSONTokenReader
  ) throws(JSONParsingError) -> Unicode.Scalar {
    let first = try hexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    guard first < 0xDC00, skip(UInt8(ascii: "\\")), skip(UInt8(ascii: "u")) else {
      throw backslash.error("half a surrogate pair")
    }
    let second = try hexDigits()
    guard 0xDC00...0xDFFF ~= second,
      let scalar = Unicode.Scalar(
        0x10000 + (UInt32(first) - 0xD800) << 10 + (UInt32(second) - 0xDC00))
    else { throw backslash.error("half a surrogate pair") }
    return scalar
  }

  private mutating func hexDigits() throws(JSONParsingError) -> UInt16 {
    var value: UInt16 = 0
    for _ in 0..<4 {
      guard let digit = peek?.hexValue else {
        throw error("expected four hexadecimal digits after \\u, found \(found)")
      }
      value = value << 4 | UInt16(digit)
      position += 1
    }
    return value
  }
}

extension String {
  fileprivate func leftPadded(to length: Int) -> String {
    String(repeating: "0", count: max(0, length - count)) + self
  }
}
