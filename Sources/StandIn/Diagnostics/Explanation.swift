#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension StubRegistry {
  /// Says stub by stub which one would answer a request, and why the others would not.
  ///
  /// No stub is used by this, and nothing is written into the journal.
  ///
  /// - Parameter request: The request.
  /// - Returns: A text of several lines, the stubs in the order in which they are tried.
  public func explain(_ request: URLRequest) -> String {
    guard let facts = RequestFacts(request) else {
      return "A request without a URL can't be stubbed."
    }
    let intercepted = InterceptedRequest(facts)
    var lines = ["\(intercepted)"]
    var winner: RegisteredStub?
    for stub in stubsInOrder {
      let verdict = stub.verdict(on: intercepted, isDecided: winner != nil)
      if verdict.answers { winner = stub }
      let place = stub.stub.location.map { " (\($0))" } ?? ""
      lines.append("\(verdict.answers ? "→" : "-") \(Excerpt.line(stub.stub.description))\(place)")
      lines += verdict.reasons.map { "    \($0)" }
    }
    if winner == nil { lines.append("No stub answers it.") }
    return lines.joined(separator: "\n")
  }

  /// All stubs that may be asked, in the order in which they are: this registry's, then those of the scopes around.
  private var stubsInOrder: [RegisteredStub] {
    registeredStubs.sorted { $0.goesBefore($1) } + (parent?.stubsInOrder ?? [])
  }
}

extension RegisteredStub {
  /// What a stub makes of a request.
  fileprivate func verdict(
    on request: InterceptedRequest, isDecided: Bool
  ) -> (answers: Bool, reasons: [String]) {
    if !isMatchable { return (false, (invalid?.problems ?? []).map { "it is broken: \($0)" }) }
    guard match(request) != nil else {
      return (false, mismatches(in: request).map(\.description))
    }
    if let expectation = stub.expectation, isExhausted {
      return (false, ["it says \(expectation.source), and has been used \(count.times)"])
    }
    if isDecided { return (false, ["it would answer, but comes after the one that does"]) }
    return (
      true, (invalid?.problems ?? []).map { "it answers with an error, since it is broken: \($0)" }
    )
  }
}
