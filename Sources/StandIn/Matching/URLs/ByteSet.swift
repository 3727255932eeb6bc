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

  /// Whether every byte is in the set.
  func containsAll(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    for byte in bytes where !contains(byte) { return false }
    return true
  }

  private static let letters = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ"
  private static let digits = "0123456789"
  private static let subDelimiters = "!$&'()*+,;="

  /// The characters of RFC 3986 section 2.3, which mean the same encoded or not.
  static let unreserved = ByteSet(letters + digits + "-._~")
  /// What tokens of HTTP consist of (RFC 9110, section 5.6.2).
  static let token = ByteSet(letters + digits + "!#$%&'*+-.^_`|~")
  static let scheme = ByteSet(letters + digits + "+-.")
  static let userInfo = ByteSet(letters + digits + "-._~:" + subDelimiters)
  static let host = ByteSet(letters + digits + "-._~" + subDelimiters)
  /// The characters of a host that is in normal form already.
  static let normalHost = ByteSet("abcdefghijklmnopqrstuvwxyz" + digits + "-._~" + subDelimiters)
  static let path = ByteSet(letters + digits + "-._~:@/" + subDelimiters)
  static let query = ByteSet(letters + digits + "-._~:@/?" + subDelimiters)
}
