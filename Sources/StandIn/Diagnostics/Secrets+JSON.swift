extension JSON {
  /// The value with its secrets masked; adds where they stood.
  func hidingSecrets(_ places: inout [String]) -> JSON {
    var path = JSONPath()
    return masked(at: &path, &places)
  }

  var hidingSecrets: JSON {
    var ignored: [String] = []
    return hidingSecrets(&ignored)
  }

  private func masked(at path: inout JSONPath, _ places: inout [String]) -> JSON {
    switch self {
    case .array(let elements):
      var result: [JSON] = []
      result.reserveCapacity(elements.count)
      for (index, element) in elements.enumerated() {
        path.append(.index(index))
        result.append(element.masked(at: &path, &places))
        path.removeLast()
      }
      return .array(result)
    case .object(let members):
      var result: [(key: String, value: JSON)] = []
      for (key, value) in members {
        path.append(.key(key))
        if value.isSecret(under: key) {
          places.append("body \(path)")
          result.append((key, .string(Secrets.mask)))
        } else {
          result.append((key, value.masked(at: &path, &places)))
        }
        path.removeLast()
      }
      return .object(KeyValues(result))
    case .string(let text):
      // A text may be a program or JSON itself.
      let masked = Secrets.masked(text: text)
      guard !masked.places.isEmpty else { return self }
      places.append("body \(path)")
      return .string(masked.text)
    default:
      return self
    }
  }

  /// Whether there is anything to hide under a key: neither null nor a flag nor an empty text gives anything away.
  private func isSecret(under key: String) -> Bool {
    switch self {
    case .null, .bool, .string(""): false
    // What is pinned to a map is no number of four digits.
    case .object where key.lowercased() == "pin": false
    default: Secrets.isSecret(key)
    }
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
            guard !value.isSecret(under: key), let value = value.leavingOutSecrets else {
              return nil
            }
            return (key: key, value: value)
          }))
    case .string(let text): return Secrets.masked(text: text).places.isEmpty ? self : nil
    default: return self
    }
  }
}
