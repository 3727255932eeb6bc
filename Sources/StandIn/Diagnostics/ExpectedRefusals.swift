/// The refusals that a running `expectUnstubbedRequest` waits for: they are handed to it, and fail no test.
package final class ExpectedRefusals: Sendable {
  private let errors = Locked<[UnstubbedRequestError]>([])

  package init() {}

  package func add(_ error: UnstubbedRequestError) {
    errors.withLock { $0.append(error) }
  }

  package var first: UnstubbedRequestError? { errors.withLock { $0.first } }
}

/// Every request was stubbed although one was expected not to be.
public struct NoUnstubbedRequestError: Error, Sendable, CustomStringConvertible {
  /// Where it was expected, and which requests were made.
  public let description: String
}

/// Runs a block that is expected to make a request that no stub answers, and returns the refusal.
///
/// The refusal fails no test, whatever the app makes of the error. Without a scope around it, requests on
/// `URLSession.shared` are intercepted while the block runs.
///
/// ```swift
/// let error = try await expectUnstubbedRequest { try await client.delete(id: 42) }
/// XCTAssertTrue(error.snippet.contains(".delete("))
/// ```
///
/// - Parameters:
///   - fileID: Where this is written.
///   - filePath: Where this is written.
///   - line: Where this is written.
///   - column: Where this is written.
///   - isolation: The actor on which the block runs.
///   - body: The block.
/// - Returns: The first refusal.
/// - Throws: `NoUnstubbedRequestError` where every request was stubbed, or what the block threw without a refusal.
@discardableResult
public func expectUnstubbedRequest<R>(
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column, isolation: isolated (any Actor)? = #isolation,
  _ body: () async throws -> R
) async throws -> UnstubbedRequestError {
  // NB: without a scope nothing would intercept the request, and it would reach the network.
  let known = Scope.current ?? SharedInterception.wide
  let hasScope = known != nil
  let registry = known ?? StubRegistry(parent: Scope.around)
  if !hasScope { registry.beginScope(ofTask: true) }
  let expected = ExpectedRefusals()
  registry.beginExpecting(expected)
  defer {
    registry.endExpecting(expected)
    if !hasScope { registry.endScope() }
  }
  let count = registry.requests.count
  do {
    _ = try await Scope.$current.withValue(registry) {
      try await Scope.$expected.withValue(expected, operation: body)
    }
  } catch {
    guard let refusal = expected.first else { throw error }
    return refusal
  }
  if let refusal = expected.first { return refusal }
  let made = registry.requests.dropFirst(count)
  let requests =
    made.prefix(36).map { "\n  \($0.line)" }.joined()
    + (made.count > 36 ? "\n  … and \(made.count - 36) more" : "")
  let place = SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column)
  throw NoUnstubbedRequestError(
    description: "Expected a request that no stub answers (\(place)), but "
      + (requests.isEmpty ? "no request was made." : "every request was stubbed:\(requests)"))
}
