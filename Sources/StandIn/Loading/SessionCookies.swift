import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cookies of a session, which URLSession does not keep for custom protocols.
struct SessionCookies: Sendable {
  private let storage: HTTPCookieStorage?
  private let accepts: Bool
  private let sends: Bool

  static let none = SessionCookies(nil)

  init(_ configuration: URLSessionConfiguration?) {
    storage = configuration?.httpCookieStorage
    accepts = configuration.map { $0.httpCookieAcceptPolicy != .never } ?? false
    sends = configuration?.httpShouldSetCookies ?? false
  }

  /// Keeps the cookies that a response sets (RFC 6265, section 5.3), as far as the session accepts them.
  func store(_ response: HTTPURLResponse, of request: URLRequest) {
    guard let storage, accepts, request.httpShouldHandleCookies, let url = response.url,
      let field = response.value(forHTTPHeaderField: "Set-Cookie")
    else { return }
    let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
    guard !cookies.isEmpty else { return }
    storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
  }

  /// The request with the cookies that the session has for its URL.
  func adding(to request: URLRequest, from previous: URLRequest) -> URLRequest {
    guard let storage, sends, request.httpShouldHandleCookies, let url = request.url,
      let cookies = storage.cookies(for: url), !cookies.isEmpty
    else { return request }
    var request = request
    for (name, value) in HTTPCookie.requestHeaderFields(with: cookies) {
      request.setValue(value, forHTTPHeaderField: name)
    }
    return request
  }
}
