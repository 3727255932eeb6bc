package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// A response with its header fields filled in, ready to be sent any number of times.
package final class PreparedResponse: Sendable {
  package let response: StubResponse
  /// The fields as `HTTPURLResponse` takes them: one value a name, several joined by commas (RFC 9110, section 5.3).
  private let fields: [String: String]
  private let body: Data?
  private let isPlain: Bool
  /// The last response made: building one costs more than all the rest of a plain answer.
  private let latest = Locked<(url: URL, response: HTTPURLResponse)?>(nil)

  package init(_ response: StubResponse) {
    self.response = response
    body = response.content.loaded
    fields = Self.fields(of: response)
    isPlain = body != nil && Self.isPlain(response)
  }

  /// Whether nothing is to be waited for, asked or kept.
  private static func isPlain(_ response: StubResponse) -> Bool {
    guard response.delay == nil, response.chunks == nil else { return false }
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

  /// The wait before each piece of the body, if any.
  package var interval: Duration? { response.chunks?.interval }

  /// The body in the pieces in which it is to be sent: about equal ones.
  package func pieces(of body: Data) -> [Data] {
    guard let count = response.chunks.map({ min($0.count, body.count) }), count > 1 else {
      return [body]
    }
    let (size, rest) = body.count.quotientAndRemainder(dividingBy: count)
    var start = body.startIndex
    return (0..<count).map { index in
      let end = start + size + (index < rest ? 1 : 0)
      defer { start = end }
      return body[start..<end]
    }
  }

  /// The file that is the body, where it is too large to be in memory and best copied by the file system.
  package func fileToCopy(for method: HTTPMethod) -> FileBody? {
    guard body == nil, allowsBody(for: method), case .file(let file) = response.content else {
      return nil
    }
    return file
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
    if let known = latest.withLock({ $0 }), known.url == url { return known.response }
    guard
      let made = HTTPURLResponse(
        url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
    else { return nil }
    latest.withLock { $0 = (url, made) }
    return made
  }

  /// The bytes that go with the response to a request with this method.
  package func loadBody(for method: HTTPMethod) throws -> Data {
    allowsBody(for: method) ? try body ?? response.content.load() : Data()
  }

  /// Neither `HEAD` nor 1xx, 204 and 304 have a body (RFC 9110, section 6.4.1).
  private func allowsBody(for method: HTTPMethod) -> Bool {
    method != .head && Self.allowsBody(response.statusCode)
  }

  private static func allowsBody(_ status: Int) -> Bool {
    status >= 200 && status != 204 && status != 304
  }

  private func isModified(_ complete: HTTPURLResponse) -> Bool {
    response.statusCode != complete.statusCode || !response.fields.isEmpty
  }

  private static func fields(of response: StubResponse) -> [String: String] {
    var fields = [String: String](minimumCapacity: response.fields.count + 2)
    // The spelling under which a name was first given.
    var spellings: [String: String] = [:]
    func add(_ name: String, _ value: String) {
      let spelling = spellings[name.lowercased(), default: name]
      spellings[name.lowercased()] = spelling
      // In place: a field may be repeated very often.
      if fields[spelling]?.append(", " + value) == nil { fields[spelling] = value }
    }
    if case .complete(let complete) = response.kind {
      for (name, value) in complete.allHeaderFields {
        if let name = name as? String, let value = value as? String { add(name, value) }
      }
    }
    for field in response.fields { add(field.name, field.value) }
    guard case .message = response.kind else { return fields }

    if spellings["content-type"] == nil, let type = response.content.contentType,
      allowsBody(response.statusCode)
    {
      fields["Content-Type"] = type
    }
    // Not with 1xx and 204 (RFC 9110, section 8.6); with 304 it would be that of another response.
    if spellings["content-length"] == nil, spellings["transfer-encoding"] == nil,
      allowsBody(response.statusCode)
    {
      fields["Content-Length"] = String(response.content.count)
    }
    return fields
  }
}
