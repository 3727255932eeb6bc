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
  /// The last response made: building one costs more than all the rest of a plain answer.
  private let latest = Locked<(url: URL, response: HTTPURLResponse)?>(nil)

  package init(_ response: StubResponse) {
    self.response = response
    body = response.content.loaded
    fields = Self.fields(of: response)
  }

  /// The delay before the response, if any.
  package var delay: Duration? { response.delay }

  /// Whether the response can be sent at once, with nothing to wait for or to read.
  package var isImmediate: Bool {
    guard body != nil, delay == nil else { return false }
    return switch response.kind {
    case .message, .complete: true
    case .failure, .urlError, .never, .passthrough: false
    }
  }

  /// The response for a request to a URL.
  package func httpResponse(for url: URL) -> HTTPURLResponse? {
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
    var fields: [String: String] = [:]
    // The spelling under which a name was first given.
    var spellings: [String: String] = [:]
    func add(_ name: String, _ value: String) {
      let spelling = spellings[name.lowercased(), default: name]
      spellings[name.lowercased()] = spelling
      fields[spelling] = fields[spelling].map { "\($0), \(value)" } ?? value
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
      add("Content-Type", type)
    }
    // Not with 1xx and 204 (RFC 9110, section 8.6); with 304 it would be that of another response.
    if spellings["content-length"] == nil, spellings["transfer-encoding"] == nil,
      allowsBody(response.statusCode)
    {
      add("Content-Length", String(response.content.count))
    }
    return fields
  }
}
