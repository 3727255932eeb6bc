/// Which query a request must have.
package struct QueryRule: Hashable, Sendable {
  /// How the wanted items relate to those of the request.
  package enum Mode: Hashable, Sendable {
    /// These items and no others, in any order between names.
    case exact
    /// These items, and others as well.
    case containing
    /// Whatever there is.
    case any
  }

  package let mode: Mode
  /// The wanted items as they were given: percent-encoded, or plain text.
  package let items: [QueryItem]
  /// Whether the items are plain text, not percent-encoded.
  package let isPlain: Bool
  /// The items in the form in which they are compared.
  private let keys: [QueryItem]

  /// A rule on items that are percent-encoded in normal form, as a URL's are.
  package init(_ mode: Mode, encoded items: [QueryItem]) {
    self.mode = mode
    self.items = items
    isPlain = false
    keys = items
  }

  /// A rule on items in plain text, as people write them.
  ///
  /// A request meets it with the same text percent-encoded in whatever way; `+` counts as a space, too.
  package init(_ mode: Mode, plain items: [QueryItem]) {
    self.mode = mode
    self.items = items
    isPlain = true
    keys = items.map { item in
      QueryItem(
        name: PercentEncoding.encoded(item.name), value: item.value.map(PercentEncoding.encoded))
    }
  }

  /// The rule that any query meets.
  package static let any = QueryRule(.any, encoded: [])

  /// Whether the rule names no item.
  package var isEmpty: Bool { items.isEmpty }

  /// Whether the query meets the rule.
  ///
  /// - Parameters:
  ///   - actual: The items of the request.
  ///   - names: Normalised names that an exact rule lets through although it does not name them.
  /// - Returns: Whether it does.
  package func matches(_ actual: [QueryItem], allowing names: Set<String> = []) -> Bool {
    if mode == .any { return true }
    if actual.count < keys.count { return false }
    if actual.count == keys.count {
      if zip(keys, actual).allSatisfy(accepts) { return true }
      if mode == .exact, !isPlain, names.isEmpty, keys.count <= 64 { return matchesFew(actual) }
    } else if mode == .exact, names.isEmpty {
      return false
    }
    let comparison = compare(actual, allowing: names)
    return comparison.strangers.isEmpty && comparison.groups.allSatisfy(agrees)
  }

  /// What is not as the rule wants it, one entry for a name.
  package func mismatches(_ actual: [QueryItem], allowing names: Set<String> = []) -> [Mismatch] {
    if matches(actual, allowing: names) { return [] }
    let comparison = compare(actual, allowing: names)
    let wanted = comparison.groups.filter { !agrees($0) }.map { group in
      let name = items[group.wanted[0]].name
      return Self.mismatch(
        name, expected: group.wanted.map { items[$0].value }, actual: group.actual.map(shownValue))
    }
    return wanted + Self.strangers(comparison.strangers.map(shown))
  }
}

extension QueryRule {
  /// The wanted items of one name, by index, and those of the request.
  private struct Group {
    var wanted: [Int]
    var actual: [QueryItem] = []
  }

  private func compare(
    _ actual: [QueryItem], allowing names: Set<String>
  ) -> (groups: [Group], strangers: [QueryItem]) {
    var groups: [Group] = []
    var positions: [String: Int] = [:]
    for (index, key) in keys.enumerated() {
      if let position = positions[key.name] {
        groups[position].wanted.append(index)
      } else {
        positions[key.name] = groups.count
        groups.append(Group(wanted: [index]))
      }
    }
    var strangers: [QueryItem] = []
    for item in actual {
      if let position = readings(of: item.name).lazy.compactMap({ positions[$0] }).first {
        groups[position].actual.append(item)
      } else if mode == .exact, !names.contains(item.name) {
        strangers.append(item)
      }
    }
    return (groups, strangers)
  }

  /// An exact rule on as many items as there are, without the cost of grouping them.
  private func matchesFew(_ actual: [QueryItem]) -> Bool {
    var taken: UInt64 = 0
    for key in keys {
      let index = actual.indices.first { index in
        taken & (1 << UInt64(index)) == 0 && actual[index].name == key.name
      }
      guard let index, actual[index].value == key.value else { return false }
      taken |= 1 << UInt64(index)
    }
    return true
  }

  private func agrees(_ group: Group) -> Bool {
    if mode == .exact {
      return group.wanted.count == group.actual.count
        && zip(group.wanted, group.actual).allSatisfy { acceptsValue(keys[$0].value, $1.value) }
    }
    // The wanted values in their order, others between them: the first fit is as good as any.
    var next = 0
    for item in group.actual where next < group.wanted.count {
      if acceptsValue(keys[group.wanted[next]].value, item.value) { next += 1 }
    }
    return next == group.wanted.count
  }

  private func accepts(_ key: QueryItem, _ item: QueryItem) -> Bool {
    if key == item { return true }
    return isPlain && readings(of: item.name).contains(key.name)
      && acceptsValue(key.value, item.value)
  }

  private func acceptsValue(_ wanted: String?, _ actual: String?) -> Bool {
    guard let wanted, let actual else { return wanted == nil && actual == nil }
    return wanted == actual || (isPlain && readings(of: actual).contains(wanted))
  }

  /// A component of the request in the form of `keys`: as it is; or for plain text, with `+` as itself
  /// and, as a second chance, as a space.
  private func readings(of component: String) -> [String] {
    guard isPlain else { return [component] }
    let strict = PercentEncoding.fullyEncoded(component)
    guard component.utf8.contains(UInt8(ascii: "+")) else { return [strict] }
    return [strict, PercentEncoding.fullyEncoded(component, plusIsSpace: true)]
  }

  private func shown(_ item: QueryItem) -> QueryItem {
    isPlain ? QueryItem(name: item.decodedName, value: item.decodedValue) : item
  }

  private func shownValue(_ item: QueryItem) -> String? {
    isPlain ? item.decodedValue : item.value
  }
}

extension QueryRule {
  /// What a message says of the values of a name; secret ones are masked.
  static func mismatch(_ name: String, expected: [String?], actual: [String?]) -> Mismatch {
    Mismatch(
      part: .query(name), expected: text(of: expected, name: name),
      actual: expected.isEmpty ? text(of: actual, name: name) : otherText(of: actual, name: name))
  }

  /// The values of a name that differ from others: what is masked in both would look the same.
  static func otherText(of values: [String?], name: String) -> String {
    !values.isEmpty && Secrets.isSecret(PercentEncoding.decoded(name))
      ? "another value" : text(of: values, name: name)
  }

  static func text(of values: [String?], name: String) -> String {
    if values.isEmpty { return "none" }
    let decoded = PercentEncoding.decoded(name)
    return values.map { value in
      value.map { Mismatch.quote(Secrets.masked($0, of: decoded)) } ?? "no value"
    }
    .joined(separator: ", ")
  }

  /// The mismatches of items that should not be there.
  static func strangers(_ items: [QueryItem]) -> [Mismatch] {
    var names: [String] = []
    var values: [String: [String?]] = [:]
    for item in items {
      if values[item.name] == nil { names.append(item.name) }
      values[item.name, default: []].append(item.value)
    }
    return names.map { mismatch($0, expected: [], actual: values[$0] ?? []) }
  }
}
