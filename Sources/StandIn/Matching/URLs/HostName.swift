import Foundation

/// The normal form of hosts: lower case, internationalised names in ASCII, IPv6 in canonical text.
enum HostName {
  /// Normalises a registered name or an IPv4 address.
  static func normalized(_ bytes: PercentEncoding.Bytes) -> String {
    if ByteSet.normalHost.containsAll(bytes) {
      return String(decoding: bytes, as: UTF8.self)
    }
    let name = unescaped(bytes)
    if name.utf8.allSatisfy({ $0 < 0x80 }) { return escaped(name) }
    return mapped(name).split(separator: ".", omittingEmptySubsequences: false)
      .map { escaped(asciiLabel(String($0))) }
      .joined(separator: ".")
  }

  static func normalized(_ text: String) -> String {
    var text = text
    return text.withUTF8 { normalized($0) }
  }

  /// Normalises what stands between the brackets of an IPv6 host, and puts the brackets around it.
  static func bracketed(_ bytes: PercentEncoding.Bytes) -> String {
    let text = String(decoding: bytes, as: UTF8.self)
    // A zone follows `%25` by RFC 6874, and a bare `%` where people write it.
    guard let percent = text.firstIndex(of: "%") else {
      return "[\(IPv6Address(text[...])?.text ?? lowerCased(text))]"
    }
    let address = text[..<percent]
    let zone = text[percent...].dropFirst(text[percent...].hasPrefix("%25") ? 3 : 1)
    let normalZone = PercentEncoding.normalized(String(zone), allowed: .unreserved)
    return "[\(IPv6Address(address)?.text ?? lowerCased(String(address)))%25\(normalZone)]"
  }

  private static func lowerCased(_ text: String) -> String {
    PercentEncoding.normalized(text.lowercased(), allowed: .userInfo)
  }

  /// Decodes what may be part of an internationalised name, where that gives a text.
  private static func unescaped(_ bytes: PercentEncoding.Bytes) -> String {
    var output: [UInt8] = []
    var index = 0
    while index < bytes.count {
      if bytes[index] == UInt8(ascii: "%"),
        let decoded = PercentEncoding.decodedByte(bytes, at: index), decoded >= 0x80
      {
        output.append(decoded)
        index += 3
      } else {
        output.append(bytes[index])
        index += 1
      }
    }
    return String(bytes: output, encoding: .utf8) ?? String(decoding: bytes, as: UTF8.self)
  }

  /// The part of the mapping of UTS 46 that names in use need.
  private static func mapped(_ name: String) -> String.UnicodeScalarView {
    // No name is that long; composing one of any length could take long.
    guard name.utf8.count <= 1024 else { return name.unicodeScalars }
    var scalars = String.UnicodeScalarView()
    for scalar in name.lowercased().precomposedStringWithCompatibilityMapping.unicodeScalars {
      switch scalar {
      case "\u{3002}": scalars.append(".")
      case "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}": continue
      default: scalars.append(scalar)
      }
    }
    return String(scalars).lowercased().unicodeScalars
  }

  private static func asciiLabel(_ label: String) -> String {
    guard label.utf8.contains(where: { $0 >= 0x80 }), let encoded = Punycode.encode(label) else {
      return label
    }
    return "xn--" + encoded
  }

  private static func escaped(_ label: String) -> String {
    let normal = PercentEncoding.normalized(label, allowed: .host)
    var output: [UInt8] = []
    var bytesOfEscape = 0
    for byte in normal.utf8 {
      // The digits of an escape stay in capitals.
      if byte == UInt8(ascii: "%") { bytesOfEscape = 3 }
      output.append(bytesOfEscape > 0 ? byte : byte.lowercased)
      if bytesOfEscape > 0 { bytesOfEscape -= 1 }
    }
    return String(decoding: output, as: UTF8.self)
  }
}
