/// An expression of a URI template: what stands between `{` and `}` (RFC 6570, section 2.2).
struct TemplateExpression: Hashable, Sendable {
  /// The kind of expansion; the raw value is the character that asks for it.
  enum Operator: Character, Sendable {
    case simple = " "
    case reserved = "+"
    case fragment = "#"
    case label = "."
    case pathSegment = "/"
    case parameter = ";"
    case query = "?"
    case continuation = "&"
  }

  /// A variable with its modifier (section 2.4).
  struct Variable: Hashable, Sendable {
    var name: String
    /// The `3` of `{name:3}`.
    var maxLength: Int?
    /// Whether a `*` follows the name.
    var isExploded = false
  }

  var kind: Operator
  var variables: [Variable]
  /// The expression with its braces.
  var source: String
  /// The place of the brace in the template, counted from 1.
  var position: Int
}

/// A template in its parts.
enum TemplateToken: Hashable, Sendable {
  case literal(Substring)
  case expression(TemplateExpression)
}

/// Why a text is no template that could be matched.
enum TemplateProblem: Error, Hashable {
  /// What is wrong with its expressions, and where.
  case expression(String)
  /// What is wrong with the URL around them.
  case url(URLProblem)
}

extension TemplateToken {
  /// More variables than any API has; the time and space of a match grow with their number.
  static let maximumVariableCount = 64

  /// Splits a template at its braces.
  static func tokens(of text: String) throws(TemplateProblem) -> [TemplateToken] {
    var tokens: [TemplateToken] = []
    var variableCount = 0
    var literalStart = text.startIndex
    var index = text.startIndex
    let utf8 = text.utf8
    while let brace = utf8[index...].firstIndex(where: isBrace) {
      // Counted only as far as the last expression, of which there are few.
      let position = text.distance(from: text.startIndex, to: brace) + 1
      guard utf8[brace] == UInt8(ascii: "{") else {
        throw TemplateProblem.expression("the '}' at character \(position) closes nothing")
      }
      let start = utf8.index(after: brace)
      guard let end = utf8[start...].firstIndex(where: isBrace), utf8[end] == UInt8(ascii: "}")
      else {
        throw TemplateProblem.expression("the '{' at character \(position) is never closed")
      }
      if literalStart < brace { tokens.append(.literal(text[literalStart..<brace])) }
      let expression = try TemplateExpression(parsing: text[start..<end], position: position)
      variableCount += expression.variables.count
      guard variableCount <= maximumVariableCount else {
        throw TemplateProblem.expression(
          "more than \(maximumVariableCount) variables, from character \(position) on")
      }
      tokens.append(.expression(expression))
      index = utf8.index(after: end)
      literalStart = index
    }
    if literalStart < text.endIndex { tokens.append(.literal(text[literalStart...])) }
    return tokens
  }

  private static func isBrace(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "{") || byte == UInt8(ascii: "}")
  }
}

extension TemplateExpression {
  /// Reads what stands between the braces.
  init(parsing text: Substring, position: Int) throws(TemplateProblem) {
    func problem(_ message: String) -> TemplateProblem { TemplateProblem.expression(message) }
    self.position = position
    source = "{\(text)}"
    let shown = "'{\(text.prefix(100))}' at character \(position)"
    var list = text
    if let first = text.first, let kind = Operator(rawValue: first), kind != .simple {
      self.kind = kind
      list = text.dropFirst()
    } else if let first = text.first, "=,!@|".contains(first) {
      throw problem("the operator '\(first)' of \(shown) is reserved by RFC 6570")
    } else {
      kind = .simple
    }
    guard !list.isEmpty else { throw problem("\(shown) names no variable") }
    variables = []
    for item in list.split(separator: ",", omittingEmptySubsequences: false) {
      variables.append(try Self.variable(item, in: shown))
    }
    if kind == .parameter, variables.contains(where: \.isExploded) {
      throw problem("\(shown) repeats a path parameter, which cannot be matched: leave out '*'")
    }
  }

  private static func variable(
    _ text: Substring, in shown: String
  ) throws(TemplateProblem) -> Variable {
    var name = text
    var variable = Variable(name: "")
    if name.last == "*" {
      variable.isExploded = true
      name = name.dropLast()
    }
    if let colon = name.firstIndex(of: ":") {
      guard !variable.isExploded else {
        throw TemplateProblem.expression(
          "\(shown) gives '\(name[..<colon])' both a prefix length and '*'")
      }
      let digits = name[name.index(after: colon)...]
      guard digits.utf8.count <= 4, digits.utf8.allSatisfy(\.isDigit), digits.first != "0",
        let length = Int(digits)
      else {
        throw TemplateProblem.expression(
          "\(shown) has a prefix length that is not a number from 1 to 9999")
      }
      variable.maxLength = length
      name = name[..<colon]
    }
    guard isName(name) else {
      throw TemplateProblem.expression(
        "\(shown) has a variable name with something other than letters, digits, '_' and '.'")
    }
    variable.name = String(name)
    return variable
  }

  /// Whether the text is a `varname` of section 2.3.
  private static func isName(_ text: Substring) -> Bool {
    text.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { part in
      var rest = Substring(part).utf8
      guard !rest.isEmpty else { return false }
      while let byte = rest.popFirst() {
        if byte == UInt8(ascii: "%") {
          guard rest.popFirst()?.hexValue != nil, rest.popFirst()?.hexValue != nil else {
            return false
          }
        } else if !byte.isLetter, !byte.isDigit, byte != UInt8(ascii: "_") {
          return false
        }
      }
      return true
    }
  }
}
