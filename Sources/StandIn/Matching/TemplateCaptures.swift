/// The values that a template's variables have in a URL.
struct TemplateCaptures {
  private(set) var values: [String: String] = [:]
  /// The mismatch of a variable that has two values.
  private(set) var conflict: Mismatch?
  /// The prefix lengths of the variables of which only the beginning is known.
  private var prefixLengths: [String: Int] = [:]

  /// Takes the decoded value of one place; the same variable must have the same value everywhere.
  mutating func add(_ variable: TemplateExpression.Variable, value: String) {
    let name = variable.name
    guard let known = values[name] else {
      values[name] = value
      prefixLengths[name] = variable.maxLength
      return
    }
    // `{var:3}` shows the beginning of a value that `{var}` shows whole.
    let knownLength = prefixLengths[name] ?? .max
    let valueLength = variable.maxLength ?? .max
    let common = min(knownLength, valueLength)
    guard prefix(of: known, common) == prefix(of: value, common) else {
      conflict =
        conflict
        ?? Mismatch(
          part: .url, expected: "one value for {\(name)}",
          actual: "\(Mismatch.quote(known)) and \(Mismatch.quote(value))")
      return
    }
    if valueLength > knownLength {
      values[name] = value
      prefixLengths[name] = variable.maxLength
    }
  }

  private func prefix(of text: String, _ length: Int) -> String {
    String(text.unicodeScalars.prefix(length))
  }
}
