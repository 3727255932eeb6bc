/// The capturing groups in the text of a regular expression, which Foundation does not list.
struct RegexGroups {
  private(set) var count = 0
  private(set) var names: [Int: String] = [:]

  init(_ pattern: String) {
    var rest = pattern.utf8[...]
    var classDepth = 0
    while let byte = rest.popFirst() {
      switch byte {
      case UInt8(ascii: "\\"):
        if rest.popFirst() == UInt8(ascii: "Q") { Self.skipQuotation(in: &rest) }
      case UInt8(ascii: "["):
        classDepth += 1
      case UInt8(ascii: "]"):
        classDepth = max(0, classDepth - 1)
      case UInt8(ascii: "(") where classDepth == 0:
        open(&rest)
      default:
        continue
      }
    }
  }

  private mutating func open(_ rest: inout Substring.UTF8View) {
    guard rest.first == UInt8(ascii: "?") else {
      count += 1
      return
    }
    rest.removeFirst()
    if rest.first == UInt8(ascii: "#") {
      rest = rest.drop { $0 != UInt8(ascii: ")") }
      return
    }
    guard rest.popFirst() == UInt8(ascii: "<"), let next = rest.first, next.isLetter else { return }
    count += 1
    names[count] = String(Substring(rest.prefix { $0 != UInt8(ascii: ">") }))
  }

  private static func skipQuotation(in rest: inout Substring.UTF8View) {
    while let byte = rest.popFirst() {
      if byte == UInt8(ascii: "\\"), rest.first == UInt8(ascii: "E") {
        rest.removeFirst()
        return
      }
    }
  }
}
