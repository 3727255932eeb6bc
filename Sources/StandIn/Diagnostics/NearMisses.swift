/// Finds the stubs that came nearest to a request that none of them answers.
enum NearMisses {
  /// The nearest stubs, best first; user code may run.
  static func of(
    _ request: InterceptedRequest, among stubs: [RegisteredStub], limit: Int = 3
  ) -> [UnstubbedRequestError.NearMiss] {
    // Ties go to the stub that would be tried first.
    let ordered = likely(stubs, request).sorted { $0.goesBefore($1) }
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

  /// The stubs worth a closer look: among very many, those of the same host or path.
  private static func likely(
    _ stubs: [RegisteredStub], _ request: InterceptedRequest, most: Int = 100
  ) -> [RegisteredStub] {
    guard stubs.count > most, let target = request.facts.target else { return stubs }
    let rated = stubs.map { stub -> (stub: RegisteredStub, rating: Int) in
      let url = stub.stub.url
      let host = url?.literalHost.map { $0 == target.host ? 0 : 2 } ?? 1
      let path = url?.wholePath.map { $0 == target.path ? 0 : 2 } ?? 1
      return (stub, host + path)
    }
    let best = rated.map(\.rating).min() ?? 0
    let alike = rated.filter { $0.rating == best }.map(\.stub)
    return alike.count <= most ? alike : closest(alike, to: target.path, most)
  }

  /// The stubs whose path has most in common with one from its beginning.
  private static func closest(
    _ stubs: [RegisteredStub], to path: String, _ most: Int
  ) -> [RegisteredStub] {
    let rated = stubs.map { stub -> (stub: RegisteredStub, common: Int) in
      let own = stub.stub.url?.wholePath ?? ""
      return (stub, zip(own.utf8, path.utf8).prefix { $0 == $1 }.count)
    }
    let threshold = rated.map(\.common).sorted(by: >)[most - 1]
    return Array(rated.filter { $0.common >= threshold }.map(\.stub).suffix(most))
  }

  /// Why a stub whose conditions hold does not answer.
  private static func reason(_ stub: RegisteredStub) -> String? {
    guard let expectation = stub.stub.expectation, let maximum = expectation.maximum else {
      return nil
    }
    return maximum == 0
      ? "it says .never(): no such request is expected"
      : "it says \(expectation.source), and has been used \(stub.count.times)"
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
