/// The segments of a path: `/a/b` has `a` and `b`, `/a/` has `a` and an empty one, `/` has none.
package struct PathSegments: Sequence, IteratorProtocol, Sendable {
  private var rest: Substring?

  package init(_ path: String) {
    let slash = UInt8(ascii: "/")
    let utf8 = path.utf8
    let relative = utf8.first == slash ? path[utf8.index(after: utf8.startIndex)...] : path[...]
    rest = relative.isEmpty ? nil : relative
  }

  package mutating func next() -> Substring? {
    guard let current = rest else { return nil }
    guard let slash = current.utf8.firstIndex(of: UInt8(ascii: "/")) else {
      rest = nil
      return current
    }
    rest = current[current.utf8.index(after: slash)...]
    return current[..<slash]
  }
}
