/// A template whose expressions are replaced by marks, so that it splits like a URL.
struct MarkedTemplate {
  private(set) var bytes: [UInt8] = []
  private(set) var expressions: [TemplateExpression] = []

  init(_ text: String) throws(TemplateProblem) {
    var place = Place.beforeQuery
    var previous: TemplateExpression?
    for token in try TemplateToken.tokens(of: text) {
      switch token {
      case .literal(let literal):
        previous = nil
        bytes.append(contentsOf: literal.utf8)
        for byte in literal.utf8 {
          if byte == UInt8(ascii: "#") { place = .fragment }
          if byte == UInt8(ascii: "?"), place == .beforeQuery { place = .query }
        }
      case .expression(let expression):
        try Self.check(expression, after: previous, in: place)
        previous = expression
        append(expression)
        if expression.kind == .query, place == .beforeQuery { place = .query }
        if expression.kind == .fragment { place = .fragment }
      }
    }
  }

  private enum Place { case beforeQuery, query, fragment }

  private mutating func append(_ expression: TemplateExpression) {
    switch expression.kind {
    case .query: bytes.append(UInt8(ascii: "?"))
    case .continuation: bytes.append(UInt8(ascii: "&"))
    case .fragment: bytes.append(UInt8(ascii: "#"))
    case .simple, .reserved, .label, .pathSegment, .parameter: break
    }
    bytes.append(
      expression.kind == .pathSegment ? TemplateMark.slashLead : TemplateMark.lead)
    // There are fewer expressions than variables, and far fewer of those than a byte can count.
    bytes.append(0x80 + UInt8(truncatingIfNeeded: expressions.count))
    expressions.append(expression)
  }

  private static func check(
    _ expression: TemplateExpression, after previous: TemplateExpression?, in place: Place
  ) throws(TemplateProblem) {
    let shown = "'\(expression.source)' at character \(expression.position)"
    switch (expression.kind, place) {
    case (_, .fragment):
      // No request shows its fragment.
      return
    case (.query, .query):
      throw .expression("\(shown) begins a query where there is one: write '&' for '?'")
    case (.continuation, .beforeQuery):
      throw .expression("\(shown) continues a query where there is none: write '?' for '&'")
    case (.label, .query), (.pathSegment, .query), (.parameter, .query):
      throw .expression("\(shown) belongs in a path, not in a query")
    case (.simple, _), (.reserved, _):
      guard let previous else { return }
      throw .expression(
        "nothing separates '\(previous.source)' from \(shown), so it is ambiguous where one ends")
    default:
      return
    }
  }
}

extension MarkedTemplate {
  /// A literal text or an expression within a component.
  enum Part {
    case literal(ArraySlice<UInt8>)
    case expression(TemplateExpression)
  }

  /// Splits bytes of this template at their marks.
  func parts(of bytes: ArraySlice<UInt8>) -> [Part] {
    var parts: [Part] = []
    var rest = bytes
    while let mark = rest.firstIndex(where: Self.isLead), mark + 1 < rest.endIndex {
      if mark > rest.startIndex { parts.append(.literal(rest[..<mark])) }
      let index = Int(rest[mark + 1]) - 0x80
      if expressions.indices.contains(index) { parts.append(.expression(expressions[index])) }
      rest = rest[(mark + 2)...]
    }
    if !rest.isEmpty { parts.append(.literal(rest)) }
    return parts
  }

  /// The bytes with every literal text put into normal form.
  func normalized(_ bytes: ArraySlice<UInt8>, by normalize: (String) -> String) -> [UInt8] {
    var output: [UInt8] = []
    var rest = bytes
    while let mark = rest.firstIndex(where: Self.isLead), mark + 1 < rest.endIndex {
      output += normalize(String(decoding: rest[..<mark], as: UTF8.self)).utf8
      output += rest[mark...(mark + 1)]
      rest = rest[(mark + 2)...]
    }
    return output + normalize(String(decoding: rest, as: UTF8.self)).utf8
  }

  /// The bytes as they were written, for messages.
  func source(of bytes: ArraySlice<UInt8>) -> String {
    parts(of: bytes).map { part in
      switch part {
      case .literal(let literal): String(decoding: literal, as: UTF8.self)
      case .expression(let expression): expression.source
      }
    }.joined()
  }

  static func isLead(_ byte: UInt8) -> Bool {
    byte == TemplateMark.lead || byte == TemplateMark.slashLead
  }
}
