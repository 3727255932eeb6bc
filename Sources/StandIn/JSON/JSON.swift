/// A JSON value that keeps the order of keys and the exact digits of numbers.
///
/// It is written as Swift literals:
///
/// ```swift
/// let user: JSON = [
///   "id": 42,
///   "name": "Ada",
///   "tags": ["admin", "staff"],
///   "manager": nil,
///   "balance": .number("12345678901234567890.10"),
/// ]
/// user["tags"]?[0]?.stringValue  // "admin"
/// ```
///
/// Two values are equal when they mean the same: the order of keys does not count, numbers are
/// compared by their exact decimal value (`1`, `1.0` and `10e-1` are equal) and strings by their
/// Unicode scalars.
public enum JSON: Sendable {
  /// The value `null`.
  case null
  /// The value `true` or `false`.
  case bool(Bool)
  /// A number, as the text it is written with.
  case number(String)
  /// A string.
  case string(String)
  /// An array.
  case array([JSON])
  /// An object.
  case object(KeyValues)
}

extension JSON {
  /// Creates a number from an integer.
  ///
  /// - Parameter value: The integer.
  public init(_ value: some BinaryInteger) {
    self = .number(String(value))
  }

  /// Creates a number from a floating-point value.
  ///
  /// JSON has no infinity and no NaN: a value made of one of them is not valid JSON.
  ///
  /// - Parameter value: The value; its shortest exact spelling becomes the digits.
  public init(_ value: Double) {
    self = .number(value.description)
  }
}

extension JSON: ExpressibleByNilLiteral {
  /// Creates `null`.
  ///
  /// - Parameter nilLiteral: Nothing.
  public init(nilLiteral: ()) {
    self = .null
  }
}

extension JSON: ExpressibleByBooleanLiteral {
  /// Creates `true` or `false`.
  ///
  /// - Parameter value: The truth value.
  public init(booleanLiteral value: Bool) {
    self = .bool(value)
  }
}

extension JSON: ExpressibleByIntegerLiteral {
  /// Creates a number from an integer literal.
  ///
  /// - Parameter value: The integer.
  public init(integerLiteral value: Int) {
    self.init(value)
  }
}

extension JSON: ExpressibleByFloatLiteral {
  /// Creates a number from a floating-point literal.
  ///
  /// - Parameter value: The value; for digits that a `Double` cannot hold use the number case.
  public init(floatLiteral value: Double) {
    self.init(value)
  }
}

extension JSON: ExpressibleByStringInterpolation {
  /// Creates a string from a literal, with or without interpolations.
  ///
  /// - Parameter value: The text.
  public init(stringLiteral value: String) {
    self = .string(value)
  }
}

extension JSON: ExpressibleByArrayLiteral {
  /// Creates an array from a literal.
  ///
  /// - Parameter elements: The elements in order.
  public init(arrayLiteral elements: JSON...) {
    self = .array(elements)
  }
}

extension JSON: ExpressibleByDictionaryLiteral {
  /// Creates an object from a literal, keeping the order of its keys.
  ///
  /// - Parameter elements: The keys and values in order.
  public init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(KeyValues(elements.map { (key: $0.0, value: $0.1) }))
  }
}
