extension RegisteredStub {
  /// Why the stub does not answer although its conditions hold.
  package var reasonOfSilence: String? {
    if let expectation = stub.expectation, let maximum, isExhausted {
      return maximum == 0
        ? "it says .never(): no such request is expected"
        : "it says \(expectation.source), and was used \(count.times)"
    }
    return stub.turn?.obstacle ?? scenarioObstacle
  }

  /// The changes that would end its silence, in words.
  var repairsOfSilence: [String] {
    guard let expectation = stub.expectation, let maximum, isExhausted else { return [] }
    let removal = "leave out \(expectation.source)"
    return maximum == 0 ? [removal] : ["use .times(\(count + 1))", removal]
  }
}
