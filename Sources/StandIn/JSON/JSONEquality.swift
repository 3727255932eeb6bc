/// Compares values without recursion, so that nesting takes none of the thread's stack.
struct JSONEquality {
  /// The arrays and objects whose contents are still to be compared.
  private var pending: [(JSON, JSON)] = []

  mutating func holds(_ left: JSON, _ right: JSON) -> Bool {
    guard mayBeEqual(left, right) else { return false }
    while let (left, right) = pending.popLast() {
      switch (left, right) {
      case (.array(let left), .array(let right)):
        guard elementsMayBeEqual(left, right) else { return false }
      case (.object(let left), .object(let right)):
        guard membersMayBeEqual(left, right) else { return false }
      default:
        return false
      }
    }
    return true
  }

  /// Compares two values except for the contents of arrays and objects.
  private mutating func mayBeEqual(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.null, .null): return true
    case (.bool(let left), .bool(let right)): return left == right
    case (.number(let left), .number(let right)): return Self.numbersAreEqual(left, right)
    case (.string(let left), .string(let right)): return left.hasSameScalars(as: right)
    case (.array(let leftItems), .array(let rightItems)):
      guard leftItems.count == rightItems.count else { return false }
      if !leftItems.isEmpty { pending.append((left, right)) }
      return true
    case (.object(let leftItems), .object(let rightItems)):
      guard leftItems.count == rightItems.count else { return false }
      if !leftItems.isEmpty { pending.append((left, right)) }
      return true
    case (.null, _), (.bool, _), (.number, _), (.string, _), (.array, _), (.object, _):
      return false
    }
  }

  private mutating func elementsMayBeEqual(_ left: [JSON], _ right: [JSON]) -> Bool {
    for index in left.indices where !mayBeEqual(left[index], right[index]) { return false }
    return true
  }

  private mutating func membersMayBeEqual(
    _ left: JSON.KeyValues, _ right: JSON.KeyValues
  ) -> Bool {
    // Most objects come in the same order, and need no lookup.
    var start = 0
    while start < left.count, left[start].key.hasSameScalars(as: right[start].key) {
      guard mayBeEqual(left[start].value, right[start].value) else { return false }
      start += 1
    }
    if start == left.count { return true }
    var pairing = KeyPairing(right[start...].map(\.key))
    for member in left[start...] {
      guard let partner = pairing.take(member.key),
        mayBeEqual(member.value, right[start + partner].value)
      else { return false }
    }
    return true
  }

  private static func numbersAreEqual(_ left: String, _ right: String) -> Bool {
    if left.hasSameScalars(as: right) { return true }
    guard let left = DecimalValue(left), let right = DecimalValue(right) else { return false }
    return left == right
  }
}
