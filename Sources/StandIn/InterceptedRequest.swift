public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

/// A request as it would go on the wire: what matchers, responders and the journal see.
public struct InterceptedRequest: Sendable, CustomStringConvertible {
  package let facts: RequestFacts

  /// What the variables of the stub's URL pattern captured, percent-decoded, by name.
  ///
  /// A regular expression adds its named groups by name and its numbered ones as `"1"`, `"2"` and so on.
  public internal(set) var parameters: [String: String] = [:]

  package init(_ facts: RequestFacts) {
    self.facts = facts
  }

  /// The method, `GET` where the request names none.
  public var method: HTTPMethod { facts.method }

  /// The absolute URL, as the app wrote it.
  public var url: URL { facts.url }

  /// The header fields, sorted by name; values of one name are joined by commas (RFC 9110, section 5.3).
  public var headers: [(name: String, value: String)] {
    (facts.urlRequest.allHTTPHeaderFields ?? [:])
      .sorted { ($0.key.lowercased(), $0.key) < ($1.key.lowercased(), $1.key) }
      .map { (name: $0.key, value: $0.value) }
  }

  /// Returns the value of a header field, or nil where the request has none of that name.
  ///
  /// - Parameter name: The field's name, in any case.
  /// - Returns: The value; several values are joined by commas.
  public func header(_ name: String) -> String? {
    facts.urlRequest.value(forHTTPHeaderField: name)
  }

  /// The bytes that would be sent; empty where there are none.
  ///
  /// A body that is a stream or a file is read when this is first asked for, once.
  public var body: Data { facts.body.bytes }

  /// The body as text, or nil where it is none in its charset (UTF-8 unless `Content-Type` says otherwise).
  public var text: String? { facts.text }

  /// Parses the body as JSON.
  ///
  /// - Returns: The value, with the order of its keys and the digits of its numbers kept.
  /// - Throws: `JSONParsingError` with line and column where the body is not JSON.
  public func json() throws -> JSON {
    try facts.json.get()
  }

  /// Decodes the body from JSON.
  ///
  /// - Parameters:
  ///   - type: The type to decode.
  ///   - decoder: The decoder to use.
  /// - Returns: The decoded value.
  /// - Throws: What the decoder throws.
  public func decode<T: Decodable>(
    _ type: T.Type, decoder: JSONDecoder = JSONDecoder()
  ) throws -> T {
    try decoder.decode(type, from: body)
  }

  /// The decoded pairs of an `application/x-www-form-urlencoded` body, in order.
  public var form: [(name: String, value: String)] { FormBody(body).pairs }

  /// The query's items in order, percent-decoded; the value is nil where there is no equals sign.
  ///
  /// A plus sign stays a plus sign (RFC 3986).
  public var query: [(name: String, value: String?)] {
    (facts.target?.queryItems ?? []).map { (name: $0.decodedName, value: $0.decodedValue) }
  }

  /// The request as Foundation's value.
  public var urlRequest: URLRequest { facts.urlRequest }

  /// The request as a `curl` command for a POSIX shell.
  public var curlCommand: String { CurlCommand(self).text }

  /// A `stub(…)` statement in Swift that answers this very request.
  public var stubSnippet: String { Snippet(self).text }

  /// Method and URL.
  public var description: String { "\(method) \(url.absoluteString)" }
}

extension URLRequest {
  /// A `stub(…)` statement in Swift that answers this very request.
  ///
  /// For a request without a URL it is a comment that says so.
  public var stubSnippet: String {
    guard let facts = RequestFacts(self) else {
      return "// A request without a URL can't be stubbed."
    }
    return InterceptedRequest(facts).stubSnippet
  }
}
