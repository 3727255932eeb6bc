extension TemplateSequence {
  /// Builds the sequence of one component.
  ///
  /// - Parameters:
  ///   - parts: The literal texts, in normal form, and the expressions between them.
  ///   - stops: The characters at which a simple variable ends.
  init(_ parts: [MarkedTemplate.Part], stops: String) {
    var pieces: [Piece] = []
    for part in parts {
      switch part {
      case .literal(let literal): pieces.append(.literal(Array(literal)))
      case .expression(let expression): Self.append(expression, stops: stops, to: &pieces)
      }
    }
    self.init(pieces)
  }

  private static func append(
    _ expression: TemplateExpression, stops: String, to pieces: inout [Piece]
  ) {
    switch expression.kind {
    case .simple, .reserved:
      // A comma separates the values of `{a,b}`, which have theirs percent-encoded.
      let separator = expression.variables.count > 1 ? "," : ""
      let stops = ByteSet(expression.kind == .simple ? stops + separator : "")
      for (index, variable) in expression.variables.enumerated() {
        if index > 0 { pieces.append(.literal([UInt8(ascii: ",")])) }
        pieces.append(.variable(variable, stops: stops, mayBeEmpty: false))
      }
    case .label:
      for variable in expression.variables {
        // A list of labels has dots in it, whatever else ends a variable.
        let stops = ByteSet(stops.filter { $0 != "." })
        appendOptional(".", variable, stops: stops, mayBeEmpty: false, to: &pieces)
      }
    case .pathSegment:
      for variable in expression.variables {
        let stops = ByteSet(variable.isExploded ? "" : "/")
        appendOptional("/", variable, stops: stops, mayBeEmpty: variable.isExploded, to: &pieces)
      }
    case .parameter:
      for variable in expression.variables {
        let name = PercentEncoding.normalized(variable.name, allowed: .path)
        pieces.append(.optional(past: pieces.count + 5))
        pieces.append(.literal(Array(";\(name)".utf8)))
        appendOptional("=", variable, stops: ByteSet("/;"), mayBeEmpty: true, to: &pieces)
      }
    case .query, .continuation, .fragment:
      break
    }
  }

  private static func appendOptional(
    _ lead: String, _ variable: TemplateExpression.Variable, stops: ByteSet, mayBeEmpty: Bool,
    to pieces: inout [Piece]
  ) {
    pieces.append(.optional(past: pieces.count + 3))
    pieces.append(.literal(Array(lead.utf8)))
    pieces.append(.variable(variable, stops: stops, mayBeEmpty: mayBeEmpty))
  }
}
