import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A registry that goes on after a refusal, and what it reports.
struct RefusingScene {
  let registry: StubRegistry
  let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
  }

  /// Makes a request to `https://api.test`.
  func send(_ method: String, _ path: String) async throws {
    _ = try await registry.response(to: request(method, "https://api.test\(path)"))
  }

  /// Makes a request to `https://api.test` that is to be refused.
  func refusal(_ method: String, _ path: String) async throws -> UnstubbedRequestError {
    try await refusal(request(method, "https://api.test\(path)"))
  }

  /// Makes a request that is to be refused.
  func refusal(_ request: URLRequest) async throws -> UnstubbedRequestError {
    try #require(
      await #expect(throws: UnstubbedRequestError.self) {
        try await registry.response(to: request)
      })
  }
}
