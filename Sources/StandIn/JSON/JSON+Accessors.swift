extension JSON {
  /// The value of a key, or nil when this is no object or has no such key.
  ///
  /// - Parameter key: The key, compared by Unicode scalars.
  public subscript(key: String) -> JSON? {
    objectValue?[key]
  }

  /// The element at a position, or nil when this is no array or has no such element.
  ///
  /// - Parameter index: The position, from zero.
  public subscript(index: Int) -> JSON? {
    guard case .array(let elements) = self, elements.indices.contains(index) else { return nil }
    return elements[index]
  }

  /// Whether this is the value null.
  public var isNull: Bool {
    if case .null = self { true } else { false }
  }

  /// The truth value, or nil when this is no boolean.
  public var boolValue: Bool? {
    if case .bool(let value) = self { value } else { nil }
  }

  /// The text, or nil when this is no string.
  public var stringValue: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// The number as an integer, or nil when this is no number, has a fraction or does not fit.
  public var intValue: Int? {
    guard case .number(let text) = self else { return nil }
    return DecimalValue(text)?.intValue
  }

  /// The nearest floating-point value, or nil when this is no number or is too large.
  public var doubleValue: Double? {
    guard case .number(let text) = self, DecimalValue(text) != nil else { return nil }
    return Double(text).flatMap { $0.isFinite ? $0 : nil }
  }

  /// The elements, or nil when this is no array.
  public var arrayValue: [JSON]? {
    if case .array(let elements) = self { elements } else { nil }
  }

  /// The keys and values, or nil when this is no object.
  public var objectValue: KeyValues? {
    if case .object(let members) = self { members } else { nil }
  }
}
