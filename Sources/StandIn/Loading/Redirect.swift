import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Where a redirect leads, by RFC 9110, section 15.4, and the Fetch standard, section 4.4.
enum Redirect {
  /// After this many redirects of one request, the next one is an error, as it is on Apple platforms.
  static let limit = 20

  /// Whether a status asks for another request.
  static func isRedirect(_ status: Int) -> Bool {
    [301, 302, 303, 307, 308].contains(status)
  }

  /// The request that a response asks for; nil where it asks for none.
  static func request(after response: HTTPURLResponse, to request: URLRequest) -> URLRequest? {
    guard isRedirect(response.statusCode), let source = request.url,
      let location = response.value(forHTTPHeaderField: "Location"), !location.isEmpty,
      let target = URL(string: location, relativeTo: source)?.absoluteURL
    else { return nil }
    var next = request
    next.url = keepingFragment(of: source, in: target)
    if !keepsMethod(response.statusCode, request.httpMethod ?? "GET") {
      next.httpMethod = "GET"
      next.httpBody = nil
      next.httpBodyStream = nil
      for name in bodyHeaders { next.setValue(nil, forHTTPHeaderField: name) }
    }
    if !isSameOrigin(source, target) {
      for name in credentialHeaders { next.setValue(nil, forHTTPHeaderField: name) }
    }
    return next
  }

  /// Whether the next request has the method and the body of the one before.
  static func keepsMethod(_ status: Int, _ method: String) -> Bool {
    switch status {
    case 301, 302: method != "POST"
    case 303: method == "GET" || method == "HEAD"
    default: true
    }
  }

  /// Whether a redirect may lead to a URL: from HTTP only to HTTP (Fetch standard, section 4.4).
  static func isAllowed(_ target: URL?, from source: URL) -> Bool {
    let web: Set<String?> = ["http", "https"]
    return !web.contains(source.scheme?.lowercased()) || web.contains(target?.scheme?.lowercased())
  }

  private static let bodyHeaders = [
    "Content-Encoding", "Content-Language", "Content-Location", "Content-Type", "Content-Length",
    "Transfer-Encoding",
  ]

  private static let credentialHeaders = ["Authorization", "Proxy-Authorization", "Cookie"]

  private static func isSameOrigin(_ one: URL, _ other: URL) -> Bool {
    guard let one = NormalizedURL(one.absoluteString),
      let other = NormalizedURL(other.absoluteString)
    else { return false }
    return one.scheme == other.scheme && one.host == other.host && one.port == other.port
  }

  /// A location without a fragment takes over that of the request (RFC 9110, section 10.2.2).
  private static func keepingFragment(of source: URL, in target: URL) -> URL {
    guard target.fragment == nil, let fragment = source.fragment else { return target }
    return URL(string: "\(target.absoluteString)#\(fragment)") ?? target
  }
}
