extension JSON {
  /// Swift source that, where a `JSON` is expected, compiles to this value with the same digits.
  ///
  /// It is one line where that fits in 80 columns, else one element a line.
  ///
  /// - Parameter indentation: The columns before the line on which the source begins.
  /// - Returns: The source, or nil for a value that had better be given as text: with a repeated
  ///   key, or too large or deep for the type checker.
  package func swiftLiteral(indentation: Int = 0) -> String? {
    var nodes = JSONLiteralPrinter.nodeLimit
    guard JSONLiteralPrinter.accepts(self, depth: 0, nodes: &nodes) else { return nil }
    return JSONLiteralPrinter.literal(self, indentation: max(0, indentation), reserved: 0)
  }
}

extension JSON {
  /// Swift source for this value on one line; nil for a value that had better be given as text.
  package var swiftLine: String? {
    var nodes = JSONLiteralPrinter.nodeLimit
    guard JSONLiteralPrinter.accepts(self, depth: 0, nodes: &nodes) else { return nil }
    return JSONLiteralPrinter.oneLine(self)
  }
}

private enum JSONLiteralPrinter {
  static let nodeLimit = 150
  static let depthLimit = 16
  static let lineLength = 80

  static func accepts(_ value: JSON, depth: Int, nodes: inout Int) -> Bool {
    nodes -= 1
    guard nodes >= 0 else { return false }
    switch value {
    case .null, .bool, .number, .string:
      return true
    case .array(let elements):
      guard depth < depthLimit, elements.count <= nodes else { return false }
      return elements.allSatisfy { accepts($0, depth: depth + 1, nodes: &nodes) }
    case .object(let members):
      guard depth < depthLimit, members.count <= nodes, members.repeatedKey == nil else {
        return false
      }
      return members.allSatisfy { accepts($0.value, depth: depth + 1, nodes: &nodes) }
    }
  }

  /// The source of a value whose line needs `reserved` columns besides it and the indentation.
  static func literal(_ value: JSON, indentation: Int, reserved: Int) -> String {
    let line = oneLine(value)
    if indentation + reserved + line.count <= lineLength { return line }
    let inner = indentation + 2
    let lines: [String]
    switch value {
    case .array(let elements) where !elements.isEmpty:
      lines = elements.map { literal($0, indentation: inner, reserved: 1) }
    case .object(let members) where !members.isEmpty:
      lines = members.map { member in
        let key = SwiftLiteral.string(member.key) + ": "
        return key + literal(member.value, indentation: inner, reserved: key.count + 1)
      }
    default:
      return line
    }
    let margin = String(repeating: " ", count: inner)
    return "[\n" + lines.map { margin + $0 + ",\n" }.joined() + margin.dropLast(2) + "]"
  }

  static func oneLine(_ value: JSON) -> String {
    switch value {
    case .null: "nil"
    case .bool(let value): value ? "true" : "false"
    case .number(let text): number(text)
    case .string(let text): SwiftLiteral.string(text)
    case .array(let elements): "[" + elements.map(oneLine).joined(separator: ", ") + "]"
    case .object(let members) where members.isEmpty: "[:]"
    case .object(let members):
      "["
        + members.map { SwiftLiteral.string($0.key) + ": " + oneLine($0.value) }
        .joined(separator: ", ") + "]"
    }
  }

  /// A number literal where the compiler reads back the same digits.
  private static func number(_ text: String) -> String {
    if let integer = Int(text), integer.description == text { return text }
    if let value = Double(text), value.isFinite, value.description == text,
      compilerReads(text, as: value)
    {
      return text
    }
    return ".number(\(SwiftLiteral.string(text)))"
  }

  /// Whether a floating-point literal in a program has this value.
  private static func compilerReads(_ text: String, as value: Double) -> Bool {
    #if (arch(x86_64) || arch(i386)) && !os(Windows) && !os(Android)
      // NB: the compiler rounds a literal to 80 bits first and to 64 after that, which is not
      // always the nearest value: 39591.46573998647 becomes its neighbour.
      Float80(text).map { Double($0) == value } ?? false
    #else
      true
    #endif
  }
}
