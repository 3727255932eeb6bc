extension PercentEncoding {
  /// The bytes with every `%` and two hexadecimal digits replaced by the byte they stand for.
  ///
  /// A percent sign without two digits stands for itself (WHATWG URL Standard, section 1.3).
  static func decode(_ bytes: ArraySlice<UInt8>, plusIsSpace: Bool = false) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count)
    var index = bytes.startIndex
    while index < bytes.endIndex {
      let byte = bytes[index]
      if byte == UInt8(ascii: "%"), bytes.endIndex - index > 2,
        let high = bytes[index + 1].hexDigitValue, let low = bytes[index + 2].hexDigitValue
      {
        result.append(high << 4 | low)
        index += 3
        continue
      }
      result.append(plusIsSpace && byte == UInt8(ascii: "+") ? UInt8(ascii: " ") : byte)
      index += 1
    }
    return result
  }
}
