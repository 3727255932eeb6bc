/// A set of ASCII characters; two words, so that asking it costs no memory access.
struct ByteSet: Sendable {
  private var low: UInt64 = 0
  private var high: UInt64 = 0

  init(_ characters: String) {
    for byte in characters.utf8 where byte < 128 {
      if byte < 64 { low |= 1 << UInt64(byte) } else { high |= 1 << UInt64(byte - 64) }
    }
  }

  func contains(_ byte: UInt8) -> Bool {
    byte < 128 && ((byte < 64 ? low : high) >> UInt64(byte & 63)) & 1 == 1
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let digits = "0123456789"
  private static let subDelimiters = "!$&'()*+,;="

  /// The characters of RFC 3986 section 2.3, which mean the same encoded or not.
  static let unreserved = ByteSet(letters + digits + "-._~")
  static let scheme = ByteSet(letters + digits + "+-.")
  static let userInfo = ByteSet(letters + digits + "-._~:" + subDelimiters)
  static let host = ByteSet(letters + digits + "-._~" + subDelimiters)
  /// The characters of a host that is in normal form already.
  static let normalHost = ByteSet("abcdefghijklmnopqrstuvwxyz" + digits + "-._~" + subDelimiters)
  static let path = ByteSet(letters + digits + "-._~:@/" + subDelimiters)
  static let query = ByteSet(letters + digits + "-._~:@/?" + subDelimiters)
}

extension UInt8 {
  /// The value of a hexadecimal digit.
  var hexValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    default: nil
    }
  }

  /// The capital hexadecimal digit of the low four bits.
  var hexDigit: UInt8 {
    let value = self & 15
    return value < 10 ? UInt8(ascii: "0") + value : UInt8(ascii: "A") + value - 10
  }

  var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }
  var isLetter: Bool { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(self | 0x20) }
  var lowercased: UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(self) ? self | 0x20 : self
  }
}
