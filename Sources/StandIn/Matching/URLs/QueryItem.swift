/// One `name=value` of a query; percent-encoded in normal form where it comes from a URL.
package struct QueryItem: Hashable, Sendable, CustomStringConvertible {
  package var name: String
  /// Nil where no `=` follows the name.
  package var value: String?

  package init(name: String, value: String?) {
    self.name = name
    self.value = value
  }

  /// The name percent-decoded; `+` stays as it is.
  package var decodedName: String { PercentEncoding.decoded(name) }

  /// The value percent-decoded; `+` stays as it is.
  package var decodedValue: String? { value.map { PercentEncoding.decoded($0) } }

  package var description: String { value.map { "\(name)=\($0)" } ?? name }
}

extension QueryItem {
  /// Reads a query without its `?`; what is empty between two `&` is no item.
  static func items(of query: UnsafeBufferPointer<UInt8>) -> [QueryItem] {
    typealias Bytes = UnsafeBufferPointer<UInt8>
    return query.split(separator: UInt8(ascii: "&")).map { item in
      guard let equals = item.firstIndex(of: UInt8(ascii: "=")) else {
        return QueryItem(
          name: PercentEncoding.normalized(Bytes(rebasing: item), allowed: .query), value: nil)
      }
      return QueryItem(
        name: PercentEncoding.normalized(Bytes(rebasing: item[..<equals]), allowed: .query),
        value: PercentEncoding.normalized(Bytes(rebasing: item[(equals + 1)...]), allowed: .query))
    }
  }
}

extension [QueryItem] {
  /// The items sorted by name, in their order within one name: equal for queries that mean the same.
  func sortedByName() -> [QueryItem] {
    guard count > 1 else { return self }
    return indices.sorted { (self[$0].name, $0) < (self[$1].name, $1) }.map { self[$0] }
  }
}
