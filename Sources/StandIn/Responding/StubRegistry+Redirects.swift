package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

extension StubRegistry {
  /// Answers a request as a session would, and follows redirects as one would: for loaders that can't be told of them.
  ///
  /// - Parameter request: The request.
  /// - Returns: The body and the response at the end, with the URL at which it was found.
  /// - Throws: What `response(to:)` throws for one of the requests, or `URLError` for a redirect that can't be followed.
  package func finalResponse(to request: URLRequest) async throws -> (Data, HTTPURLResponse) {
    guard let facts = RequestFacts(request) else { throw URLError(.badURL) }
    var request = InterceptedRequest(facts)
    var redirects: [URL] = []
    // What the real network redirects stays there.
    var isReal = false
    while true {
      var answer: (Data, HTTPURLResponse)?
      if !isReal { answer = try await stubbedAnswer(to: request, redirects: redirects) }
      isReal = answer == nil
      let (body, response) = if let answer { answer } else { try await realAnswer(to: request) }
      guard let next = try Self.request(after: response, to: request, redirects.count) else {
        return (body, response)
      }
      redirects.append(request.url)
      request = next
    }
  }

  /// The request that a response asks for; nil where it asks for none.
  private static func request(
    after response: HTTPURLResponse, to request: InterceptedRequest, _ count: Int
  ) throws -> InterceptedRequest? {
    guard let next = Redirect.request(after: response, to: request.urlRequest) else { return nil }
    guard count < Redirect.limit else {
      throw URLError(.httpTooManyRedirects, failing: request.url)
    }
    guard Redirect.isAllowed(next.url, from: request.url) else {
      throw URLError(.unsupportedURL, failing: next.url ?? request.url)
    }
    let keepsBody = Redirect.keepsMethod(response.statusCode, request.method.rawValue)
    guard let facts = RequestFacts(next, body: keepsBody ? request.facts.body : nil) else {
      throw URLError(.badURL, failing: request.url)
    }
    return InterceptedRequest(facts)
  }
}
