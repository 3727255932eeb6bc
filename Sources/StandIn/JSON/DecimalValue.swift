/// The exact value of a JSON number, the same for every spelling of it.
///
/// The value is `0.digits × 10^exponent`. Nothing is expanded: `1e999999999` takes one digit.
struct DecimalValue: Hashable {
  private let isNegative: Bool
  /// The values of the digits, neither beginning nor ending with a zero; empty for zero.
  private let digits: [UInt8]
  private let exponent: Exponent

  /// Creates the value of a number's text, or nil when the text is no JSON number.
  init?(_ text: String) {
    var text = text
    let value = text.withUTF8 { DecimalValue($0) }
    guard let value else { return nil }
    self = value
  }

  private init?(_ bytes: UnsafeBufferPointer<UInt8>) {
    guard let syntax = try? JSONNumberSyntax(bytes, from: 0), syntax.end == bytes.count else {
      return nil
    }
    func values(_ range: Range<Int>) -> [UInt8] {
      bytes[range].map { $0 - UInt8(ascii: "0") }
    }
    let all = values(syntax.integer) + values(syntax.fraction)
    guard let first = all.firstIndex(where: { $0 != 0 }),
      let last = all.lastIndex(where: { $0 != 0 })
    else {
      isNegative = false
      digits = []
      exponent = .small(0)
      return
    }
    isNegative = syntax.isNegative
    digits = Array(all[first...last])
    exponent = Exponent(
      values(syntax.exponent), isNegative: syntax.exponentIsNegative,
      adding: Int64(syntax.integer.count - first))
  }

  /// The value as an integer, or nil when it has a fraction or does not fit.
  var intValue: Int? {
    guard case .small(let places) = exponent, (0...20).contains(places), digits.count <= places
    else { return digits.isEmpty ? 0 : nil }
    var result = 0
    for place in 0..<Int(places) {
      let digit = place < digits.count ? Int(digits[place]) : 0
      let (product, overflow) = result.multipliedReportingOverflow(by: 10)
      // Built on the negative side where it is negative: the smallest integer has no positive.
      let (sum, carry) = product.addingReportingOverflow(isNegative ? -digit : digit)
      guard !overflow, !carry else { return nil }
      result = sum
    }
    return result
  }
}

/// A power of ten; JSON sets no limit to it.
private enum Exponent: Hashable {
  /// Less than 10^18 either way.
  case small(Int64)
  /// The rest, as the values of its digits without leading zeros.
  case large(isNegative: Bool, [UInt8])

  /// Creates the exponent `±digits + offset`, where the offset is the size of a text.
  init(_ digits: [UInt8], isNegative: Bool, adding offset: Int64) {
    let magnitude = digits.drop { $0 == 0 }
    if magnitude.count <= 17 {
      self = .small((isNegative ? -Self.value(magnitude) : Self.value(magnitude)) + offset)
      return
    }
    // At least 10^17, far more than any text has bytes: adding the offset keeps the sign.
    var sum = Array(magnitude)
    var carry = isNegative ? -offset : offset
    for place in sum.indices.reversed() where carry != 0 {
      let total = Int64(sum[place]) + carry
      let digit = (total % 10 + 10) % 10
      sum[place] = UInt8(digit)
      carry = (total - digit) / 10
    }
    while carry > 0 {
      sum.insert(UInt8(carry % 10), at: 0)
      carry /= 10
    }
    let result = sum.drop { $0 == 0 }
    if result.count <= 18 {
      self = .small(isNegative ? -Self.value(result) : Self.value(result))
    } else {
      self = .large(isNegative: isNegative, Array(result))
    }
  }

  private static func value(_ digits: ArraySlice<UInt8>) -> Int64 {
    digits.reduce(0) { $0 * 10 + Int64($1) }
  }
}
