/// The parts of a number's text, as RFC 8259, section 6, defines them.
struct JSONNumberSyntax {
  struct Malformed: Error {
    let offset: Int
    let reason: String
  }

  let isNegative: Bool
  let integer: Range<Int>
  let fraction: Range<Int>
  let exponentIsNegative: Bool
  let exponent: Range<Int>
  let end: Int

  /// Reads the number that begins at an offset; what follows it is not looked at.
  init(_ bytes: UnsafeBufferPointer<UInt8>, from start: Int) throws(Malformed) {
    var cursor = start
    func next(is byte: UInt8) -> Bool { cursor < bytes.count && bytes[cursor] == byte }
    func digits(_ place: String) throws(Malformed) -> Range<Int> {
      let first = cursor
      while cursor < bytes.count, bytes[cursor].isDigit { cursor += 1 }
      if first == cursor { throw Malformed(offset: cursor, reason: "expected a digit \(place)") }
      return first..<cursor
    }

    isNegative = next(is: UInt8(ascii: "-"))
    if isNegative { cursor += 1 }
    integer = try digits(isNegative ? "after the minus sign" : "at the start of a number")
    if integer.count > 1, bytes[integer.lowerBound] == UInt8(ascii: "0") {
      throw Malformed(offset: integer.lowerBound, reason: "a number has a leading zero")
    }

    if next(is: UInt8(ascii: ".")) {
      cursor += 1
      fraction = try digits("after the decimal point")
    } else {
      fraction = cursor..<cursor
    }

    if next(is: UInt8(ascii: "e")) || next(is: UInt8(ascii: "E")) {
      cursor += 1
      exponentIsNegative = next(is: UInt8(ascii: "-"))
      if exponentIsNegative || next(is: UInt8(ascii: "+")) { cursor += 1 }
      exponent = try digits("in the exponent")
    } else {
      exponentIsNegative = false
      exponent = cursor..<cursor
    }
    end = cursor
  }
}
