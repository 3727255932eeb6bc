package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// A response with its header fields filled in, ready to be sent any number of times.
package final class PreparedResponse: Sendable {
  package let response: StubResponse
  private let body: Data?
  private let isPlain: Bool
  private let made = Locked(Made())

  /// What is made when it is first asked for: of thousands of stubs, few are.
  private struct Made {
    /// The fields as `HTTPURLResponse` takes them: one value a name, several joined by commas (RFC 9110, section 5.3).
    var fields: [String: String]?
    /// The last response: building one costs more than all the rest of a plain answer.
    var latest: (url: URL, response: HTTPURLResponse)?
  }

  package init(_ response: StubResponse) {
    self.response = response
    body = response.content.loaded
    isPlain = body != nil && Self.isPlain(response)
  }

  /// Whether nothing is to be waited for, asked or kept.
  private static func isPlain(_ response: StubResponse) -> Bool {
    guard response.delay == nil, response.chunking == nil else { return false }
    switch response.kind {
    case .failure, .urlError: return true
    case .never, .passthrough: return false
    case .complete(let complete):
      // Its fields may ask for what a message's own fields may ask for.
      return complete.statusCode < 300 && complete.value(forHTTPHeaderField: "Set-Cookie") == nil
    case .message:
      let needsMore = Redirect.isRedirect(response.statusCode) || response.statusCode == 401
      return !needsMore && !response.fields.contains { HTTPField.sameName($0.name, "Set-Cookie") }
    }
  }

  /// Whether a request gets another response, since it asks for a part of the body.
  package func isChanged(by request: RequestFacts) -> Bool {
    request.rangeField != nil && response.heedsRanges
  }

  /// What a request gets: the response, or the part of it that the request asks for.
  ///
  /// It may read a file, so it is not for URLSession queues.
  package func adapted(to request: RequestFacts) -> PreparedResponse {
    guard isChanged(by: request) else { return self }
    do {
      return try response.partial(for: request).map(PreparedResponse.init) ?? self
    } catch {
      return PreparedResponse(.failure(error))
    }
  }

  /// The response to a request; nil where the request gets none.
  ///
  /// - Throws: The failure that is asked for.
  package func response(to request: RequestFacts) throws -> HTTPURLResponse? {
    switch response.kind {
    case .message, .complete:
      guard let response = httpResponse(for: request.url) else {
        throw URLError(.badServerResponse, failing: request.url)
      }
      return response
    case .failure(let error): throw error
    case .urlError(let code): throw URLError(code, failing: request.url)
    case .never, .passthrough: return nil
    }
  }

  /// The wait before each piece of the body, if any.
  package var interval: Duration? { response.chunking?.interval }

  /// The sizes of the pieces in which a body is to be sent.
  package func sizes(of body: ResponseBody) -> PieceSizes {
    response.chunking?.sizes(of: body.count) ?? .whole(body.count)
  }

  /// The delay before the response, if any.
  package var delay: Duration? { response.delay }

  /// The refusal that this is, if it is one.
  package var refusal: UnstubbedRequestError? {
    if case .failure(let error) = response.kind { error as? UnstubbedRequestError } else { nil }
  }

  /// Whether the response can be sent at once, with nothing to wait for or to read.
  package var isImmediate: Bool {
    isPlain
  }

  /// The response for a request to a URL.
  private func httpResponse(for url: URL) -> HTTPURLResponse? {
    if case .complete(let complete) = response.kind, !isModified(complete) { return complete }
    let (known, latest) = made.withLock { ($0.fields, $0.latest) }
    if let latest, latest.url == url { return latest.response }
    let fields = known ?? response.completeFields
    guard
      let new = HTTPURLResponse(
        url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
    else { return nil }
    made.withLock { $0 = Made(fields: fields, latest: (url, new)) }
    return new
  }

  /// The bytes that go with the response to a request with this method; may read a file.
  package func loadBody(for method: HTTPMethod) throws -> Data {
    allowsBody(for: method) ? try body ?? response.content.load() : Data()
  }

  /// What goes with the response to a request with this method.
  package func content(for method: HTTPMethod) -> ResponseBody {
    allowsBody(for: method) ? response.content : .none
  }

  /// Neither `HEAD` nor 1xx, 204 and 304 have a body (RFC 9110, section 6.4.1).
  private func allowsBody(for method: HTTPMethod) -> Bool {
    method != .head && response.allowsBody
  }

  private func isModified(_ complete: HTTPURLResponse) -> Bool {
    response.statusCode != complete.statusCode || !response.fields.isEmpty
  }
}
