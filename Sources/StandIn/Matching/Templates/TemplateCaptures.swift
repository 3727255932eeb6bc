/// The values that a template's variables have in a URL.
struct TemplateCaptures {
  private struct Capture {
    var variable: TemplateExpression.Variable
    var value: String
  }

  // There are few: looking through them costs less than a dictionary.
  private var captures: [Capture] = []
  /// The mismatch of a variable that has two values.
  private(set) var conflict: Mismatch?

  /// The values by the names of their variables.
  var values: [String: String] {
    Dictionary(captures.map { ($0.variable.name, $0.value) }) { $1 }
  }

  var isEmpty: Bool { captures.isEmpty }

  /// Takes the decoded value of one place; the same variable must have the same value everywhere.
  mutating func add(_ variable: TemplateExpression.Variable, value: String) {
    guard let index = captures.firstIndex(where: { $0.variable.name == variable.name }) else {
      captures.append(Capture(variable: variable, value: value))
      return
    }
    // `{var:3}` shows the beginning of a value that `{var}` shows whole.
    let known = captures[index]
    let knownLength = known.variable.maxLength ?? .max
    let length = variable.maxLength ?? .max
    let common = min(knownLength, length)
    if !prefix(of: known.value, common).elementsEqual(prefix(of: value, common)) {
      conflict =
        conflict
        ?? Mismatch(
          part: .url, expected: "one value for {\(variable.name)}",
          actual: "\(Mismatch.quote(known.value)) and \(Mismatch.quote(value))")
    } else if length > knownLength {
      captures[index] = Capture(variable: variable, value: value)
    }
  }

  private func prefix(of text: String, _ length: Int) -> Substring.UnicodeScalarView {
    text.unicodeScalars.prefix(length)
  }
}
