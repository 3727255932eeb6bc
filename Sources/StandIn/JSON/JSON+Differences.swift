extension JSON {
  /// One place where a value is not the expected one.
  package struct Difference: Sendable, Hashable, CustomStringConvertible {
    package enum Kind: Sendable, Hashable {
      /// Another value stands there.
      case value(expected: JSON, actual: JSON)
      /// Nothing stands there.
      case missing(expected: JSON)
      /// Nothing should stand there.
      case unexpected(actual: JSON)
    }

    /// The place, such as `$.items[2]`.
    package let path: String
    package let kind: Kind
    /// The keys on the way there.
    package let keys: [String]

    package var description: String {
      switch kind {
      case .value(let expected, let actual):
        "\(path): expected \(expected.abbreviated(to: 80)), got \(actual.abbreviated(to: 80))"
      case .missing(let expected):
        "\(path): missing, expected \(expected.abbreviated(to: 80))"
      case .unexpected(let actual):
        "\(path): unexpected \(actual.abbreviated(to: 80))"
      }
    }
  }

  /// Whether this value has everything a part asks for.
  ///
  /// Objects may have further keys, at every level; arrays need as many elements, each of which
  /// contains the part's element; everything else has to be equal.
  package func contains(_ part: JSON) -> Bool {
    differences(from: part, subset: true, limit: 1).isEmpty
  }

  /// Where this value is not the expected one.
  ///
  /// They come in the order of the expected value; within an object what is not expected is last.
  ///
  /// - Parameters:
  ///   - expected: The value this one should be equal to.
  ///   - subset: Whether objects may have further keys.
  ///   - limit: How many differences to look for.
  /// - Returns: The differences; none when this is the expected value.
  package func differences(
    from expected: JSON, subset: Bool = false, limit: Int = 10
  ) -> [Difference] {
    var search = DifferenceSearch(subset: subset, limit: limit)
    search.compare(self, with: expected)
    return search.found
  }
}

private struct DifferenceSearch {
  let subset: Bool
  let limit: Int
  private(set) var found: [JSON.Difference] = []
  /// Rendered only where there is a difference, so that equal parts cost no text.
  private var path = JSONPath()

  init(subset: Bool, limit: Int) {
    self.subset = subset
    self.limit = limit
  }

  private var isFull: Bool { found.count >= limit }

  // Frames of unoptimised code are large: what only leaves need is kept out of the recursion.
  mutating func compare(_ actual: JSON, with expected: JSON) {
    switch (actual, expected) {
    case (.array(let actual), .array(let expected)): compare(actual, with: expected)
    case (.object(let actual), .object(let expected)): compare(actual, with: expected)
    default: compareLeaves(actual, with: expected)
    }
  }

  private mutating func compareLeaves(_ actual: JSON, with expected: JSON) {
    if actual != expected { add(.value(expected: expected, actual: actual)) }
  }

  private mutating func compare(_ actual: [JSON], with expected: [JSON]) {
    for index in 0..<min(actual.count, expected.count) {
      if isFull { return }
      path.append(.index(index))
      compare(actual[index], with: expected[index])
      path.removeLast()
    }
    addRest(of: actual, expected)
  }

  private mutating func compare(_ actual: JSON.KeyValues, with expected: JSON.KeyValues) {
    var pairing = KeyPairing(actual.keys)
    for member in expected {
      if isFull { return }
      path.append(.key(member.key))
      if let partner = pairing.take(member.key) {
        compare(actual[partner].value, with: member.value)
      } else {
        add(.missing(expected: member.value))
      }
      path.removeLast()
    }
    if !subset { addRest(of: actual, pairing) }
  }

  private mutating func addRest(of actual: [JSON], _ expected: [JSON]) {
    for index in min(actual.count, expected.count)..<max(actual.count, expected.count) {
      if isFull { return }
      path.append(.index(index))
      add(
        index < actual.count
          ? .unexpected(actual: actual[index]) : .missing(expected: expected[index]))
      path.removeLast()
    }
  }

  private mutating func addRest(of actual: JSON.KeyValues, _ pairing: KeyPairing) {
    for index in pairing.rest {
      if isFull { return }
      path.append(.key(actual[index].key))
      add(.unexpected(actual: actual[index].value))
      path.removeLast()
    }
  }

  private mutating func add(_ kind: JSON.Difference.Kind) {
    if isFull { return }
    found.append(JSON.Difference(path: path.description, kind: kind, keys: path.keys))
  }
}
