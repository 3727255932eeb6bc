/// The method of a request, compared case-sensitively (RFC 9110, section 9.1).
///
/// The set is open: `"PURGE"` is as good a method as `.get`.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable, ExpressibleByStringLiteral {
  /// The method as it stands in the request line.
  public let rawValue: String

  /// Creates a method from the text of a request line.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }

  /// Creates a method from a literal.
  public init(stringLiteral value: String) {
    self.init(rawValue: value)
  }

  /// The method `GET`.
  public static let get: HTTPMethod = "GET"
  /// The method `HEAD`.
  public static let head: HTTPMethod = "HEAD"
  /// The method `POST`.
  public static let post: HTTPMethod = "POST"
  /// The method `PUT`.
  public static let put: HTTPMethod = "PUT"
  /// The method `PATCH`.
  public static let patch: HTTPMethod = "PATCH"
  /// The method `DELETE`.
  public static let delete: HTTPMethod = "DELETE"
  /// The method `OPTIONS`.
  public static let options: HTTPMethod = "OPTIONS"

  /// The name of the stub factory for this method, where there is one.
  package var factoryName: String? {
    let known: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
    return known.contains(self) ? rawValue.lowercased() : nil
  }

  /// What makes this no method, or nil: a method is a token (RFC 9110, section 5.6.2).
  package var problem: String? {
    HTTPField.isToken(rawValue) ? nil : "\(SwiftLiteral.string(rawValue)) is not an HTTP method"
  }
}

extension HTTPMethod: CustomStringConvertible {
  /// The method as it stands in the request line.
  public var description: String { rawValue }
}
