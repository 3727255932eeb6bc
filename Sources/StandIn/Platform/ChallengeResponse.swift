#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// A 401 that corelibs does not try to answer by itself.
  ///
  /// Where a finished response asks for Basic credentials, corelibs looks for some and then sends a real request, or never
  /// completes the task. It leaves that be when the response has no URL, so the URL is hidden from it while it finishes
  /// the task, and is there for everybody else.
  final class ChallengeResponse: HTTPURLResponse, @unchecked Sendable {
    private static let key = "StandIn.finishing"

    /// The response itself, or for a 401 one that corelibs leaves alone.
    static func harmless(_ response: HTTPURLResponse) -> HTTPURLResponse {
      guard response.statusCode == 401, let url = response.url else { return response }
      var fields: [String: String] = [:]
      for (name, value) in response.allHeaderFields {
        if let name = name as? String { fields[name] = value as? String }
      }
      return ChallengeResponse(
        url: url, statusCode: response.statusCode, httpVersion: "HTTP/1.1", headerFields: fields)
        ?? response
    }

    /// Runs a block that finishes a task; in it this thread sees no URL in such responses.
    static func finishing(_ response: URLResponse?, _ body: () throws -> Void) rethrows {
      guard (response as? HTTPURLResponse)?.statusCode == 401 else { return try body() }
      let values = Thread.current.threadDictionary
      values[key] = true
      defer { values.removeObject(forKey: key) }
      try body()
    }

    override var url: URL? {
      Thread.current.threadDictionary[Self.key] == nil ? super.url : nil
    }
  }
#endif
