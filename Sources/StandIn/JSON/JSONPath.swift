/// The place of a value in a JSON text, written like `$.items[2]["odd key"]`.
struct JSONPath: CustomStringConvertible {
  enum Step {
    case key(String)
    case index(Int)
  }

  private var steps: [Step] = []

  var depth: Int { steps.count }

  /// The keys on the way, without the indices.
  var keys: [String] {
    steps.compactMap { if case .key(let key) = $0 { key } else { nil } }
  }

  mutating func append(_ step: Step) {
    steps.append(step)
  }

  mutating func removeLast() {
    steps.removeLast()
  }

  var description: String {
    steps.reduce(into: "$") { $0 += Self.text(of: $1) }
  }

  /// The beginning of a path that is too long to read.
  var abbreviated: String {
    steps.prefix(8).reduce(into: "$") { $0 += Self.text(of: $1) } + (depth > 8 ? "…" : "")
  }

  private static func text(of step: Step) -> String {
    switch step {
    case .index(let index): "[\(index)]"
    case .key(let key) where isIdentifier(key): ".\(key)"
    case .key(let key): "[\(JSON.string(key))]"
    }
  }

  private static func isIdentifier(_ key: String) -> Bool {
    guard let first = key.utf8.first, !first.isDigit else { return false }
    return key.utf8.allSatisfy {
      (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0 | 0x20) || $0.isDigit
        || $0 == UInt8(ascii: "_")
    }
  }
}
