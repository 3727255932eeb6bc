extension StubRegistry {
  package var reporter: (any FailureReporter)? {
    get { withState { $0.reporter } ?? parent?.reporter }
    set { withState { $0.reporter = newValue } }
  }

  /// Where this registry's failures go: to its own reporter, or that of the scope in which something goes wrong.
  package var nearestReporter: (any FailureReporter)? {
    reporter ?? Scope.current?.reporter ?? SharedInterception.wide?.reporter
      ?? LinkedAmbience.current?.reporter
  }

  /// Hands a failure to the test, or to standard error where there is none, or where it is over.
  package func report(_ failure: Failure) {
    if withState({ $0.ended }) != nil {
      StandardErrorReporter().report(failure)
    } else {
      (nearestReporter ?? StandardErrorReporter()).report(failure)
    }
  }

  /// Hands a failure to a reporter of the request's own, or to the registry's.
  package func report(_ failure: Failure, to reporter: (any FailureReporter)?) async {
    guard let reporter, withState({ $0.ended }) == nil else { return report(failure) }
    await reporter.reportAndWait(failure)
  }

  /// Makes this registry that of a scope, which intercepts sessions that belong to no registry.
  ///
  /// - Parameter ofTask: Whether the scope is bound to the running task, and not to the whole process.
  package func beginScope(ofTask: Bool) {
    SharedInterception.begin(self, ofTask: ofTask)
  }

  /// Verifies, stops interception, and from then on reports to standard error.
  ///
  /// - Parameters:
  ///   - name: The test that is over, for messages.
  ///   - verifying: Whether to verify expectations.
  package func endScope(_ name: String = "its scope", verifying: Bool = true) {
    if verifying { verify() }
    SharedInterception.end(self)
    stop()
    withState { $0.ended = name }
    removeAll()
    // What comes late is told that the scope has ended; that its stubs went with it goes without saying.
    withState { $0.removed = [] }
  }

  /// Gives every refusal a reason from now on.
  func refuseAll(because reason: String) {
    withState { $0.refusalReason = reason }
  }

  /// Why requests are refused whatever the stubs say; nil where it depends on the stubs.
  var refusalReason: String? {
    withState { $0.refusalReason }
  }

  /// The test or block that is over, and so is every scope around it; nil while one of them lives.
  package var endedName: String? {
    guard let name = withState({ $0.ended }) else { return nil }
    guard let parent else { return name }
    return parent.endedName
  }

  package func beginExpecting(_ refusals: ExpectedRefusals) {
    withState { $0.expected.append(refusals) }
  }

  package func endExpecting(_ refusals: ExpectedRefusals) {
    withState { $0.expected.removeAll { $0 === refusals } }
  }

  /// Who waits for refusals of this registry: the innermost `expectUnstubbedRequest`.
  package var expectedRefusals: ExpectedRefusals? {
    withState { $0.expected.last } ?? parent?.expectedRefusals
  }
}
