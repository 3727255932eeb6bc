public import Foundation

/// An endpoint of an API that knows what a sample of its answer looks like.
///
/// A type that has these properties already needs but an empty conformance:
///
/// ```swift
/// extension GitHub: StubbableEndpoint {}
///
/// registry.stub(allOf: GitHub.self)
/// registry.stub(GitHub.user("ada"), behavior: .delayed(.seconds(1)))
/// ```
///
/// A `TargetType` of Moya's has a method of another type, and conforms to ``StubbableTarget`` instead.
///
/// The compiler takes an enumeration or structure for `Sendable` by itself unless it is public. A public one has to say
/// so; where that is not to be changed, the conformance says `@unchecked Sendable` beside the protocol.
public protocol StubbableEndpoint: Sendable {
  /// The method of its requests.
  var method: HTTPMethod { get }
  /// The URL that `path` is appended to; its query and fragment are left out.
  var baseURL: URL { get }
  /// The path behind the base URL, with or without a slash at its beginning; a part of a ``URLPattern``.
  ///
  /// So braces make a variable, and what comes after a question mark is a query, which stays open.
  var path: String { get }
  /// A sample of the body.
  var sampleData: Data { get }
  /// A sample of the response; 200 with `sampleData` unless the type says otherwise.
  var sampleResponse: StubResponse { get }
}

extension StubbableEndpoint {
  /// A response with status 200 and the sample data, whose content type is JSON where the data is.
  public var sampleResponse: StubResponse {
    let isJSON = (try? JSON(parsing: sampleData)) != nil
    return .data(sampleData, contentType: isJSON ? "application/json" : "application/octet-stream")
  }

  /// The stub that answers this endpoint, whatever the query.
  package func stub(_ behavior: EndpointBehavior = .immediate) -> Stub {
    // Appended by hand: Foundation would take a question mark in the path for a part of it.
    let base = String(baseURL.absoluteString.prefix { $0 != "?" && $0 != "#" })
    let path = path.drop { $0 == "/" }.replacingOccurrences(of: "#", with: "%23")
    let url = path.isEmpty ? base : (base.hasSuffix("/") ? base : base + "/") + path
    return Stub(method: method, url: URLPattern(url)).anyQuery()
      .respond(behavior.response(sampleResponse))
  }
}
