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
    var lines = ["\(intercepted)"]
    var isDecided = false
    var answers = false
    for stub in stubsInOrder {
      let verdict = stub.verdict(on: intercepted, isDecided: isDecided)
      answers = answers || verdict.answers
      isDecided = isDecided || verdict.answers || verdict.refuses
      let place = stub.stub.location.map { " (\($0))" } ?? ""
      lines.append("\(verdict.answers ? "→" : "-") \(Excerpt.line(stub.stub.description))\(place)")
      lines += verdict.reasons.map { "    \($0)" }
    }
    if !answers { lines.append("No stub answers it.") }
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
  ) -> (answers: Bool, refuses: Bool, reasons: [String]) {
    if !isMatchable {
      return (false, false, (invalid?.problems ?? []).map { "it is broken: \($0)" })
    }
    guard match(request) != nil else {
      return (false, false, mismatches(in: request).map(\.description))
    }
    if isExhausted, let reasonOfSilence {
      return (false, stub.expectation?.maximum == 0, [reasonOfSilence])
    }
    if isDecided {
      return (false, false, ["its conditions hold, but it comes after the one that decides"])
    }
    return (
      true, false,
      (invalid?.problems ?? []).map { "it answers with an error, since it is broken: \($0)" }
    )
  }
}
