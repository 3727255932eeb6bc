import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One request of a transfer: the first, one that a redirect led to, or one with credentials.
struct Hop: Sendable {
  var request: InterceptedRequest
  /// The URLs that led here, oldest first.
  var redirects: [URL] = []
  /// How often credentials have been refused.
  var failures = 0
  var isFirst = true

  /// The hop after a redirect.
  ///
  /// - Parameters:
  ///   - urlRequest: The request that the delegate has accepted.
  ///   - body: Its body.
  /// - Returns: The hop; nil for a request without a URL.
  func redirected(to urlRequest: URLRequest, body: RequestBody) -> Hop? {
    var next = self
    next.redirects.append(request.url)
    next.failures = 0
    return next.asking(urlRequest, body: body)
  }

  /// The same request with credentials.
  func repeated(with urlRequest: URLRequest) -> Hop? {
    var next = self
    next.failures += 1
    return next.asking(urlRequest, body: request.facts.body)
  }

  private func asking(_ urlRequest: URLRequest, body: RequestBody) -> Hop? {
    let added = request.facts.addedHeaders
    guard let facts = RequestFacts(urlRequest, body: body, addedHeaders: added) else { return nil }
    var next = self
    next.isFirst = false
    next.request = InterceptedRequest(facts)
    return next
  }
}

/// What follows a response.
enum NextStep: Sendable {
  /// It is the task's own.
  case deliver
  /// Another request is made.
  case follow(Hop)
  /// URLSession makes another request itself.
  case handedOver
}
