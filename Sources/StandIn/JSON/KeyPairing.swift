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
