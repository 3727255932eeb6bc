import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The header fields that a session adds to each request, which corelibs adds only when it sends one itself.
enum SessionHeaders {
  /// The facts of a request as its session would send it.
  static func facts(
    of request: URLRequest, in session: URLSession?, body: RequestBody?
  ) -> RequestFacts? {
    guard let headers = session?.configuration.httpAdditionalHeaders, !headers.isEmpty else {
      return RequestFacts(request, body: body)
    }
    var request = request
    var added: Set<String> = []
    for (name, value) in headers {
      // The request's own fields win.
      guard let name = name as? String, request.value(forHTTPHeaderField: name) == nil else {
        continue
      }
      request.setValue("\(value)", forHTTPHeaderField: name)
      added.insert(name.lowercased())
    }
    return RequestFacts(request, body: body, addedHeaders: added)
  }
}
