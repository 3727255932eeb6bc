/// The query of a template: items as in a URL, values with variables, and `{?a,b}`.
struct TemplateQuery: Sendable {
  /// An item that must be there.
  struct Item: Sendable {
    var name: String
    /// Nil where no `=` follows the name.
    var value: TemplateSequence?
    /// The value as it was written.
    var source: String
  }

  /// A variable of `{?a,b}`: an item that may be there.
  struct Option: Sendable {
    var name: String
    var variable: TemplateExpression.Variable
  }

  private(set) var items: [Item] = []
  private(set) var options: [Option] = []
  /// The items without variables, as a rule.
  let rule: QueryRule
  /// The names of the items with variables.
  private let variableNames: Set<String>

  init(_ bytes: ArraySlice<UInt8>, of template: MarkedTemplate) throws(TemplateProblem) {
    var literals: [QueryItem] = []
    var variableNames: Set<String> = []
    for item in bytes.split(separator: UInt8(ascii: "&")) {
      let equals = item.firstIndex(of: UInt8(ascii: "="))
      let nameParts = template.parts(of: item[..<(equals ?? item.endIndex)])
      if case .expression(let expression)? = nameParts.first, nameParts.count == 1, equals == nil,
        expression.kind == .query || expression.kind == .continuation
      {
        for variable in expression.variables {
          let name = Self.normalized(variable.name)
          options.append(Option(name: name, variable: variable))
          variableNames.insert(name)
        }
        continue
      }
      for case .expression(let expression) in nameParts {
        throw .expression(
          "'\(expression.source)' at character \(expression.position) is in the name of a query item,"
            + " which must be fixed")
      }
      let name = Self.normalized(template.source(of: item[..<(equals ?? item.endIndex)]))
      let raw = equals.map { item[($0 + 1)...] }
      let value = raw.map { template.normalized($0, by: Self.normalized) }
      let sequence = value.map { TemplateSequence(template.parts(of: $0[...]), stops: "") }
      items.append(Item(name: name, value: sequence, source: template.source(of: raw ?? [])))
      if let sequence, sequence.literal == nil {
        variableNames.insert(name)
      } else {
        literals.append(QueryItem(name: name, value: sequence?.literal))
      }
    }
    rule = QueryRule(.exact, encoded: literals)
    self.variableNames = variableNames
  }

  private static func normalized(_ text: String) -> String {
    PercentEncoding.normalized(text, allowed: .query)
  }
}

extension TemplateQuery {
  /// Compares with the query of a request.
  ///
  /// - Parameters:
  ///   - actual: The items of the request.
  ///   - replacement: The rule that holds in place of the template's own items.
  ///   - captures: Takes the values of the variables.
  ///   - verdict: Takes the outcome.
  func check(
    _ actual: [QueryItem], replacement: QueryRule?, captures: inout TemplateCaptures,
    verdict: inout Verdict
  ) {
    guard !variableNames.isEmpty else {
      let rule = replacement ?? rule
      _ = verdict.require(rule.matches(actual), otherwise: rule.mismatches(actual))
      return
    }
    var values: [String: ArraySlice<String?>] = [:]
    for item in actual { values[item.name, default: []].append(item.value) }
    if let replacement {
      captureAll(from: values, captures: &captures)
      _ = verdict.require(
        replacement.matches(actual, allowing: variableNames),
        otherwise: replacement.mismatches(actual, allowing: variableNames))
      return
    }
    for item in items {
      let value = values[item.name]?.popFirst()
      guard
        verdict.require(
          matches(item, value, captures: &captures), .query(item.name),
          expected: item.value == nil
            ? "no value" : QueryRule.text(of: [item.source], name: item.name),
          actual: QueryRule.otherText(of: value.map { [$0] } ?? [], name: item.name))
      else { return }
    }
    for option in options {
      guard let found = values[option.name], !found.isEmpty else { continue }
      guard
        verdict.require(
          capture(option, found, captures: &captures), .query(option.name),
          expected: expectation(of: option),
          actual: QueryRule.text(of: Array(found), name: option.name))
      else { return }
      values[option.name] = nil
    }
    let strangers = actual.filter { values[$0.name]?.isEmpty == false }
    _ = verdict.require(strangers.isEmpty, otherwise: QueryRule.strangers(strangers))
  }

  private func matches(
    _ item: Item, _ value: String??, captures: inout TemplateCaptures
  ) -> Bool {
    guard let value else { return false }
    guard let sequence = item.value else { return value == nil }
    return value.map { sequence.match($0, into: &captures) } ?? false
  }

  /// Takes the value of an option; several only where the variable is a list.
  private func capture(
    _ option: Option, _ values: ArraySlice<String?>, captures: inout TemplateCaptures
  ) -> Bool {
    guard values.count == 1 || option.variable.isExploded else { return false }
    let value = values.map { PercentEncoding.decoded($0 ?? "") }.joined(separator: ",")
    guard value.unicodeScalars.count <= option.variable.maxLength ?? .max else { return false }
    captures.add(option.variable, value: value)
    return true
  }

  private func expectation(of option: Option) -> String {
    option.variable.maxLength.map { "one value of at most \($0) characters" } ?? "one value"
  }

  /// Takes what values there are, where another rule says which must be there.
  private func captureAll(
    from values: [String: ArraySlice<String?>], captures: inout TemplateCaptures
  ) {
    var rest = values
    for item in items where item.value?.literal == nil {
      _ = matches(item, rest[item.name]?.popFirst(), captures: &captures)
    }
    for option in options {
      guard let found = rest[option.name], !found.isEmpty else { continue }
      _ = capture(option, option.variable.isExploded ? found : found.prefix(1), captures: &captures)
    }
  }
}
