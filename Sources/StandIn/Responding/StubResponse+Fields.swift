import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension StubResponse {
  /// The fields as `HTTPURLResponse` takes them, with those that the body asks for where they are not given.
  package var completeFields: [String: String] {
    var all = [String: String](minimumCapacity: fields.count + 2)
    // The spelling under which a name was first given.
    var spellings: [String: String] = [:]
    func add(_ name: String, _ value: String) {
      let spelling = spellings[name.lowercased(), default: name]
      spellings[name.lowercased()] = spelling
      // In place: a field may be repeated very often.
      if all[spelling]?.append(", " + value) == nil { all[spelling] = value }
    }
    if case .complete(let complete) = kind {
      for (name, value) in complete.allHeaderFields {
        if let name = name as? String, let value = value as? String { add(name, value) }
      }
    }
    for field in fields { add(field.name, field.value) }
    guard case .message = kind else { return all }

    if spellings["content-type"] == nil, let type = content.contentType,
      allowsBody
    {
      all["Content-Type"] = type
    }
    // Not with 1xx and 204 (RFC 9110, section 8.6); with 304 it would be that of another response.
    if spellings["content-length"] == nil, spellings["transfer-encoding"] == nil,
      allowsBody
    {
      all["Content-Length"] = String(content.count)
    }
    return all
  }

  /// Neither 1xx nor 204 and 304 have a body (RFC 9110, section 6.4.1).
  package var allowsBody: Bool {
    statusCode >= 200 && statusCode != 204 && statusCode != 304
  }
}
