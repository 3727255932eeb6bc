/// What happens to a stub without an expectation that was never used.
public enum UnusedStubPolicy: Sendable {
  /// Nothing.
  case ignore
  /// The verification reports it as a failure, unless the stub says `optional()`.
  case fail
}

/// What happens to a request that no stub answers.
public enum UnstubbedRequestPolicy: Sendable {
  /// The request fails with `UnstubbedRequestError`, and the test fails.
  case fail
  /// The request fails with `UnstubbedRequestError`; the test goes on.
  case throwError
  /// The request goes to the real network.
  case passthrough
  /// The request is answered with this response.
  case respond(StubResponse)
}
