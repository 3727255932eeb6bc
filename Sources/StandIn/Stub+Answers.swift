extension Stub {
  /// Answers with these responses: several are used in turn, each once, and the last one for good.
  public func respond(_ responses: StubResponse...) -> Stub {
    var stub = self
    stub.answer = .inTurn(responses)
    return stub
  }

  /// Answers with what a closure returns.
  ///
  /// - Parameter responder: Makes a response out of the request. What it throws reaches the app as the request's error,
  ///   as the same value. It runs on no URLSession queue and under no lock, so it may take its time.
  /// - Returns: The stub with this answer.
  public func respond(
    _ responder: @escaping @Sendable (InterceptedRequest) async throws -> StubResponse
  ) -> Stub {
    var stub = self
    stub.answer = .responder(responder)
    return stub
  }

  /// Expects exactly this many requests; the stub is exhausted after them.
  public func times(_ count: Int) -> Stub {
    expecting(Expectation(minimum: count, maximum: count))
  }

  /// Expects exactly one request; the stub is exhausted after it.
  public func once() -> Stub {
    times(1)
  }

  /// Expects this many requests or more.
  public func atLeast(_ count: Int) -> Stub {
    expecting(Expectation(minimum: count, maximum: nil))
  }

  /// Expects no request: one that would match is refused, even where an older stub would answer it.
  public func never() -> Stub {
    times(0)
  }

  /// Lets the stub be left unused: where unused stubs fail, and where it would be expected at least once.
  public func optional() -> Stub {
    var stub = self
    stub.isOptional = true
    return stub
  }

  private func expecting(_ expectation: Expectation) -> Stub {
    var stub = self
    stub.expectation = expectation
    return stub
  }

  /// Gives the stub a name for messages.
  public func named(_ name: String) -> Stub {
    var stub = self
    stub.name = name
    return stub
  }

  /// Puts the stub before those of lower priority, whichever is newer; 0 is the usual priority.
  public func priority(_ priority: Int) -> Stub {
    var stub = self
    stub.priority = priority
    return stub
  }
}
