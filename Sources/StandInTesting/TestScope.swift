import StandIn
import Testing

/// The scope of one test case: its registry, and the way of failures to it.
struct TestScope: Sendable {
  @TaskLocal static var current: TestScope?

  private let registry: StubRegistry
  private let reporter: IssueReporter
  private let name: String

  init(_ trait: StubsTrait, name: String) {
    self.name = name
    reporter = IssueReporter()
    registry = StubRegistry(parent: nil, reporter: reporter)
    add(trait)
  }

  func add(_ trait: StubsTrait) {
    if let policy = trait.policy { registry.unstubbedRequestPolicy = policy }
    for stub in trait.stubs { registry.stub(stub) }
  }

  /// Runs a test in this scope; when it returns, every failure has been recorded.
  func run(_ function: @Sendable () async throws -> Void) async throws {
    registry.beginScope()
    // A child task, and so a part of the test: what it records belongs to the test.
    async let recording: Void = reporter.recordAll()
    defer { registry.endScope(name) }
    do {
      try await Scope.$current.withValue(registry) {
        try await Self.$current.withValue(self, operation: function)
      }
    } catch {
      registry.verify()
      reporter.finish()
      await recording
      throw error
    }
    registry.verify()
    reporter.finish()
    await recording
  }
}
