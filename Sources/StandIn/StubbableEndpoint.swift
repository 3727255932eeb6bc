public import Foundation

/// An endpoint of an API that knows what a sample of its answer looks like.
///
/// An endpoint type of one's own, or of a networking library, that has these properties already needs but an empty
/// conformance:
///
/// ```swift
/// extension GitHub: StubbableEndpoint {}
///
/// registry.stub(allOf: GitHub.self)
/// ```
public protocol StubbableEndpoint: Sendable {
  /// The method of its requests.
  var method: HTTPMethod { get }
  /// The URL that `path` is appended to; its query and fragment are left out.
  var baseURL: URL { get }
  /// The path behind the base URL, with or without a slash at its beginning; a part of a ``URLPattern``.
  ///
  /// So braces make a variable, and what comes after a question mark is a query, which stays open.
  var path: String { get }
  /// A sample of the body.
  var sampleData: Data { get }
  /// A sample of the response; 200 with `sampleData` unless the type says otherwise.
  var sampleResponse: StubResponse { get }
}

extension StubbableEndpoint {
  /// A response with status 200 and the sample data, whose content type is JSON where the data is.
  public var sampleResponse: StubResponse {
    let isJSON = (try? JSON(parsing: sampleData)) != nil
    return .data(sampleData, contentType: isJSON ? "application/json" : "application/octet-stream")
  }

  /// The stub that answers this endpoint with its sample, whatever the query.
  package var stub: Stub {
    // Appended by hand: Foundation would take a question mark in the path for a part of it.
    let base = String(baseURL.absoluteString.prefix { $0 != "?" && $0 != "#" })
    let path = path.drop { $0 == "/" }
    let url = path.isEmpty ? base : (base.hasSuffix("/") ? base : base + "/") + path
    return Stub(method: method, url: URLPattern(url)).anyQuery().respond(sampleResponse)
  }
}

extension StubRegistry {
  /// Answers an endpoint with its sample.
  ///
  /// - Parameters:
  ///   - endpoint: The endpoint.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The stub's handle.
  @discardableResult
  public func stub(
    _ endpoint: some StubbableEndpoint, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> StubHandle {
    stub(
      endpoint.stub.located(
        SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)))
  }

  // NB: default arguments are part of a function's type; this is for those who need the type. Calls take the other one.
  /// The same as a function of this parameter alone; its stub has no place.
  @_disfavoredOverload
  @discardableResult
  public func stub(_ endpoint: some StubbableEndpoint) -> StubHandle { stub(endpoint.stub) }

  /// Answers all endpoints of a type with their samples.
  ///
  /// - Parameters:
  ///   - type: The type, whose cases are the endpoints.
  ///   - fileID: Where this is written.
  ///   - filePath: Where this is written.
  ///   - line: Where this is written.
  ///   - column: Where this is written.
  /// - Returns: The stubs' handles, in the order of the cases.
  @discardableResult
  public func stub<E: StubbableEndpoint & CaseIterable>(
    allOf type: E.Type, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> [StubHandle] {
    let location = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
    return type.allCases.map { stub($0.stub.located(location)) }
  }

  // NB: default arguments are part of a function's type; this is for those who need the type. Calls take the other one.
  /// The same as a function of this parameter alone; its stubs have no place.
  @_disfavoredOverload
  @discardableResult
  public func stub<E: StubbableEndpoint & CaseIterable>(allOf type: E.Type) -> [StubHandle] {
    type.allCases.map { stub($0.stub) }
  }
}
