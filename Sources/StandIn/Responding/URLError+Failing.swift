package import Foundation

extension URLError {
  // NB: Foundation's own constant is deprecated on some platforms, but apps still read the value.
  package static let failingURLStringKey = "NSErrorFailingURLStringKey"

  /// An error as URLSession makes it: with a description and the URL.
  package init(_ code: Code, failing url: URL) {
    self.init(
      code,
      userInfo: [
        NSLocalizedDescriptionKey: Self.description(of: code),
        NSURLErrorFailingURLErrorKey: url,
        Self.failingURLStringKey: url.absoluteString,
      ])
  }

  /// URLSession's own words where Foundation has none.
  private static func description(of code: Code) -> String {
    switch code {
    case .timedOut: "The request timed out."
    case .cancelled: "cancelled"
    case .notConnectedToInternet: "The Internet connection appears to be offline."
    case .cannotFindHost: "A server with the specified hostname could not be found."
    case .cannotConnectToHost: "Could not connect to the server."
    case .networkConnectionLost: "The network connection was lost."
    case .badServerResponse: "There was a bad response from the server."
    case .badURL: "bad URL"
    case .unsupportedURL: "unsupported URL"
    case .httpTooManyRedirects: "too many HTTP redirects"
    case .secureConnectionFailed:
      "An SSL error has occurred and a secure connection to the server cannot be made."
    default: "The operation couldn’t be completed. (NSURLErrorDomain error \(code.rawValue).)"
    }
  }
}
