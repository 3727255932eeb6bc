/// What is asked of a query, as it is written in Swift.
package enum QueryPhrase: Sendable {
  /// `.query("name", "value")`, where nil stands for an item without an equals sign.
  case item(String, String?)
  /// `.query(["name": "value"])`.
  case exactly([(name: String, value: String)])
  /// `.query(containing: ["name": "value"])`.
  case containing([(name: String, value: String)])
  /// `.anyQuery()`.
  case any

  package var source: String {
    switch self {
    case .item(let name, let value):
      ".query(\(SwiftLiteral.string(name)), \(value.map(SwiftLiteral.string) ?? "nil"))"
    case .exactly(let items): ".query(\(SwiftLiteral.dictionary(items)))"
    case .containing(let items): ".query(containing: \(SwiftLiteral.dictionary(items)))"
    case .any: ".anyQuery()"
    }
  }

  /// The rule that this makes of another one, which stays a part of it.
  package func rule(after base: QueryRule = .any) -> QueryRule {
    switch self {
    case .item(let name, let value):
      base.adding([QueryItem(name: name, value: value)], mode: .containing)
    case .exactly(let items): base.adding(items.map(QueryItem.init), mode: .exact)
    case .containing(let items): base.adding(items.map(QueryItem.init), mode: .containing)
    case .any: .any
    }
  }

  package var rule: QueryRule { rule() }

  package var hidingSecrets: QueryPhrase {
    func masked(_ items: [(name: String, value: String)]) -> [(name: String, value: String)] {
      items.map { ($0.name, Secrets.masked($0.value, of: $0.name)) }
    }
    return switch self {
    case .item(let name, let value): .item(name, value.map { Secrets.masked($0, of: name) })
    case .exactly(let items): .exactly(masked(items))
    case .containing(let items): .containing(masked(items))
    case .any: .any
    }
  }
}

extension KeyValuePairs<String, String> {
  /// The pairs as an array, which can be kept.
  package var pairs: [(name: String, value: String)] { map { (name: $0.key, value: $0.value) } }
}
