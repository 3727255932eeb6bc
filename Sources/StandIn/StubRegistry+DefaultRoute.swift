extension StubRegistry {
  /// Answers by a closure what no stub answers, as a server answers what no route fits.
  ///
  /// ```swift
  /// registry.defaultRoute { request in .text("no \(request.url.path) here", status: 404) }
  /// ```
  ///
  /// Every other stub comes before it, whenever it is registered and whatever its priority, and those of the scopes
  /// around too. Of several default routes the newest answers. With one, nothing is refused but what a stub forbids that
  /// says `never()`; the requests are in the handle. Where several tests run and a request comes from none of their tasks,
  /// a default route does not make it its test's.
  ///
  /// - Parameters:
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - responder: Makes a response out of the request.
  /// - Returns: The handle of the stub that it is.
  @discardableResult
  public func defaultRoute(
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column,
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) -> StubHandle {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stub(Self.lastResort.respond(responder).located(location))
  }

  /// Answers with a response what no stub answers.
  ///
  /// - Parameters:
  ///   - response: The response, such as `.status(404)`.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The handle of the stub that it is.
  @discardableResult
  public func defaultRoute(
    _ response: StubResponse, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> StubHandle {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stub(Self.lastResort.respond(response).located(location))
  }

  private static var lastResort: Stub {
    var stub = Stub.everything.named("default route")
    stub.isLastResort = true
    return stub
  }
}
