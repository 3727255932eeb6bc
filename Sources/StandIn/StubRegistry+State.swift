extension StubRegistry {
  /// All of a registry that changes, under one lock.
  struct State {
    var stubs: [RegisteredStub] = []
    var index = StubIndex()
    var unmatchable: [RegisteredStub] = []
    /// The stubs that were removed last, for the messages about requests that they would have answered.
    var removed: [RegisteredStub] = []
    var nextSequence = 0
    var requests: [InterceptedRequest] = []
    var unstubbed: [UnstubbedRequestError] = []
    var policy: UnstubbedRequestPolicy?
    var unusedStubPolicy: UnusedStubPolicy?
    var reporter: (any FailureReporter)?
    var expected: [ExpectedRefusals] = []
    var ended: String?
    var resources = SessionResources()
    var callbacks = Callbacks()
    /// Why every request is refused, where that is so.
    var refusalReason: String?
    var scenarios: [String: Scenario] = [:]

    /// Keeps a few removed stubs: all of them would be too many where a registry lives long.
    mutating func keepRemoved(_ stubs: [RegisteredStub]) {
      removed += stubs.suffix(100)
      if removed.count > 200 { removed.removeFirst(removed.count - 100) }
    }
  }
}
