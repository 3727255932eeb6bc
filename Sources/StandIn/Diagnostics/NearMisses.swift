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
          reason: miss.mismatches.isEmpty ? miss.stub.reasonOfSilence : nil)
      }
  }

  /// The stubs worth a closer look: among very many, those whose URL is most alike, and of these the newest.
  private static func likely(
    _ stubs: [RegisteredStub], _ request: InterceptedRequest, most: Int = 100
  ) -> [RegisteredStub] {
    guard stubs.count > most, let target = request.facts.target else { return stubs }
    let distances = stubs.map { distance(of: $0, to: target) }
    let limit = distances.sorted()[most - 1]
    return Array(stubs.indices.filter { distances[$0] <= limit }.suffix(most).map { stubs[$0] })
  }

  /// How far the URL of a stub is from another one, at a glance.
  private static func distance(of stub: RegisteredStub, to target: NormalizedURL) -> Int {
    guard let url = stub.stub.url else { return 20_000 }
    var distance = 0
    if let host = url.literalHost, host != target.host { distance += 40_000 }
    guard let path = url.wholePath else { return distance + 10_000 }
    guard path != target.path else { return distance }
    var common = 0
    for (own, other) in zip(path.utf8, target.path.utf8) where own == other { common += 1 }
    return distance + 20_000 - min(common, 9_999)
  }

}

extension RegisteredStub {
  /// Why the stub does not answer although its conditions hold.
  package var reasonOfSilence: String? {
    guard let expectation = stub.expectation, let maximum else { return nil }
    return maximum == 0
      ? "it says .never(): no such request is expected"
      : "it says \(expectation.source), and has been used \(count.times)"
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
