package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// What is known of one request, shared by all copies of its `InterceptedRequest`.
///
/// Everything that costs something is worked out when it is first asked for, and kept: however many stubs look at a
/// body, it is read once and parsed once.
package final class RequestFacts: Sendable {
  package let urlRequest: URLRequest
  package let url: URL
  package let method: HTTPMethod
  /// The URL in the form in which URLs are compared; nil where it can't be brought into it.
  package let target: NormalizedURL?
  package let body: RequestBody
  /// The names, in lower case, of the fields that the session adds and not the app.
  package let addedHeaders: Set<String>

  /// Collects the facts of a request; nil where it has no URL.
  ///
  /// - Parameters:
  ///   - urlRequest: The request.
  ///   - body: Where its body comes from, if that is not the request itself.
  ///   - addedHeaders: The names, in lower case, of the fields that the session adds.
  package init?(
    _ urlRequest: URLRequest, body: RequestBody? = nil, addedHeaders: Set<String> = []
  ) {
    guard let url = urlRequest.url else { return nil }
    self.urlRequest = urlRequest
    self.addedHeaders = addedHeaders
    self.url = url
    method = urlRequest.httpMethod.map(HTTPMethod.init(rawValue:)) ?? .get
    target = NormalizedURL(url.absoluteString)
    self.body = body ?? .of(urlRequest)
  }

  package var json: Result<JSON, any Error> { body.json }

  package var mediaType: MediaType? {
    urlRequest.value(forHTTPHeaderField: "Content-Type").flatMap(MediaType.init)
  }

  package var text: String? {
    switch mediaType?.charset?.lowercased() {
    case "iso-8859-1", "latin1": String(data: body.bytes, encoding: .isoLatin1)
    case "utf-16": String(data: body.bytes, encoding: .utf16)
    case "windows-1252": String(data: body.bytes, encoding: .windowsCP1252)
    default: String(data: body.bytes, encoding: .utf8)
    }
  }
}
