import Foundation
import StandInXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs in `setUp`: each test has its own registry.
final class SetUpTests: XCTestCase {
  override func setUp() {
    stub(.get("https://api.test/setUp").respond(.text("setUp")))
  }

  override func setUpWithError() throws {
    stub(
      .get("https://api.test/withError").respond(.text("with error")),
      .get("https://api.test/both").respond(.text("setUpWithError")))
  }

  override func setUp() async throws {
    stub(.get("https://api.test/async").respond(.text("async")))
  }

  override class func tearDown() {
    // After the last test the shared session is as it was.
    XCTAssertNil(SharedInterception.registry)
    XCTAssertTrue(StubRegistry.current === StubRegistry.shared)
  }

  private func text(_ path: String) async throws -> String {
    let url = try XCTUnwrap(URL(string: "https://api.test/\(path)"))
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }

  func testAnswersFromEverySetUp() async throws {
    let texts = try await [text("setUp"), text("withError"), text("async")]
    XCTAssertEqual(texts, ["setUp", "with error", "async"])
    XCTAssertEqual(stubs.requests.count, 3)
  }

  func testHasItsOwnRegistry1() async throws {
    try await checkOwnRegistry()
  }

  func testHasItsOwnRegistry2() async throws {
    try await checkOwnRegistry()
  }

  private func checkOwnRegistry() async throws {
    XCTAssertEqual(stubs.stubs.count, 4)
    XCTAssertEqual(stubs.requests.count, 0)
    stub(.get("https://api.test/setUp").respond(.text("body")))
    let texts = try await [text("setUp"), text("both")]
    XCTAssertEqual(texts, ["body", "setUpWithError"])
    XCTAssertTrue(StubRegistry.current === stubs)
  }

  func testHelpersReachTheRegistry() async throws {
    helperStub()
    let text = try await text("helper")
    XCTAssertEqual(text, "helper")
  }

  func testCallbacksOnQueuesAreAnswered() throws {
    let url = try XCTUnwrap(URL(string: "https://api.test/setUp"))
    let done = expectation(description: "answered")
    let body = Locked<Data?>(nil)
    DispatchQueue.global().async {
      URLSession.shared.dataTask(with: url) { data, _, _ in
        body.withLock { $0 = data }
        done.fulfill()
      }.resume()
    }
    wait(for: [done], timeout: 10)
    XCTAssertEqual(body.withLock { $0 }, Data("setUp".utf8))
  }

  func testBlocksHaveTheirOwnStubs() async throws {
    try await withStubs {
      stub(.get("https://api.test/setUp").respond(.text("block")))
      let inside = try await text("setUp")
      XCTAssertEqual(inside, "block")
    }
    let outside = try await text("setUp")
    XCTAssertEqual(outside, "setUp")
    XCTAssertEqual(stubs.stubs.count, 4)
  }

  func testAnswersInOrder() async throws {
    stub(
      inOrder: .get("https://api.test/setUp").respond(.text("first")),
      .get("https://api.test/then").respond(.text("then")))
    _ = try await expectUnstubbedRequest { try await self.text("then") }
    let texts = try await [text("setUp"), text("then"), text("setUp")]
    XCTAssertEqual(texts, ["first", "then", "setUp"])
  }

  func testExpectsUnstubbedRequests() async throws {
    let error = try await expectUnstubbedRequest { try await self.text("users/42") }
    XCTAssertTrue(error.snippet.contains(#".get("https://api.test/users/42")"#))
  }
}

/// As it might stand in a file of its own: it knows no test case.
private func helperStub() {
  stub(.get("https://api.test/helper").respond(.text("helper")))
}

/// What makes a test fail.
final class FailingTests: CollectingTestCase {
  private var expectedLine = 0

  func testUnstubbedRequestFailsTheTest() async throws {
    stub(.get("https://api.test/known"))
    let line = #line - 1
    do {
      _ = try await text("https://api.test/unknown")
      XCTFail("not refused")
    } catch {
      XCTAssertEqual(failures.map(\.text), [error.localizedDescription])
    }
    // It points to the nearest stub.
    XCTAssertEqual(failures.first?.line, line)
    XCTAssertEqual(failures.first?.file, #filePath)
  }

  func testInvalidStubFailsTheTestWhereItStands() {
    stub(.get("nonsense"))
    let line = #line - 1
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(failures.first?.line, line)
    XCTAssertEqual(
      failures.first?.text.hasSuffix("begin it with https:// or /"), true, "\(failures)")
  }

  func testUnstubbedPolicyIsObeyed() async throws {
    stubs.unstubbedRequestPolicy = .throwError
    do {
      _ = try await text("https://api.test/unknown")
      XCTFail("not refused")
    } catch {
      XCTAssertTrue(error is UnstubbedRequestError)
    }
    XCTAssertEqual(failures, [])
  }

  func testBrokenExpectationFailsTheTestWhenItEnds() async throws {
    stub(.get("https://api.test/twice").times(2))
    expectedLine = #line - 1
    _ = try await text("https://api.test/twice")
    XCTAssertEqual(failures, [])
  }

  override func tearDown() {
    guard expectedLine > 0 else { return }
    let failures = failures
    XCTAssertEqual(failures.count, 1)
    XCTAssertEqual(failures.first?.line, expectedLine)
    XCTAssertEqual(
      failures.first?.text,
      """
      Stub was used once, expected 2 times (StandInXCTestTests/StubbedTestCaseTests.swift:\(expectedLine)):
        .get("https://api.test/twice").times(2)

      No other request came.
      """)
  }
}

/// Registries that a test makes itself, and helpers: this must work in the first test of a process, too.
final class AmbienceTests: CollectingTestCase {
  override class func tearDown() {
    XCTAssertNil(SharedInterception.registry)
  }

  func testBlocksAloneFailTheTest() async throws {
    await withStubs(.get("https://api.test/known").once()) {
      _ = try? await text("https://api.test/unknown")
    }
    XCTAssertEqual(failures.count, 2)
    XCTAssertTrue(failures[0].text.hasPrefix("No stub answers GET https://api.test/unknown"))
    XCTAssertTrue(failures[1].text.hasPrefix("Stub was never used, expected once"))
  }

  func testRegistriesAloneFailTheTest() async throws {
    let registry = StubRegistry()
    registry.stub(.get("nonsense"))
    XCTAssertEqual(failures.count, 1)
  }

  // By its name the first test of the process, before XCTest has told of any.
  func testAHelperMayComeFirst() async throws {
    helperStub()
    let answer = try await text("https://api.test/helper")
    XCTAssertEqual(answer, "helper")
    XCTAssertEqual(stubs.stubs.count, 1)
    XCTAssertEqual(StubRegistry.shared.stubs.count, 0)
  }
}

/// Stubs that are registered when the test is nearly over.
final class TearDownTests: XCTestCase {
  func testNothing() {}

  override func tearDown() async throws {
    stub(.get("https://api.test/late").respond(.text("late")))
    let url = try XCTUnwrap(URL(string: "https://api.test/late"))
    let data = try await URLSession.shared.data(from: url).0
    XCTAssertEqual(data, Data("late".utf8))
  }

  override func tearDown() {
    stub(.get("https://api.test/later"))
  }
}

/// What a test leaves behind does not reach the next one. XCTest runs these in the order of their names.
final class LateRequestTests: XCTestCase {
  private static let late = Locked<(registry: StubRegistry, task: Task<(any Error)?, Never>)?>(nil)

  func test1LeavesARequestBehind() async throws {
    let handle = stub(
      .get("https://api.test/late").respond(.text("late").delayed(by: .milliseconds(50))))
    let registry = stubs
    let url = try XCTUnwrap(URL(string: "https://api.test/late"))
    let task = Task { () -> (any Error)? in
      do {
        _ = try await URLSession.shared.data(from: url)
        return nil
      } catch {
        return error
      }
    }
    Self.late.withLock { $0 = (registry, task) }
    // It has been matched before this test ends.
    _ = try await handle.nextRequest()
  }

  func test2DoesNotSeeIt() async throws {
    stub(.get("https://api.test/late").respond(.text("next")))
    let late = try XCTUnwrap(Self.late.withLock { $0 })
    let error = await late.task.value
    // Nothing reaches a test that is over.
    XCTAssertEqual(
      (error as? UnstubbedRequestError)?.description.contains(
        "It was to be answered after LateRequestTests.test1LeavesARequestBehind had ended"), true)
    XCTAssertEqual(stubs.requests.count, 0)
    XCTAssertTrue(late.registry !== stubs)
    XCTAssertEqual(late.registry.stubs.count, 0)
    Self.late.withLock { $0 = nil }
  }

  func test3MakesNoRequestThroughAnEndedSession() async throws {
    let session = stubs.session
    Self.session.withLock { $0 = session }
  }

  private static let session = Locked<URLSession?>(nil)

  func test4IsNotAskedByAnEndedSession() async throws {
    stub(.everything)
    let session = try XCTUnwrap(Self.session.withLock { $0 })
    let url = try XCTUnwrap(URL(string: "https://api.test/ended"))
    do {
      _ = try await session.data(from: url)
      XCTFail("not refused")
    } catch {
      XCTAssertEqual(stubs.requests.count, 0)
    }
  }
}
