/// Finds the stubs that came nearest to a request that none of them answers.
enum NearMisses {
  /// The nearest stubs, best first; user code may run.
  static func of(
    _ request: InterceptedRequest, among stubs: [RegisteredStub], limit: Int = 3
  ) -> [UnstubbedRequestError.NearMiss] {
    // Ties go to the stub that would be tried first.
    let ordered = stubs.sorted { $0.goesBefore($1) }
    let ranked = ordered.map { stub -> (stub: RegisteredStub, mismatches: [Mismatch], score: Int) in
      let mismatches = stub.mismatches(in: request)
      return (stub, mismatches, mismatches.reduce(0) { $0 + $1.part.weight })
    }
    return
      ranked.enumerated()
      .sorted { ($0.element.score, $0.offset) < ($1.element.score, $1.offset) }
      .prefix(limit)
      .map { _, miss in
        UnstubbedRequestError.NearMiss(
          stub: miss.stub.stub, mismatches: miss.mismatches,
          reason: miss.mismatches.isEmpty ? reason(miss.stub) : nil)
      }
  }

  /// Why a stub whose conditions hold does not answer.
  private static func reason(_ stub: RegisteredStub) -> String? {
    guard let expectation = stub.stub.expectation, let maximum = expectation.maximum else {
      return nil
    }
    return maximum == 0
      ? "it says .never(): no such request is expected"
      : "it is exhausted: \(expectation.source) and it was used \(stub.count.times)"
  }
}

extension Mismatch.Part {
  /// How far a difference in this part takes a stub from a request: host and path say most about what was meant.
  fileprivate var weight: Int {
    switch self {
    case .host, .url: 100
    case .path: 80
    case .method: 40
    case .scheme, .port, .userInfo: 20
    case .custom, .body: 15
    case .query, .header, .jsonBody, .formField, .multipart: 10
    }
  }
}
