import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension RequestFacts {
  /// The value of the `Range` field of a request that may have one, which is a `GET` (RFC 9110, section 14.2).
  package var rangeField: String? {
    // NB: most requests have no fields at all; `value(forHTTPHeaderField:)` takes three times as long where there are.
    guard method == .get, let fields = urlRequest.allHTTPHeaderFields else { return nil }
    if let value = fields["Range"] { return value }
    return fields.first { $0.key.utf8.count == 5 && HTTPField.sameName($0.key, "Range") }?.value
  }
}

extension StubResponse {
  /// Whether a `Range` field can change the response.
  ///
  /// It changes a message with status 200 and a body, unless the response says otherwise: by `ignoringRanges()`, by
  /// `Accept-Ranges: none`, or by a `Content-Range` of its own.
  package var heedsRanges: Bool {
    guard case .message = kind, statusCode == 200, !isIgnoringRanges else { return false }
    switch content {
    case .data, .file: break
    case .none, .parts: return false
    }
    return value(of: "Content-Range") == nil && value(of: "Accept-Ranges")?.lowercased() != "none"
  }

  /// The response with the part that a request asks for; nil where it gets the whole.
  ///
  /// - Parameter request: The request.
  /// - Returns: A 206 with one part or several, a 416 where none of the ranges is there, or nil.
  /// - Throws: `FileChangedError` where a file can't be searched for the text that is to stand between its parts.
  package func partial(for request: RequestFacts) throws -> StubResponse? {
    guard heedsRanges, let field = request.rangeField, let ranges = ByteRanges(field),
      isCurrent(request.urlRequest.value(forHTTPHeaderField: "If-Range"))
    else { return nil }
    let length = content.count
    switch ranges.resolve(length: length) {
    case .whole: return nil
    case .unsatisfiable: return withoutBody(length)
    case .ranges(let ranges): return ranges.count == 1 ? with(ranges[0]) : try with(ranges)
    }
  }

  /// Whether the response is still the one that `If-Range` names (RFC 9110, section 13.1.5).
  private func isCurrent(_ condition: String?) -> Bool {
    guard let condition = condition?.trimmingCharacters(in: .whitespaces) else { return true }
    // Entity tags are compared strongly: a weak one is equal to none.
    if condition.hasPrefix("\"") { return value(of: "ETag") == condition }
    return !condition.hasPrefix("W/") && value(of: "Last-Modified") == condition
  }

  // MARK: Parts

  private func with(_ range: Range<Int>) -> StubResponse {
    var response = partial("Content-Range", "bytes \(range.description(in: content.count))")
    response.content = .parts(
      content.part(range).map { [$0] } ?? [], contentType: content.contentType)
    return response
  }

  private func with(_ ranges: [Range<Int>]) throws -> StubResponse {
    let type = value(of: "Content-Type") ?? content.contentType
    let body = try MultipartRanges(ranges, of: content, contentType: type)
    var response = partial(nil, nil)
    response.removeFields(["Content-Type"])
    response.content = .parts(
      body.parts, contentType: "multipart/byteranges; boundary=\(body.boundary)")
    return response
  }

  private func partial(_ name: String?, _ value: String?) -> StubResponse {
    var response = self
    response.statusCode = 206
    response.removeFields(["Content-Length"])
    if let name, let value { response.fields.append((name: name, value: value)) }
    if self.value(of: "Accept-Ranges") == nil {
      response.fields.append((name: "Accept-Ranges", value: "bytes"))
    }
    return response
  }

  private func withoutBody(_ length: Int) -> StubResponse {
    var response = self
    response.statusCode = 416
    response.content = .none
    // What these say is true of the body that is not sent.
    response.removeFields([
      "Content-Length", "Content-Type", "Content-Encoding", "Transfer-Encoding",
    ])
    response.fields.append((name: "Content-Range", value: "bytes */\(length)"))
    return response
  }

  // MARK: Fields

  private func value(of name: String) -> String? {
    let value = fields.first { HTTPField.sameName($0.name, name) }?.value
    return value?.trimmingCharacters(in: .whitespaces)
  }

  private mutating func removeFields(_ names: [String]) {
    fields.removeAll { field in names.contains { HTTPField.sameName($0, field.name) } }
  }
}

extension Range<Int> {
  /// The range as it stands in `Content-Range`, where the last byte is named and not the one after it.
  func description(in length: Int) -> String {
    "\(lowerBound)-\(upperBound - 1)/\(length)"
  }
}
