extension JSON {
  /// The keys and values of a JSON object, in order.
  ///
  /// Two are equal when they hold equal values for the same keys, in whatever order. Keys are
  /// compared by their Unicode scalars. A repeated key is kept, so that it can be reported: it
  /// is not valid JSON.
  public struct KeyValues: Sendable, RandomAccessCollection {
    private var members: [(key: String, value: JSON)]

    /// Creates the contents of an object from keys and values.
    ///
    /// - Parameter members: The keys and values in order.
    public init(_ members: some Sequence<(key: String, value: JSON)>) {
      self.members = Array(members)
    }

    /// The value of a key, the first one if the key is repeated, or nil.
    ///
    /// Finding it takes time in proportion to the number of keys.
    ///
    /// - Parameter key: The key, compared by Unicode scalars.
    public subscript(key: String) -> JSON? {
      members.first { $0.key.hasSameScalars(as: key) }?.value
    }

    /// The keys in order.
    public var keys: [String] { members.map(\.key) }

    /// The values in order.
    public var values: [JSON] { members.map(\.value) }

    /// The position of the first member.
    public var startIndex: Int { members.startIndex }

    /// The position after the last member.
    public var endIndex: Int { members.endIndex }

    /// The member at a position.
    ///
    /// - Parameter position: A valid index of this collection.
    public subscript(position: Int) -> (key: String, value: JSON) { members[position] }
  }
}

extension JSON.KeyValues: ExpressibleByDictionaryLiteral {
  /// Creates the contents of an object from a literal.
  ///
  /// - Parameter elements: The keys and values in order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self.init(elements.map { (key: $0.0, value: $0.1) })
  }
}

extension JSON.KeyValues: CustomStringConvertible {
  /// The object as compact JSON text.
  public var description: String { JSON.object(self).description }
}

extension JSON.KeyValues {
  /// The first key that occurs a second time.
  var repeatedKey: String? {
    var seen: Set<ScalarString> = []
    return first { !seen.insert(ScalarString($0.key)).inserted }?.key
  }
}
