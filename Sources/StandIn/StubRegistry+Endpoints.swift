extension StubRegistry {
  /// Answers an endpoint with its sample.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - behavior: When the sample comes, or that the real network answers.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The stub's handle.
  @discardableResult
  public func stub(
    _ endpoint: some StubbableEndpoint, behavior: EndpointBehavior = .immediate,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> StubHandle {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return stub(endpoint.stub(behavior).located(location))
  }

  // NB: default arguments are part of a function's type; this is for those who need the type. Calls take the other one.
  /// The same as a function of this parameter alone; its stub has no place.
  @_disfavoredOverload
  @discardableResult
  public func stub(_ endpoint: some StubbableEndpoint) -> StubHandle { stub(endpoint.stub()) }

  // MARK: All cases

  /// Answers all endpoints of a type with their samples.
  ///
  /// - Parameters:
  ///   - type: The type, whose cases are the endpoints.
  ///   - behavior: When the samples come, or that the real network answers.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The stubs' handles, in the order of the cases.
  @discardableResult
  public func stub<E: StubbableEndpoint & CaseIterable>(
    allOf type: E.Type, behavior: EndpointBehavior = .immediate,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> [StubHandle] {
    stub(
      each: type.allCases, behavior: behavior, fileID: fileID, filePath: filePath, line: line,
      column: column)
  }

  /// Answers all endpoints of a type, each as a closure says.
  ///
  /// - Parameters:
  ///   - type: The type, whose cases are the endpoints.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - behavior: When an endpoint's sample comes, or that the real network answers. It is called here, once for each.
  /// - Returns: The stubs' handles, in the order of the cases.
  @discardableResult
  public func stub<E: StubbableEndpoint & CaseIterable>(
    allOf type: E.Type, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column, behavior: (E) -> EndpointBehavior
  ) -> [StubHandle] {
    stub(
      each: type.allCases, fileID: fileID, filePath: filePath, line: line, column: column,
      behavior: behavior)
  }

  // NB: default arguments are part of a function's type; this is for those who need the type. Calls take the other one.
  /// The same as a function of this parameter alone; its stubs have no place.
  @_disfavoredOverload
  @discardableResult
  public func stub<E: StubbableEndpoint & CaseIterable>(allOf type: E.Type) -> [StubHandle] {
    type.allCases.map { stub($0.stub().optional()) }
  }

  // MARK: Some of them

  /// Answers several endpoints of a type with their samples, for types whose cases can't be listed.
  ///
  /// ```swift
  /// registry.stub(each: [GitHub.user("ada"), .repositories])
  /// ```
  ///
  /// - Parameters:
  ///   - endpoints: The endpoints.
  ///   - behavior: When the samples come, or that the real network answers.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The stubs' handles, in the same order.
  @discardableResult
  public func stub<E: StubbableEndpoint>(
    each endpoints: some Sequence<E>, behavior: EndpointBehavior = .immediate,
    fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
    column: UInt = #column
  ) -> [StubHandle] {
    stub(
      each: endpoints, fileID: fileID, filePath: filePath, line: line, column: column,
      behavior: { _ in behavior })
  }

  /// Answers several endpoints of a type, each as a closure says.
  ///
  /// - Parameters:
  ///   - endpoints: The endpoints.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  ///   - behavior: When an endpoint's sample comes, or that the real network answers. It is called here, once for each.
  /// - Returns: The stubs' handles, in the same order.
  @discardableResult
  public func stub<E: StubbableEndpoint>(
    each endpoints: some Sequence<E>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column,
    behavior: (E) -> EndpointBehavior
  ) -> [StubHandle] {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return endpoints.map { stub($0.stub(behavior($0)).located(location).optional()) }
  }
}
