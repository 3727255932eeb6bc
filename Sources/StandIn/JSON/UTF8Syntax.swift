/// The form of UTF-8, as RFC 3629 defines it.
enum UTF8Syntax {
  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]

  /// The length of the sequence that begins at an offset, or nil when it is malformed.
  static func sequenceLength(in bytes: UnsafeBufferPointer<UInt8>, at offset: Int) -> Int? {
    let length: Int
    // Only the second byte is limited further: no overlong forms, surrogates or too large values.
    let second: ClosedRange<UInt8>
    switch bytes[offset] {
    case 0x00...0x7F: return 1
    case 0xC2...0xDF: (length, second) = (2, 0x80...0xBF)
    case 0xE0: (length, second) = (3, 0xA0...0xBF)
    case 0xED: (length, second) = (3, 0x80...0x9F)
    case 0xE1...0xEF: (length, second) = (3, 0x80...0xBF)
    case 0xF0: (length, second) = (4, 0x90...0xBF)
    case 0xF1...0xF3: (length, second) = (4, 0x80...0xBF)
    case 0xF4: (length, second) = (4, 0x80...0x8F)
    default: return nil
    }
    guard bytes.count - offset >= length, second ~= bytes[offset + 1] else { return nil }
    for index in (offset + 2)..<max(offset + 2, offset + length)
    where bytes[index] & 0xC0 != 0x80 {
      return nil
    }
    return length
  }

  /// Whether all of some bytes are well-formed.
  static func isValid(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      var offset = 0
      while offset < bytes.count {
        guard let length = sequenceLength(in: bytes, at: offset) else { return false }
        offset += length
      }
      return true
    }
  }
}
