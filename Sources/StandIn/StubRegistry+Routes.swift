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

  /// Answers requests with one of several methods by a closure, where a regular expression is found in the URL.
  ///
  /// ```swift
  /// registry.route([.get], /\/users\/(?<id>\d+)$/) { request in
  ///   .json(["id": .string(request.parameters["id"] ?? "")])
  /// }
  /// ```
  ///
  /// - Parameters:
  ///   - methods: The methods; none stands for any.
  ///   - regex: The regular expression, searched in the absolute URL as the app wrote it. Its groups are captured by
  ///     number, and by name where they have one.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - responder: Makes a response out of the request.
  public func route<Output>(
    _ methods: [HTTPMethod], _ regex: Regex<Output>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let routes = Self.routes(methods, URLPattern(regex), responder)
    for route in routes { stub(route.located(location)) }
  }

  /// Answers requests with one of several methods by a closure, where a text stands in the URL.
  ///
  /// ```swift
  /// registry.route([.get, .post], containing: "/v2/reports") { _ in .status(204) }
  /// ```
  ///
  /// - Parameters:
  ///   - methods: The methods; none stands for any.
  ///   - text: The text, searched in the absolute URL as the app wrote it: percent-encoded, and in this case.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - responder: Makes a response out of the request.
  public func route(
    _ methods: [HTTPMethod], containing text: String, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    let url = RequestMatcher.url(containing: text)
    let matchers = methods.isEmpty ? [url] : methods.map { .method($0) && url }
    for matcher in matchers {
      let route = Stub(conditions: [matcher.condition], location: location).respond(responder)
      stub(route.asOne(of: matchers.count))
    }
  }

  private static func routes(
    _ methods: [HTTPMethod], _ url: URLPattern,
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) -> [Stub] {
    (methods.isEmpty ? [nil] : methods.map(Optional.some)).map { method in
      Stub(method: method, url: url).anyQuery().respond(responder).asOne(of: methods.count)
    }
  }
}

extension Stub {
  /// The stub as one of several that were registered at once, of which not each has to be used.
  package func asOne(of count: Int) -> Stub { count > 1 ? optional() : self }
}
