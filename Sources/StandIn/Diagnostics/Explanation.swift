#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension StubRegistry {
  /// Says stub by stub which one would answer a request, and why the others would not.
  ///
  /// No stub is used by this, and nothing is written into the journal. A body that is a stream is read, which uses it up.
  ///
  /// - Parameter request: The request.
  /// - Returns: A text of several lines, the stubs in the order in which they are tried.
  public func explain(_ request: URLRequest) -> String {
    guard let facts = RequestFacts(request) else {
      return "A request without a URL can't be stubbed."
    }
    let intercepted = InterceptedRequest(facts)
    var lines = [intercepted.line]
    var decision = Outcome.passes
    for stub in stubsInOrder {
      let verdict = stub.verdict(on: intercepted, isDecided: decision != .passes)
      if decision == .passes { decision = verdict.outcome }
      let source = Excerpt.line(Secrets.masked(text: stub.stub.hidingSecrets.description).text)
      let place = stub.stub.place
      lines.append("\(verdict.outcome == .answers ? "→" : "-") \(source)\(place)")
      lines += verdict.reasons.map { "    \($0)" }
    }
    if decision != .answers { lines.append("No stub answers it.") }
    return lines.joined(separator: "\n")
  }

  /// All stubs that may be asked, in the order in which they are: this registry's, then those of the scopes around.
  var stubsInOrder: [RegisteredStub] {
    guard parent != nil else { return ownStubsInOrder }
    let all = sequence(first: self, next: \.parent).flatMap { $0.ownStubsInOrder }
    guard all.contains(where: { $0.stub.isLastResort }) else { return all }
    return all.filter { !$0.stub.isLastResort } + all.filter { $0.stub.isLastResort }
  }

  private var ownStubsInOrder: [RegisteredStub] {
    let stubs = registeredStubs
    // Without priorities, which are rare, the newest simply comes first: thousands need not be sorted.
    let isPlain = !stubs.contains { $0.stub.priority != 0 || $0.stub.isLastResort }
    return isPlain ? stubs.reversed() : stubs.sorted { $0.goesBefore($1) }
  }
}

/// What becomes of a request at a stub: it is answered, refused for good, or goes on to the next.
private enum Outcome {
  case answers, refuses, passes
}

extension RegisteredStub {
  /// What a stub makes of a request.
  fileprivate func verdict(
    on request: InterceptedRequest, isDecided: Bool
  ) -> (outcome: Outcome, reasons: [String]) {
    if !isMatchable {
      return (.passes, shownProblems.map { "it is broken: \($0)" })
    }
    guard match(request) != nil else {
      return (.passes, mismatches(in: request).map(\.description))
    }
    if let reasonOfSilence {
      return (maximum == 0 ? .refuses : .passes, [reasonOfSilence])
    }
    if isDecided {
      return (.passes, ["its conditions hold, but it comes after the one that decides"])
    }
    return (
      .answers,
      shownProblems.map { "it answers with an error, since it is broken: \($0)" }
    )
  }

  private var shownProblems: [String] {
    (invalid?.problems ?? []).map { Secrets.masked(text: $0).text }
  }
}
