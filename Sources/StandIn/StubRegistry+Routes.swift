extension StubRegistry {
  /// Answers requests with one of several methods to a URL by a closure, as a server's route does.
  ///
  /// ```swift
  /// registry.route([.get, .head], "/users/{id}") { request in
  ///   .json(["id": .string(request.parameters["id"] ?? "")])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - methods: The methods; none stands for any.
  ///   - url: The URL; its query is open.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - responder: Makes a response out of the request.
  public func route(
    _ methods: [HTTPMethod], _ url: URLPattern, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) {
    let routes = methods.isEmpty ? [Stub.any(url)] : methods.map { Stub.request($0, url) }
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    for route in routes { stub(route.anyQuery().respond(responder).located(location)) }
  }
}
