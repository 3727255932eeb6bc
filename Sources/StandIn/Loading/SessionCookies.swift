import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The cookies of a session, which URLSession does not keep for custom protocols.
struct SessionCookies: Sendable {
  private let storage: HTTPCookieStorage?
  private let policy: HTTPCookie.AcceptPolicy
  private let sends: Bool

  static let none = SessionCookies(nil)

  init(_ configuration: URLSessionConfiguration?) {
    storage = configuration?.httpCookieStorage
    policy = configuration?.httpCookieAcceptPolicy ?? .never
    sends = configuration?.httpShouldSetCookies ?? false
  }

  /// Keeps the cookies that a response sets (RFC 6265, section 5.3), as far as the session accepts them.
  func store(_ response: HTTPURLResponse, of request: URLRequest) {
    guard let storage, request.httpShouldHandleCookies, let url = request.url,
      let field = response.value(forHTTPHeaderField: "Set-Cookie"), accepts(url, of: request)
    else { return }
    let cookies = HTTPCookie.cookies(withResponseHeaderFields: ["Set-Cookie": field], for: url)
    guard !cookies.isEmpty else { return }
    storage.setCookies(cookies, for: url, mainDocumentURL: request.mainDocumentURL)
  }

  private func accepts(_ url: URL, of request: URLRequest) -> Bool {
    switch policy {
    case .never: return false
    case .onlyFromMainDocumentDomain:
      guard let main = request.mainDocumentURL?.host?.lowercased() else { return true }
      let host = url.host?.lowercased() ?? ""
      return host == main || host.hasSuffix(".\(main)") || main.hasSuffix(".\(host)")
    default: return true
    }
  }

  /// What the session sends in `Cookie` to the URL of a request; nil where it has nothing to send.
  func field(for request: URLRequest) -> String? {
    guard let storage, sends, request.httpShouldHandleCookies, let url = request.url,
      let stored = storage.cookies(for: url)
    else { return nil }
    // NB: corelibs does not look at the path.
    let cookies = stored.filter { Self.isPath(url.path, below: $0.path) }
    return cookies.isEmpty ? nil : HTTPCookie.requestHeaderFields(with: cookies)["Cookie"]
  }

  /// RFC 6265, section 5.1.4.
  private static func isPath(_ path: String, below other: String) -> Bool {
    let path = path.isEmpty ? "/" : path
    return path == other || path.hasPrefix(other.hasSuffix("/") ? other : other + "/")
  }

  /// A redirected request with the cookies that the session now has for its URL.
  ///
  /// - Parameters:
  ///   - request: The request, with the `Cookie` of the one before.
  ///   - known: What the session sent before the redirect; anything else is the app's own, and stays.
  /// - Returns: The request.
  func updating(_ request: URLRequest, known: String?) -> URLRequest {
    var request = request
    let stored = field(for: request)
    var own = request.value(forHTTPHeaderField: "Cookie")
    if own == known { own = nil }
    let fields = [own, stored].compactMap(\.self)
    request.setValue(
      fields.isEmpty ? nil : fields.joined(separator: "; "), forHTTPHeaderField: "Cookie")
    return request
  }
}
