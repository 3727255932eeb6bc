package import Foundation

extension JSON: CustomStringConvertible {
  /// The value as compact JSON text.
  public var description: String {
    String(decoding: JSONWriter.bytes(of: self), as: UTF8.self)
  }

  /// The value as compact JSON text in UTF-8.
  ///
  /// Key order and digits are kept. What is not valid JSON (see ``problem``) is written as it is.
  package func encoded() -> Data {
    Data(JSONWriter.bytes(of: self))
  }

  /// The beginning of the compact JSON text, "…" for what is left out.
  ///
  /// - Parameters:
  ///   - limit: How many characters to keep; fewer where they take many bytes.
  ///   - isSecret: Whether the value of a key is not to be shown.
  /// - Returns: The text, with the mark if anything is missing.
  package func abbreviated(
    to limit: Int, masking isSecret: ((String) -> Bool)? = nil
  ) -> String {
    let limit = max(0, limit)
    var writer = JSONWriter(limit: limit, masking: isSecret)
    writer.write(self)
    let text = String(decoding: writer.bytes, as: UTF8.self)
    let kept = text.prefix(limit)
    return writer.isCut || kept.endIndex < text.endIndex ? kept + "…" : text
  }
}

extension JSON {
  /// Whether the value is more than null or a flag.
  fileprivate var isText: Bool {
    switch self {
    case .null, .bool: false
    default: true
    }
  }
}

/// Writes JSON text.
struct JSONWriter {
  private(set) var bytes: [UInt8] = []
  /// Whether elements or members were left out.
  private(set) var isCut = false
  /// No further element or member is written after this many bytes.
  private let limit: Int
  private let isSecret: ((String) -> Bool)?

  init(limit: Int = .max, masking isSecret: ((String) -> Bool)? = nil) {
    self.limit = limit
    self.isSecret = isSecret
  }

  static func bytes(of value: JSON) -> [UInt8] {
    var writer = JSONWriter()
    writer.write(value)
    return writer.bytes
  }

  mutating func write(_ value: JSON) {
    switch value {
    case .null: append("null")
    case .bool(let value): append(value ? "true" : "false")
    case .number(let text): append(text)
    case .string(let text): write(text)
    case .array(let elements): write(elements)
    case .object(let members): write(members)
    }
  }

  private mutating func write(_ elements: [JSON]) {
    bytes.append(UInt8(ascii: "["))
    for index in elements.indices {
      guard hasRoom() else { return }
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(elements[index])
    }
    bytes.append(UInt8(ascii: "]"))
  }

  private mutating func write(_ members: JSON.KeyValues) {
    bytes.append(UInt8(ascii: "{"))
    for index in members.indices {
      guard hasRoom() else { return }
      if index > 0 { bytes.append(UInt8(ascii: ",")) }
      write(members[index].key)
      bytes.append(UInt8(ascii: ":"))
      if let isSecret, members[index].value.isText, isSecret(members[index].key) {
        write("***")
      } else {
        write(members[index].value)
      }
    }
    bytes.append(UInt8(ascii: "}"))
  }

  private mutating func append(_ text: String) {
    bytes += text.utf8
  }

  private mutating func hasRoom() -> Bool {
    if bytes.count > limit { isCut = true }
    return !isCut
  }

  private mutating func write(_ text: String) {
    var text = text
    bytes.append(UInt8(ascii: "\""))
    text.withUTF8 { utf8 in
      var start = 0
      for index in utf8.indices {
        guard let escape = Self.escape(utf8[index]) else { continue }
        bytes.append(contentsOf: utf8[start..<index])
        append(escape)
        start = index + 1
      }
      bytes.append(contentsOf: utf8[start...])
    }
    bytes.append(UInt8(ascii: "\""))
  }

  /// The escape sequence RFC 8259, section 7, demands for a byte.
  private static func escape(_ byte: UInt8) -> String? {
    switch byte {
    case UInt8(ascii: "\""): #"\""#
    case UInt8(ascii: "\\"): #"\\"#
    case 0x08: #"\b"#
    case 0x09: #"\t"#
    case 0x0A: #"\n"#
    case 0x0C: #"\f"#
    case 0x0D: #"\r"#
    case 0x00...0x0F: #"\u000"# + String(byte, radix: 16)
    case 0x10...0x1F: #"\u00"# + String(byte, radix: 16)
    default: nil
    }
  }
}
