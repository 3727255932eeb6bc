import StandIn
import Testing

/// The scope of one test case: its registry, and the way of failures to it.
struct TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  private let registry: StubRegistry
  private let reporter: IssueReporter
  private let name: String

  init(_ trait: StubsTrait, for test: Test) {
    name = test.displayName ?? test.name
    reporter = IssueReporter(location: test.sourceLocation)
    registry = StubRegistry(parent: nil, reporter: reporter)
    add(trait)
  }

  func add(_ trait: StubsTrait) {
    if let policy = trait.policy { registry.unstubbedRequestPolicy = policy }
    if let policy = trait.unusedPolicy { registry.unusedStubPolicy = policy }
    for stub in trait.stubs { registry.stub(stub) }
    registry.stub(inOrder: trait.ordered)
  }

  /// Runs a test in this scope; when it returns, every failure has been recorded.
  func run(_ function: @Sendable () async throws -> Void) async throws {
    registry.beginScope(ofTask: true)
    // It knows the test that it was made in, and goes on when that is cancelled.
    let recording = Task { await reporter.recordAll() }
    let result: Result<Void, any Error>
    do {
      try await Scope.$current.withValue(registry) {
        try await Self.$current.withValue(self, operation: function)
      }
      // What a test that was broken off expected is no matter any more.
      registry.verify()
      result = .success(())
    } catch {
      result = .failure(error)
    }
    // From here on failures go to standard error; those that came before are recorded.
    registry.endScope(name, verifying: false)
    reporter.finish()
    await recording.value
    try result.get()
  }
}
