extension JSON: Hashable {
  /// Whether two values mean the same.
  ///
  /// - Parameters:
  ///   - lhs: A value.
  ///   - rhs: Another value.
  /// - Returns: True when numbers are equal by value, strings by scalars, objects in any order.
  public static func == (lhs: JSON, rhs: JSON) -> Bool {
    var equality = JSONEquality()
    return equality.holds(lhs, rhs)
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
}

extension JSON.KeyValues: Hashable {
  /// Whether two objects hold equal values for the same keys.
  ///
  /// - Parameters:
  ///   - lhs: The contents of an object.
  ///   - rhs: The contents of another.
  /// - Returns: True when they are equal apart from the order of keys.
  public static func == (lhs: JSON.KeyValues, rhs: JSON.KeyValues) -> Bool {
    JSON.object(lhs) == JSON.object(rhs)
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
