extension JSON {
  /// Why this value cannot be written as valid JSON, with the path, or nil.
  ///
  /// A parsed value has none. One that is built can hold text that is no number, a key twice, or
  /// more levels than are read back.
  package var problem: String? {
    var path = JSONPath()
    return problem(at: &path)
  }

  // Frames of unoptimised code are large: what only leaves need is kept out of the recursion.
  private func problem(at path: inout JSONPath) -> String? {
    switch self {
    case .null, .bool, .string: nil
    case .number(let text): Self.problem(ofNumber: text, at: path)
    case .array(let elements): Self.problem(of: elements, at: &path)
    case .object(let members): Self.problem(of: members, at: &path)
    }
  }

  private static func problem(of elements: [JSON], at path: inout JSONPath) -> String? {
    if let problem = problem(ofDepthAt: path) { return problem }
    for index in elements.indices {
      path.append(.index(index))
      if let problem = elements[index].problem(at: &path) { return problem }
      path.removeLast()
    }
    return nil
  }

  private static func problem(of members: KeyValues, at path: inout JSONPath) -> String? {
    if let problem = problem(ofDepthAt: path) ?? problem(ofKeysOf: members, at: path) {
      return problem
    }
    for member in members {
      path.append(.key(member.key))
      if let problem = member.value.problem(at: &path) { return problem }
      path.removeLast()
    }
    return nil
  }

  private static func problem(ofNumber text: String, at path: JSONPath) -> String? {
    if DecimalValue(text) != nil { return nil }
    return "\(path): \(JSON.string(text).abbreviated(to: 80)) is not a JSON number"
  }

  private static func problem(ofKeysOf members: KeyValues, at path: JSONPath) -> String? {
    members.repeatedKey.map { key in
      "\(path): the key \(JSON.string(key).abbreviated(to: 80)) is repeated"
    }
  }

  private static func problem(ofDepthAt path: JSONPath) -> String? {
    if path.depth < JSONParser.depthLimit { return nil }
    return "\(path.abbreviated): more than \(JSONParser.depthLimit) levels"
  }
}
