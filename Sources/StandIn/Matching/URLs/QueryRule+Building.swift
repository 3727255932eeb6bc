extension QueryRule {
  /// This rule with further items in plain text, and another mode.
  func adding(_ items: [QueryItem], mode: Mode) -> QueryRule {
    let known = self.items.map { item in
      isPlain ? item : QueryItem(name: item.decodedName, value: item.decodedValue)
    }
    return QueryRule(mode, plain: known + items)
  }

  /// This rule with other items allowed beside its own.
  var allowingOthers: QueryRule {
    let mode: Mode = isEmpty ? .any : .containing
    return isPlain ? QueryRule(mode, plain: items) : QueryRule(mode, encoded: items)
  }
}

// MARK: - Index

extension QueryRule {
  /// A text that is the same for the rule and for every query that meets it; nil where it allows several.
  var indexKey: String? {
    guard mode == .exact else { return nil }
    return isPlain
      ? Self.indexKey(of: items.map { (name: $0.name, value: $0.value) })
      : Self.indexKey(of: items)
  }

  /// The text for a request's query.
  static func indexKey(of items: [QueryItem]) -> String {
    indexKey(of: items.map { (name: $0.decodedName, value: $0.decodedValue) })
  }

  private static func indexKey(of items: [(name: String, value: String?)]) -> String {
    guard !items.isEmpty else { return "" }
    // A plus sign may stand for a space, so here the two are one; the rule itself looks closer.
    return items.map { item in
      let text = item.value.map { "\(item.name)=\($0)" } ?? item.name
      guard text.utf8.contains(UInt8(ascii: "+")) else { return text }
      return String(text.map { $0 == "+" ? " " : $0 })
    }
    .sorted().joined(separator: "&")
  }
}
