import Foundation
import StandInTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private func text(
  _ path: String = "me", in session: URLSession = .shared
) async throws -> String {
  let url = try #require(URL(string: "https://api.test/\(path)"))
  return String(decoding: try await session.data(from: url).0, as: UTF8.self)
}

/// As it might stand in a file of its own.
private func helperStub() {
  stub(.get("https://api.test/helper").respond(.text("helper")))
}

@Suite(
  .stubs(
    .get("https://api.test/me").respond(.text("suite")),
    .get("https://api.test/twice").respond(.text("first"), .text("then"))))
struct StubsTraitTests {
  init() {
    stub(.get("https://api.test/init").respond(.text("init")))
  }

  @Test func aSuitesStubsApply() async throws {
    #expect(try await text() == "suite")
    #expect(try await text("init") == "init")
  }

  @Test(arguments: 0..<5)
  func theyApplyAfreshToEachCase(_ number: Int) async throws {
    #expect(StubRegistry.current.requests.isEmpty)
    #expect(try await text("twice") == "first")
    #expect(try await text("twice") == "then")
    #expect(StubRegistry.current.requests.count == 2)
  }

  @Test(.stubs(.get("https://api.test/me").respond(.text("own"))))
  func aTestsOwnStubsWin() async throws {
    #expect(try await text() == "own")
    #expect(try await text("twice") == "first")
    stub(.get("https://api.test/me").respond(.text("body")))
    #expect(try await text() == "body")
    #expect(StubRegistry.current.stubs.count == 5)
  }

  @Test(.stubs(unstubbed: .respond(.text("default", status: 404))))
  func aTestsPolicyWins() async throws {
    #expect(try await text("anything") == "default")
  }

  @Test func helpersReachTheRegistry() async throws {
    helperStub()
    #expect(try await text("helper") == "helper")
  }

  @Test func childrenAndUnstructuredTasksInherit() async throws {
    async let child = text()
    let group = try await withThrowingTaskGroup(of: String.self) { group in
      for _ in 0..<4 { group.addTask { try await text() } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(try await child == "suite")
    #expect(group == Array(repeating: "suite", count: 4))
    #expect(try await Task { try await text() }.value == "suite")
  }

  @Test func blocksNest() async throws {
    try await withStubs(.get("https://api.test/me").respond(.text("block"))) {
      let inside = try await (text(), text("init"))
      #expect(inside == ("block", "init"))
    }
    #expect(try await text() == "suite")
  }

  @Test func refusalsAreExpectedOrKnown() async throws {
    let error = try await expectUnstubbedRequest { try await text("unknown") }
    #expect(error.request.url.path == "/unknown")
    await withKnownIssue {
      _ = try? await text("unknown")
    } matching: { issue in
      issue.comments.contains {
        $0.rawValue.hasPrefix("No stub answers GET https://api.test/unknown")
      }
    }
    await withKnownIssue {
      // Whatever task it is made in, it belongs to this test.
      _ = try? await Task { try await text("other") }.value
    }
  }

  @Test func refusalsAfterARedirectAreKnown() async throws {
    stub(.get("https://api.test/from").respond(.redirect(to: "/nowhere")))
    await withKnownIssue {
      _ = try? await text("from")
    } matching: { issue in
      issue.comments.contains { $0.rawValue.contains("It was redirected from:") }
    }
  }

  @Test func aRegistryMadeInATestFailsThatTest() async throws {
    let registry = StubRegistry()
    await withKnownIssue {
      _ = try? await text("unknown", in: registry.session)
    }
    withKnownIssue {
      registry.stub(.get("https://api.test/never").once())
      registry.verify()
    }
  }

  @Test func brokenStubsAreKnownIssuesOfTheirLine() {
    let line = #line + 2
    withKnownIssue {
      stub(.get("nonsense"))
    } matching: { issue in
      issue.sourceLocation?.line == line
    }
  }

  @Test func ownSessionsAnswerToo() async throws {
    let registry = StubRegistry.current
    #expect(try await text(in: registry.session) == "suite")
    #expect(try await text(in: .stubbed(by: registry)) == "suite")
    #expect(try await text(in: URLSession(configuration: .stubbed(by: registry))) == "suite")
  }

  @Test func sessionsTheAppMakesAnswerToo() async throws {
    #expect(try await text(in: URLSession(configuration: .default)) == "suite")
    #expect(try await text(in: URLSession(configuration: .ephemeral)) == "suite")
  }
}

/// Expectations that the trait brings.
@Suite(.stubs(.get("https://api.test/me").optional(), unused: .fail))
struct UnusedStubsTests {
  @Test func aSuiteSaysWhatBecomesOfThem() {
    #expect(StubRegistry.current.unusedStubPolicy == .fail)
    let line = #line + 2
    withKnownIssue {
      stub(.get("https://api.test/unused"))
      StubRegistry.current.verify()
    } matching: { issue in
      issue.sourceLocation?.line == line
        && issue.comments.contains { $0.rawValue.hasPrefix("Stub was never used (") }
    }
  }

  @Test(.stubs(.get("https://api.test/own"), unused: .ignore))
  func aTestHasTheLastWord() {
    #expect(StubRegistry.current.unusedStubPolicy == .ignore)
  }

  @Test(
    .stubs(
      inOrder: .get("https://api.test/first").respond(.text("1")),
      .get("https://api.test/then").respond(.text("2"))))
  func ordersComeWithTheTrait() async throws {
    _ = try await expectUnstubbedRequest { try await text("then") }
    #expect(try await text("first") == "1")
    #expect(try await text("then") == "2")
  }
}

/// Failures that a test is known to have, from code that is not in its task.
@Suite(.stubs)
struct FailuresFromElsewhereTests {
  @Test func areRecordedInTheRightTest() async throws {
    // A session of the registry ties the request to the test, whoever makes it.
    let session = StubRegistry.current.session
    let error = try await expectUnstubbedRequest {
      _ = try? await Task.detached { try await text("detached", in: session) }.value
    }
    #expect(error.request.url.path == "/detached")
  }
}

/// Blocks outside of any test's scope.
struct BlockTests {
  @Test func doNotStandInThoseOfOthers() async throws {
    let (isAlone, answer) = try await withStubs(
      .get("https://api.test/me").respond(.text("one"))
    ) {
      let isAlone = await Task.detached {
        withStubs(.get("https://api.test/other")) { StubRegistry.current.parent == nil }
      }.value
      return (isAlone, try await text())
    }
    #expect(isAlone)
    #expect(answer == "one")
  }

  @Test(.stubs) func failuresOfACancelledTestAreKept() async throws {
    let session = StubRegistry.current.session
    let url = try #require(URL(string: "https://api.test/unknown"))
    let error = try await expectUnstubbedRequest {
      withUnsafeCurrentTask { $0?.cancel() }
      let done = AsyncStream<Void>.makeStream()
      session.dataTask(with: url) { _, _, _ in done.continuation.finish() }.resume()
      await Task.detached { for await _ in done.stream {} }.value
    }
    #expect(error.request.url == url)
  }
}

/// Many tests at once, that ask for the same URL and expect answers of their own.
@Suite(.stubs)
struct ParallelTests {
  private static let rounds = 5
  /// A session that the app made once and keeps.
  private static let appSession: URLSession = withStubs { URLSession(configuration: .default) }

  @Test(arguments: 0..<200)
  func neverMeet(_ number: Int) async throws {
    stub(.get("https://api.test/me").respond(.text("\(number)")))
    stub(
      .get("https://api.test/late").respond(.text("late \(number)").delayed(by: .milliseconds(1))))
    stub(.get("https://api.test/closure").respond { _ in .text("closure \(number)") })
    let made = URLSession(configuration: .ephemeral)
    for round in 0..<Self.rounds {
      for session in [URLSession.shared, made, Self.appSession, StubRegistry.current.session] {
        #expect(try await text(in: session) == "\(number)")
      }
      #expect(try await text("late") == "late \(number)")
      #expect(try await text("closure") == "closure \(number)")
      if round.isMultiple(of: 2) {
        let cancelled = Task { try? await text("late") }
        cancelled.cancel()
        _ = await cancelled.value
      }
    }
    // A detached task is in no scope: a stub that only this test has tells where its request belongs.
    stub(.get("https://api.test/only/\(number)").respond(.text("only \(number)")))
    let detached = Task.detached { try await text("only/\(number)") }
    #expect(try await detached.value == "only \(number)")
    made.finishTasksAndInvalidate()
  }

  @Test(arguments: 0..<10)
  func whatBelongsToNoTestIsRefused(_ number: Int) async throws {
    stub(.get("https://api.test/shared-by-all"))
    // Other tests run, so nobody can tell whose this is; when they are done, it is this test's after all.
    StubRegistry.current.unstubbedRequestPolicy = .throwError
    let refused = await Task.detached { () -> (any Error)? in
      do {
        _ = try await text("nobodys")
        return nil
      } catch {
        return error
      }
    }.value
    #expect(refused is UnstubbedRequestError)
  }
}

/// What a test leaves behind when it is over.
struct AfterTheEndTests {
  @Test func lateRequestsAreRefusedInTheNameOfTheirScope() async throws {
    let (session, late) = await withStubs(
      .get("https://api.test/late").respond(.text("late").delayed(by: .milliseconds(30)))
    ) {
      let registry = StubRegistry.current
      let handle = registry.stub(
        .get("https://api.test/slow").respond { _ in
          try await Task.sleep(for: .milliseconds(30))
          return .text("slow")
        })
      let session = URLSession.stubbed(by: registry)
      let late = Task { try await text("slow", in: session) }
      _ = try? await handle.nextRequest()
      return (session, late)
    }
    let answered = await #expect(throws: UnstubbedRequestError.self) { try await late.value }
    #expect(
      answered?.description.contains("It was to be answered after its scope had ended") == true)
    let started = await #expect(throws: UnstubbedRequestError.self) {
      try await text("late", in: session)
    }
    #expect(started?.description.contains("It came after its scope had ended") == true)
  }

  @Test func theRegistryAndItsBodiesAreFreed() async throws {
    weak var registry: StubRegistry?
    await withStubs(.get("https://api.test/me").respond(.text("x"))) {
      registry = StubRegistry.current
      _ = try? await text()
      _ = try? await text(in: URLSession(configuration: .default))
    }
    for _ in 0..<300 where registry != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(registry == nil)
  }
}
