extension JSON {
  /// The value with its secrets masked; adds where they stood.
  func hidingSecrets(_ places: inout [String]) -> JSON {
    var masker = JSONMasker()
    let masked = masker.masked(self)
    places += masker.places
    return masked
  }

  var hidingSecrets: JSON {
    var ignored: [String] = []
    return hidingSecrets(&ignored)
  }

  /// The value without its secrets, at every level; nil where nothing is left that can be compared.
  var leavingOutSecrets: JSON? {
    switch self {
    case .array(let elements):
      // An array without one of its elements would be another one.
      let known = elements.compactMap(\.leavingOutSecrets)
      return known.count == elements.count ? .array(known) : nil
    case .object(let members):
      return .object(
        KeyValues(
          members.compactMap { key, value in
            guard !(value.mayBeSecret(under: key) && Secrets.isSecret(key)),
              let value = value.leavingOutSecrets
            else { return nil }
            return (key: key, value: value)
          }))
    case .string(let text): return Secrets.masked(text: text).places.isEmpty ? self : nil
    default: return self
    }
  }

  /// Whether there is anything to hide: neither null nor a flag nor an empty text gives anything away.
  fileprivate func mayBeSecret(under key: String) -> Bool {
    switch self {
    case .null, .bool, .string(""): false
    // What is pinned to a map is no number of four digits.
    case .object where key.lowercased() == "pin": false
    default: true
    }
  }
}

/// Masks the secrets in a value.
private struct JSONMasker {
  private(set) var places: [String] = []
  private var path = JSONPath()
  /// What is known of the keys: in a large value they come again and again.
  private var known: [String: Bool] = [:]

  mutating func masked(_ value: JSON) -> JSON {
    switch value {
    case .array(let elements): return .array(masked(elements))
    case .object(let members): return .object(masked(members))
    case .string(let text):
      // A text may be a program or JSON itself.
      guard text.utf8.contains(where: { $0 == UInt8(ascii: "=") || $0 == UInt8(ascii: ":") }) else {
        return value
      }
      let masked = Secrets.masked(text: text)
      guard !masked.places.isEmpty else { return value }
      places.append("body \(path)")
      return .string(masked.text)
    default: return value
    }
  }

  private mutating func masked(_ elements: [JSON]) -> [JSON] {
    var result: [JSON] = []
    result.reserveCapacity(elements.count)
    for index in elements.indices {
      path.append(.index(index))
      result.append(masked(elements[index]))
      path.removeLast()
    }
    return result
  }

  private mutating func masked(_ members: JSON.KeyValues) -> JSON.KeyValues {
    var result: [(key: String, value: JSON)] = []
    result.reserveCapacity(members.count)
    for (key, value) in members {
      path.append(.key(key))
      if value.mayBeSecret(under: key), isSecret(key) {
        places.append("body \(path)")
        result.append((key, .string(Secrets.mask)))
      } else {
        result.append((key, masked(value)))
      }
      path.removeLast()
    }
    return JSON.KeyValues(result)
  }

  private mutating func isSecret(_ key: String) -> Bool {
    if let known = known[key] { return known }
    let answer = Secrets.isSecret(key)
    known[key] = answer
    return answer
  }
}
