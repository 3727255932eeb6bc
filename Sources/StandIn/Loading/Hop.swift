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
  /// Whether URLSession itself makes the request.
  var isHandedOver = false

  static func handedOver(_ hop: Hop) -> Hop {
    var next = hop
    next.isHandedOver = true
    return next
  }

  func redirected(to urlRequest: URLRequest, keepingBody: Bool) -> Hop {
    var next = self
    next.redirects.append(request.url)
    next.failures = 0
    return next.asking(urlRequest, body: keepingBody ? request.facts.body : nil)
  }

  func repeated(with urlRequest: URLRequest) -> Hop {
    var next = self
    next.failures += 1
    return next.asking(urlRequest, body: request.facts.body)
  }

  private func asking(_ urlRequest: URLRequest, body: RequestBody?) -> Hop {
    var next = self
    next.isFirst = false
    let added = request.facts.addedHeaders
    if let facts = RequestFacts(urlRequest, body: body, addedHeaders: added) {
      next.request = InterceptedRequest(facts)
    }
    return next
  }
}
