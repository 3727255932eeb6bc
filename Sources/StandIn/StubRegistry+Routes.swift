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
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    for route in Self.routes(methods, url, responder) { stub(route.located(location)) }
  }

  // NB: default arguments are part of a function's type; this is for those who need the type. Calls take the other one.
  /// The same as a function of these parameters alone; its stubs have no place.
  @_disfavoredOverload
  public func route(
    _ methods: [HTTPMethod], _ url: URLPattern,
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) {
    for route in Self.routes(methods, url, responder) { stub(route) }
  }

  private static func routes(
    _ methods: [HTTPMethod], _ url: URLPattern,
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) -> [Stub] {
    (methods.isEmpty ? [nil] : methods.map(Optional.some)).map { method in
      Stub(method: method, url: url).anyQuery().respond(responder)
    }
  }
}
