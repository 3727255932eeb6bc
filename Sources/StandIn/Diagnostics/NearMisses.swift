/// Finds the stubs that came nearest to a request that none of them answers.
struct NearMisses {
  private let request: InterceptedRequest
  private let registry: StubRegistry
  /// The stub that says the request must not be made, where one does.
  private let forbidder: RegisteredStub?

  init(_ request: InterceptedRequest, in registry: StubRegistry, forbiddenBy stub: RegisteredStub?)
  {
    self.request = request
    self.registry = registry
    forbidder = stub
  }

  /// The nearest stubs, best first; user code may run.
  func nearest(_ limit: Int = 3) -> [UnstubbedRequestError.NearMiss] {
    // Ties go to the stub that would be tried first.
    let all = registry.stubsInOrder
    let ordered = likely(registry.unmatchableStubs.isEmpty ? all : all.filter { $0.isMatchable })
    let removed = registry.removedStubs.reversed().compactMap(ifRemoved)
    let ranked = (ordered.map(candidate) + removed).enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
    return ranked.prefix(limit).map { nearMiss($0.element) }
  }

  private struct Candidate {
    var stub: RegisteredStub
    var mismatches: [Mismatch]
    var distance: Int
  }

  private func candidate(_ stub: RegisteredStub) -> Candidate {
    // Where one stub forbids, those after it were not asked; nor was one that is gone.
    let wasAsked = forbidder == nil && !stub.isRemoved
    let mismatches = stub.mismatches(in: request, isRefused: wasAsked)
    let distance = Distance.of(stub, to: request, mismatches)
    // The one that decides comes before those that it keeps from answering.
    return Candidate(
      stub: stub, mismatches: mismatches, distance: stub === forbidder ? -1 : distance)
  }

  /// A removed stub is of interest only if it would have answered.
  private func ifRemoved(_ stub: RegisteredStub) -> Candidate? {
    guard !stub.rulesOutCheaply(request), stub.isMatchable else { return nil }
    let candidate = candidate(stub)
    return candidate.mismatches.isEmpty ? candidate : nil
  }

  private func nearMiss(_ candidate: Candidate) -> UnstubbedRequestError.NearMiss {
    let (stub, mismatches) = (candidate.stub, candidate.mismatches)
    guard mismatches.isEmpty else {
      return UnstubbedRequestError.NearMiss(
        stub: stub.stub, mismatches: mismatches,
        reason: stub.maximum == 0 ? nil : stub.reasonOfSilence,
        repairs: Repair.suggestions(for: stub, mismatches, request),
        findings: registry.findings(onMatchingOf: stub))
    }
    return UnstubbedRequestError.NearMiss(
      stub: stub.stub, mismatches: [], reason: reason(for: stub),
      repairs: stub.isRemoved ? [] : stub.repairsOfSilence,
      findings: stub.stub.step == nil ? [] : registry.findings(onMatchingOf: stub))
  }

  /// Why a stub does not answer although nothing differs.
  private func reason(for stub: RegisteredStub) -> String? {
    if stub.isRemoved { return "it was removed, and would have answered" }
    if let reason = stub.reasonOfSilence { return reason }
    guard let forbidder, forbidder !== stub else { return nil }
    return "it is not asked, since \(Excerpt.place(forbidder.stub)) comes before it"
  }

  // MARK: Choosing

  /// The stubs worth a closer look, which takes texts: found by what can be told without.
  private func likely(_ stubs: [RegisteredStub], most: Int = 20) -> [RegisteredStub] {
    guard stubs.count > most else { return stubs }
    let estimates = nearByURL(stubs).map {
      (stub: $0, distance: Distance.estimate($0, to: request))
    }
    return estimates.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(most).map(\.element.stub)
  }

  /// The greatest of the smallest numbers, found without sorting the others.
  private static func smallest(_ count: Int, of numbers: [Int]) -> Int {
    var kept = numbers.prefix(count).sorted()
    for number in numbers.dropFirst(count) where number < kept[count - 1] {
      let place = kept.firstIndex { $0 > number } ?? count - 1
      kept.removeLast()
      kept.insert(number, at: place)
    }
    return kept[count - 1]
  }

  /// Of very many stubs those whose URL is most alike; of those whose URL is equally so, those tried first.
  private func nearByURL(
    _ stubs: [RegisteredStub], most: Int = 100, mostOfOneURL: Int = 1_000
  ) -> [RegisteredStub] {
    guard stubs.count > most, let target = request.facts.target else { return stubs }
    let distances = stubs.map { Distance.ofURL($0, to: target) }
    let limit = Self.smallest(most, of: distances)
    let nearer = stubs.indices.filter { distances[$0] < limit }
    let alike = stubs.indices.filter { distances[$0] == limit }
    // Stubs for the very URL of the request differ in other things; where it is another one, few will do.
    return (nearer + alike.prefix(limit == 0 ? mostOfOneURL : most)).sorted().map { stubs[$0] }
  }
}
