import Foundation

/// A header value of the form `value; name=text; name="quoted text"` (RFC 9110, section 5.6.6).
struct HeaderParameters: Sendable {
  /// What stands before the first semicolon.
  let value: String
  private let parameters: [(name: String, value: String)]

  /// Reads a header value; parameters without a name or value are skipped.
  init(_ header: String) {
    var scanner = Scanner(bytes: Array(header.utf8)[...])
    value = scanner.text { $0 == UInt8(ascii: ";") }
    var parameters: [(name: String, value: String)] = []
    while scanner.skip(UInt8(ascii: ";")) {
      let name = scanner.text { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "=") }
      guard scanner.skip(UInt8(ascii: "=")) else { continue }
      let value = scanner.quotedText() ?? scanner.text { $0 == UInt8(ascii: ";") }
      if !name.isEmpty { parameters.append((name: name.lowercased(), value: value)) }
    }
    self.parameters = parameters
  }

  /// The value of a parameter, the first one if it is repeated.
  ///
  /// - Parameter name: The name in lower case.
  subscript(name: String) -> String? {
    parameters.first { $0.name == name }?.value
  }

  /// All parameters by their lower-case names.
  var all: [String: String] {
    Dictionary(parameters.map { ($0.name, $0.value) }, uniquingKeysWith: { first, _ in first })
  }

  /// An extended parameter (`name*`, RFC 8187) if it can be decoded, else the plain one.
  func extended(_ name: String) -> String? {
    self[name + "*"].flatMap(Self.decodeExtended) ?? self[name]
  }

  private static func decodeExtended(_ text: String) -> String? {
    let parts = Array(text.utf8).split(
      separator: UInt8(ascii: "'"), maxSplits: 2, omittingEmptySubsequences: false)
    guard parts.count == 3 else { return nil }
    let bytes = parts[2].withUnsafeBufferPointer { PercentEncoding.decodedBytes($0) }
    switch String(decoding: parts[0], as: UTF8.self).lowercased() {
    case "utf-8": return String(bytes: bytes, encoding: .utf8)
    case "iso-8859-1": return String(bytes: bytes, encoding: .isoLatin1)
    default: return nil
    }
  }
}

private struct Scanner {
  var bytes: ArraySlice<UInt8>

  mutating func skip(_ byte: UInt8) -> Bool {
    guard bytes.first == byte else { return false }
    bytes.removeFirst()
    return true
  }

  /// The text up to a byte, without the blanks around it.
  mutating func text(upTo isEnd: (UInt8) -> Bool) -> String {
    let text = bytes.prefix { !isEnd($0) }
    bytes = bytes[text.endIndex...]
    let isBlank = { (byte: UInt8) in byte == 0x20 || 0x09...0x0D ~= byte }
    let start = text.firstIndex { !isBlank($0) } ?? text.endIndex
    let end = text.lastIndex { !isBlank($0) }.map { $0 + 1 } ?? start
    return String(decoding: text[start..<end], as: UTF8.self)
  }

  /// The content of a quoted string and everything after it up to a semicolon, or nil.
  mutating func quotedText() -> String? {
    let start = bytes.firstIndex { $0 != 0x20 && $0 != 0x09 } ?? bytes.endIndex
    guard start < bytes.endIndex, bytes[start] == UInt8(ascii: "\"") else { return nil }
    var content: [UInt8] = []
    var index = start + 1
    while index < bytes.endIndex, bytes[index] != UInt8(ascii: "\"") {
      // NB: only these two are escaped in practice. Old browsers send `C:\path` as it is.
      if bytes[index] == UInt8(ascii: "\\"), index + 1 < bytes.endIndex,
        bytes[index + 1] == UInt8(ascii: "\"") || bytes[index + 1] == UInt8(ascii: "\\")
      {
        index += 1
      }
      content.append(bytes[index])
      index += 1
    }
    bytes = bytes[index...].drop { $0 != UInt8(ascii: ";") }
    return String(decoding: content, as: UTF8.self)
  }
}
