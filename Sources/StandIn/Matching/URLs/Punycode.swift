/// The encoder of RFC 3492 with the parameters of internationalised domain names.
enum Punycode {
  private static let base: UInt32 = 36
  private static let minimumThreshold: UInt32 = 1
  private static let maximumThreshold: UInt32 = 26

  /// The label without its `xn--`; nil for a label that is too long to be one.
  static func encode(_ label: String) -> String? {
    // A label has at most 63 characters in ASCII; the limit also bounds the time of the loops.
    let scalars = label.unicodeScalars.prefix(64).map(\.value)
    guard scalars.count < 64 else { return nil }

    var output = scalars.filter { $0 < 0x80 }.map(UInt8.init(truncatingIfNeeded:))
    let basicCount = UInt32(output.count)
    var handled = basicCount
    if basicCount > 0 { output.append(UInt8(ascii: "-")) }

    var codePoint: UInt32 = 0x80
    var delta: UInt32 = 0
    var bias: UInt32 = 72
    while let next = scalars.filter({ $0 >= codePoint }).min() {
      // 63 scalars of at most 0x10FFFF keep `delta` far below the limit of the type.
      delta += (next - codePoint) * (handled + 1)
      codePoint = next
      for scalar in scalars {
        if scalar < codePoint { delta += 1 }
        guard scalar == codePoint else { continue }
        appendInteger(delta, bias: bias, to: &output)
        bias = adapted(delta, count: handled + 1, isFirst: handled == basicCount)
        delta = 0
        handled += 1
      }
      delta += 1
      codePoint += 1
    }
    return String(decoding: output, as: UTF8.self)
  }

  private static func appendInteger(_ integer: UInt32, bias: UInt32, to output: inout [UInt8]) {
    var rest = integer
    var position = base
    while true {
      let threshold =
        position <= bias
        ? minimumThreshold : min(max(position - bias, minimumThreshold), maximumThreshold)
      guard rest >= threshold else { break }
      output.append(digit(threshold + (rest - threshold) % (base - threshold)))
      rest = (rest - threshold) / (base - threshold)
      position += base
    }
    output.append(digit(rest))
  }

  private static func adapted(_ delta: UInt32, count: UInt32, isFirst: Bool) -> UInt32 {
    var delta = isFirst ? delta / 700 : delta / 2
    delta += delta / count
    var steps: UInt32 = 0
    while delta > (base - minimumThreshold) * maximumThreshold / 2 {
      delta /= base - minimumThreshold
      steps += base
    }
    return steps + (base - minimumThreshold + 1) * delta / (delta + 38)
  }

  private static func digit(_ value: UInt32) -> UInt8 {
    let value = UInt8(truncatingIfNeeded: value)
    return value < 26 ? UInt8(ascii: "a") + value : UInt8(ascii: "0") + value - 26
  }
}
