import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is said of stubs that were not used as they are expected to be.
struct ExpectationTests {
  private let scene = RefusingScene()
  private static let file = "StandInTests/ExpectationTests.swift"

  private var registry: StubRegistry { scene.registry }
  private var recorder: FailureRecorder { scene.recorder }

  @Test func listsTheRequestsThatCameNear() async throws {
    registry.stub(.post("https://api.test/orders").named("order").once())
    registry.stub(.get("https://api.test/orders"))
    let line = #line - 2
    for _ in 0..<3 { try await scene.send("GET", "/orders") }
    _ = try await scene.refusal("POST", "/order?token=1")
    _ = try await scene.refusal("DELETE", "/people/ada")
    registry.verify()
    #expect(
      recorder.texts == [
        """
        Stub "order" was never used, expected once (\(Self.file):\(line)):
          .post("https://api.test/orders").named("order").once()

        Requests that came near:
          GET https://api.test/orders (3 times)
            was answered by .get("https://api.test/orders") (\(Self.file):\(line + 1))
            method: expected POST, got GET
          POST https://api.test/order?token=***
            path: expected "/orders", got "/order"
            query "token": expected none, got "***"
        """
      ])
    #expect(recorder.failures.first?.location?.line == UInt(line))
  }

  @Test func saysThatAnotherStubAnswered() async throws {
    registry.stub(.get("/a").atLeast(2))
    registry.stub(.everything)
    let line = #line - 2
    try await scene.send("GET", "/a")
    registry.verify()
    #expect(
      recorder.texts == [
        """
        Stub was never used, expected at least 2 times (\(Self.file):\(line)):
          .get("/a").atLeast(2)

        Requests that came near:
          GET https://api.test/a
            was answered by .everything
        """
      ])
  }

  @Test func saysThatNoneCameNear() async throws {
    registry.stub(.get("https://api.test/a").once())
    _ = try await scene.refusal("POST", "/something/else")
    registry.verify()
    #expect(
      recorder.texts.first?.hasSuffix(
        "\n\nNo other request came near. The last one was:\n  POST https://api.test/something/else")
        == true)
  }

  @Test func neverIsVerifiedWhereARefusalFailsNoTest() async throws {
    registry.stub(.get("/a").never())
    let line = #line - 1
    _ = try await scene.refusal("GET", "/a")
    registry.verify()
    registry.verify()
    #expect(
      recorder.texts == [
        """
        Stub was requested once, expected never (\(Self.file):\(line)):
          .get("/a").never()
          GET https://api.test/a
        """
      ])
  }

  @Test func neverIsNotReportedTwice() async throws {
    registry.unstubbedRequestPolicy = .fail
    registry.stub(.get("/a").never())
    _ = try await scene.refusal("GET", "/a")
    registry.verify()
    #expect(recorder.texts.count == 1)
  }

  @Test func neverThatIsExpectedToBeBrokenFailsNothing() async throws {
    registry.stub(.get("/a").never())
    let registry = registry
    try await Scope.$current.withValue(registry) {
      _ = try await expectUnstubbedRequest { try await scene.send("GET", "/a") }
    }
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func thousandsOfRequestsAreNoMatter() async throws {
    registry.stub(.everything)
    for number in 0..<2_000 { try await scene.send("GET", "/things/\(number)") }
    registry.stub(.get("/thing").once())
    registry.verify()
    #expect(recorder.texts.count == 1)
  }

  // MARK: Unused stubs

  @Test func unusedStubsFailWhereThatIsAskedFor() async throws {
    registry.unusedStubPolicy = .fail
    registry.stub(.get("/people/ada"))
    registry.stub(.get("/unused"))
    let line = #line - 1
    registry.stub(.get("/optional").optional())
    registry.stub(.get("/never").never())
    registry.stub(.get("/any").atLeast(0))
    try await scene.send("GET", "/people/ada")
    registry.verify()
    registry.verify()
    #expect(
      recorder.texts == [
        """
        Stub was never used (\(Self.file):\(line)):
          .get("/unused")
          Say .optional() where that is fine.

        No other request came near. The last one was:
          GET https://api.test/people/ada
        """
      ])
  }

  @Test func unusedStubsAreIgnoredOtherwise() {
    #expect(registry.unusedStubPolicy == .ignore)
    registry.stub(.get("/unused"))
    registry.verify()
    #expect(recorder.texts == [])
  }

  @Test func anOptionalStubMayBeUsedLessOften() async throws {
    registry.stub(.get("/a").optional().times(2))
    registry.verify()
    #expect(recorder.texts == [])
    try await scene.send("GET", "/a")
    try await scene.send("GET", "/a")
    _ = try await scene.refusal("GET", "/a")
    #expect(Stub.get("/a").times(2).optional().description == #".get("/a").times(2).optional()"#)
  }

  @Test func scopesInheritWhatBecomesOfUnusedStubs() {
    registry.unusedStubPolicy = .fail
    let inner = StubRegistry(parent: registry)
    inner.stub(.get("/unused"))
    inner.verify()
    #expect(recorder.texts.count == 1)
    inner.unusedStubPolicy = .ignore
    inner.stub(.get("/unused"))
    inner.verify()
    #expect(recorder.texts.count == 1)
  }

  // MARK: Looking back

  @Test func aTimeoutSaysWhatCameInstead() async throws {
    let handle = registry.stub(.get("https://api.test/a"))
    let line = #line - 1
    try await scene.send("GET", "/a")
    _ = try await handle.nextRequest()
    _ = try await scene.refusal("GET", "/a?b=1")
    let error = await #expect(throws: StubTimeoutError.self) {
      try await handle.nextRequest(timeout: .milliseconds(1))
    }
    #expect(
      error?.description == """
        No further request came within 0.001 seconds to .get("https://api.test/a") (\(Self.file):\(line)) (it got 1 in all).

        Requests that came near:
          GET https://api.test/a?b=1
            query "b": expected none, got "1"
        """)
  }
}
