/// Percent-encoding and its normal form (RFC 3986, sections 2.1 and 6.2.2).
enum PercentEncoding {
  typealias Bytes = UnsafeBufferPointer<UInt8>

  private static let percent = UInt8(ascii: "%")

  /// The component with unreserved characters decoded, disallowed ones encoded, hex digits in capitals.
  static func normalized(_ bytes: Bytes, allowed: ByteSet) -> String {
    // Most components are in normal form already: they are copied as they are.
    if allowed.containsAll(bytes) { return String(decoding: bytes, as: UTF8.self) }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    appendNormalized(bytes, allowed: allowed, to: &output)
    return String(decoding: output, as: UTF8.self)
  }

  static func normalized(_ text: String, allowed: ByteSet) -> String {
    var text = text
    return text.withUTF8 { normalized($0, allowed: allowed) }
  }

  static func appendNormalized(_ bytes: Bytes, allowed: ByteSet, to output: inout [UInt8]) {
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == percent, let decoded = decodedByte(bytes, at: index) {
        if ByteSet.unreserved.contains(decoded) {
          output.append(decoded)
        } else {
          appendEncoded(decoded, to: &output)
        }
        index += 3
        continue
      }
      if allowed.contains(byte) { output.append(byte) } else { appendEncoded(byte, to: &output) }
      index += 1
    }
  }

  /// The text with everything but unreserved characters encoded.
  static func encoded(_ text: String) -> String {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if ByteSet.unreserved.contains(byte) {
        output.append(byte)
      } else {
        appendEncoded(byte, to: &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// A normalised component with its reserved characters encoded as well, as `encoded(_:)` gives it.
  ///
  /// Comparing in this form equals comparing decoded bytes, whether they are text or not.
  static func fullyEncoded(_ component: String, plusIsSpace: Bool = false) -> String {
    if component.utf8.allSatisfy(ByteSet.unreserved.contains) { return component }
    var output: [UInt8] = []
    for byte in component.utf8 {
      if byte == percent || ByteSet.unreserved.contains(byte) {
        output.append(byte)
      } else if plusIsSpace, byte == UInt8(ascii: "+") {
        appendEncoded(UInt8(ascii: " "), to: &output)
      } else {
        appendEncoded(byte, to: &output)
      }
    }
    return String(decoding: output, as: UTF8.self)
  }

  /// The decoded text; bytes that are no UTF-8 become U+FFFD.
  static func decoded(_ text: some StringProtocol) -> String {
    guard text.utf8.contains(percent) else { return String(text) }
    var text = String(text)
    return text.withUTF8 { String(decoding: decodedBytes($0), as: UTF8.self) }
  }

  /// The decoded bytes; a percent sign without two digits stands for itself.
  static func decodedBytes(_ bytes: Bytes, plusIsSpace: Bool = false) -> [UInt8] {
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count)
    var index = 0
    while index < bytes.count {
      let byte = bytes[index]
      if byte == percent, let decoded = decodedByte(bytes, at: index) {
        output.append(decoded)
        index += 3
      } else {
        output.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
        index += 1
      }
    }
    return output
  }

  /// The byte that `%XX` at the index stands for; nil unless two hex digits follow.
  static func decodedByte(_ bytes: Bytes, at index: Int) -> UInt8? {
    guard index + 2 < bytes.count, let high = bytes[index + 1].hexValue,
      let low = bytes[index + 2].hexValue
    else { return nil }
    return high << 4 | low
  }

  static func appendEncoded(_ byte: UInt8, to output: inout [UInt8]) {
    output.append(percent)
    output.append((byte >> 4).hexDigit)
    output.append(byte.hexDigit)
  }
}
