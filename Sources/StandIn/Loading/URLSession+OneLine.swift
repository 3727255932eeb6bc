public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension URLSession {
  /// Creates a session that answers every request with the same outcome.
  ///
  /// Code that takes its session through a protocol of its own takes a real one as well, so no mock class is needed:
  ///
  /// ```swift
  /// protocol HTTPSession {                                        // the app's
  ///   func data(for request: URLRequest) async throws -> (Data, URLResponse)
  /// }
  /// extension URLSession: HTTPSession {}
  ///
  /// let session = URLSession.stubbed(data: Data("Ada".utf8))      // the test's
  /// let name = try await NameLoader(session: session).load()
  /// session.lastStubbedRequest?.url                               // what the app asked for
  /// ```
  ///
  /// On Linux, whose `URLSession` has `data(for:delegate:)` only, the conformance holds a `data(for:)` that calls it with
  /// nil. A protocol that asks for `data(for:delegate:)` itself is met by an empty conformance everywhere.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - response: The response; nil stands for a plain 200 to the request's URL.
  ///   - error: The error that every request fails with, if any.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The session, which keeps its registry; that is ``stubRegistry``.
  public static func stubbed(
    data: Data?, response: HTTPURLResponse? = nil, error: (any Error)? = nil,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> URLSession {
    answering(
      outcome(data, response, error),
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// Creates a session that answers every request with the same JSON.
  ///
  /// - Parameters:
  ///   - json: The body.
  ///   - status: The status code, 100 to 599.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The session, which keeps its registry; that is ``stubRegistry``.
  public static func stubbed(
    json: JSON, status: Int = 200, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> URLSession {
    answering(
      .json(json, status: status),
      at: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  // NB: default arguments are part of a function's type; this is for those who need the type. Calls take the other one.
  /// The same as a function of these parameters alone; mistakes are reported without a place.
  @_disfavoredOverload
  public static func stubbed(
    data: Data?, response: HTTPURLResponse? = nil, error: (any Error)? = nil
  ) -> URLSession {
    answering(outcome(data, response, error), at: nil)
  }

  // NB: default arguments are part of a function's type; this is for those who need the type. Calls take the other one.
  /// The same as a function of these parameters alone; mistakes are reported without a place.
  @_disfavoredOverload
  public static func stubbed(json: JSON, status: Int = 200) -> URLSession {
    answering(.json(json, status: status), at: nil)
  }

  private static func outcome(
    _ data: Data?, _ response: HTTPURLResponse?, _ error: (any Error)?
  ) -> StubResponse {
    if let error {
      .failure(error)
    } else if let response {
      .response(response, data ?? Data())
    } else {
      data.map { StubResponse.status(200).body($0) } ?? .status(200)
    }
  }

  private static func answering(
    _ answer: StubResponse, at location: SourceLocation?
  ) -> URLSession {
    let registry = StubRegistry()
    registry.stub(.everything.respond(answer).located(location))
    return .stubbed(by: registry)
  }

  /// The registry of a session that was made with `stubbed(by:)`, `stubbed(data:)` or `stubbed(json:)`; nil for others.
  ///
  /// It remembers what was asked of the session, in `stubRegistry.requests`. A session that was invalidated has let go of it:
  /// keep the registry where the app invalidates its session.
  public var stubRegistry: StubRegistry? { (delegate as? RegistryKeeper)?.registry }

  /// The last request that the session's registry saw; nil before the first, and where there is no `stubRegistry`.
  public var lastStubbedRequest: InterceptedRequest? { stubRegistry?.requests.last }
}
