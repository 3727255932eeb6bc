extension JSON: Hashable {
  /// Whether two values mean the same.
  ///
  /// - Parameters:
  ///   - lhs: A value.
  ///   - rhs: Another value.
  /// - Returns: True when numbers are equal by value, strings by scalars, objects in any order.
  public static func == (lhs: JSON, rhs: JSON) -> Bool {
    switch (lhs, rhs) {
    case (.null, .null): true
    case (.bool(let left), .bool(let right)): left == right
    case (.number(let left), .number(let right)): numbersAreEqual(left, right)
    case (.string(let left), .string(let right)): left.hasSameScalars(as: right)
    case (.array(let left), .array(let right)): left == right
    case (.object(let left), .object(let right)): left == right
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _): false
    }
  }

  /// Hashes what the value means.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    switch self {
    case .null: hasher.combine(0)
    case .bool(let value): hasher.combine(value ? 2 : 1)
    case .number(let text): Self.hash(number: text, into: &hasher)
    case .string(let text): Self.hash(string: text, into: &hasher)
    case .array(let elements): Self.hash(elements, into: &hasher)
    case .object(let members): members.hash(into: &hasher)
    }
  }

  private static func hash(_ elements: [JSON], into hasher: inout Hasher) {
    hasher.combine(3)
    hasher.combine(elements.count)
    for element in elements { element.hash(into: &hasher) }
  }

  private static func hash(number text: String, into hasher: inout Hasher) {
    hasher.combine(4)
    if let value = DecimalValue(text) {
      hasher.combine(value)
    } else {
      text.hashScalars(into: &hasher)
    }
  }

  private static func hash(string text: String, into hasher: inout Hasher) {
    hasher.combine(5)
    text.hashScalars(into: &hasher)
  }

  private static func numbersAreEqual(_ left: String, _ right: String) -> Bool {
    if left.hasSameScalars(as: right) { return true }
    guard let left = DecimalValue(left), let right = DecimalValue(right) else { return false }
    return left == right
  }
}

extension JSON.KeyValues: Hashable {
  /// Whether two objects hold equal values for the same keys.
  ///
  /// - Parameters:
  ///   - lhs: The contents of an object.
  ///   - rhs: The contents of another.
  /// - Returns: True when they are equal apart from the order of keys.
  public static func == (lhs: JSON.KeyValues, rhs: JSON.KeyValues) -> Bool {
    guard lhs.count == rhs.count else { return false }
    // Most objects come in the same order, and need no lookup.
    var start = 0
    while start < lhs.count, lhs[start].key.hasSameScalars(as: rhs[start].key) {
      guard lhs[start].value == rhs[start].value else { return false }
      start += 1
    }
    return start == lhs.count || haveSameMembers(lhs[start...], rhs[start...])
  }

  private static func haveSameMembers(_ lhs: Slice<Self>, _ rhs: Slice<Self>) -> Bool {
    var pairing = KeyPairing(rhs.map(\.key))
    for member in lhs {
      guard let partner = pairing.take(member.key),
        member.value == rhs[rhs.startIndex + partner].value
      else { return false }
    }
    return true
  }

  /// Hashes the members so that their order does not count.
  ///
  /// - Parameter hasher: The hasher to feed.
  public func hash(into hasher: inout Hasher) {
    var sum = 0
    for member in self {
      var one = Hasher()
      member.key.hashScalars(into: &one)
      member.value.hash(into: &one)
      sum &+= one.finalize()
    }
    hasher.combine(count)
    hasher.combine(sum)
  }
}

/// Pairs keys with the keys of another list: the first of a name with the first, and so on.
struct KeyPairing {
  private let keys: [String]
  private var isTaken: [Bool]
  /// The first key of each name that is still free, for lists too long to search through.
  private var firstFree: [ScalarString: Int] = [:]
  /// The next key of the same name, or -1.
  private var following: [Int] = []

  init(_ keys: [String]) {
    self.keys = keys
    isTaken = Array(repeating: false, count: keys.count)
    guard keys.count > 8 else { return }
    firstFree.reserveCapacity(keys.count)
    following = Array(repeating: -1, count: keys.count)
    for index in keys.indices.reversed() {
      following[index] = firstFree.updateValue(index, forKey: ScalarString(keys[index])) ?? -1
    }
  }

  /// The position of the first free key of this name; it is free no longer.
  mutating func take(_ key: String) -> Int? {
    guard let index = firstFreeIndex(of: key) else { return nil }
    isTaken[index] = true
    if !following.isEmpty {
      firstFree[ScalarString(key)] = following[index] < 0 ? nil : following[index]
    }
    return index
  }

  /// The positions no key was paired with.
  var rest: [Int] { isTaken.indices.filter { !isTaken[$0] } }

  private func firstFreeIndex(of key: String) -> Int? {
    if following.isEmpty {
      return keys.indices.first { !isTaken[$0] && keys[$0].hasSameScalars(as: key) }
    }
    return firstFree[ScalarString(key)]
  }
}
