import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RefusalTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  private func refusal(_ request: URLRequest) async throws -> UnstubbedRequestError {
    let error = await #expect(throws: UnstubbedRequestError.self) {
      try await registry.session.data(for: request)
    }
    return try #require(error)
  }

  @Test func namesRequestNearestStubAndSnippet() async throws {
    registry.stub(.get("https://api.test/users/1"))
    registry.stub(.get("https://other.test/users/42"))
    registry.stub(.get("https://api.test/users/42?page=1").header("Accept", "text/html"))
    let line = #line - 1
    let error = try await refusal(
      request("GET", "https://api.test/users/42?page=2", headers: ["Accept": "text/html"]))
    #expect(
      error.description == """
        No stub answers GET https://api.test/users/42?page=2

        The nearest stub (StandInTests/RefusalTests.swift:\(line)):
          .get("https://api.test/users/42?page=1").header("Accept", "text/html")
          query "page": expected "1", got "2"
          To let it answer, use .get("https://api.test/users/42?page=2"), or use .anyQuery()

        Others near it:
          .get("https://api.test/users/1") (StandInTests/RefusalTests.swift:\(line - 2))
            path: expected "/users/1", got "/users/42"
            query "page": expected none, got "2"
          .get("https://other.test/users/42") (StandInTests/RefusalTests.swift:\(line - 1))
            host: expected "other.test", got "api.test"
            query "page": expected none, got "2"

        To stub it, add:
          stub(
            .get("https://api.test/users/42?page=2")
              .header("Accept", "text/html")
              .respond(.status(200)))

        To send it by hand:
          curl --header 'Accept: text/html' 'https://api.test/users/42?page=2'
        """)
    #expect(error.localizedDescription == error.description)
    #expect((error as NSError).localizedDescription == error.description)
    #expect(error.nearMisses.count == 3)
    #expect(recorder.texts == [error.description])
    #expect(registry.unstubbedRequests.map(\.description) == [error.description])
  }

  @Test func asksPredicatesOnlyWhereAllElseHolds() async throws {
    let asked = Locked<[String]>([])
    registry.stub(
      .get("/search").anyQuery().where("asks for cats") { request in
        asked.withLock { $0.append(request.url.path) }
        return request.query[0].value == "cats"
      })
    registry.stub(
      .get("/users/{id}").where("is Ada") { request in
        asked.withLock { $0.append(request.parameters["id"] ?? "none") }
        return request.parameters["id"] == "ada"
      })
    _ = try await refusal(request("GET", "https://api.test/other"))
    #expect(asked.withLock { $0 } == [])
    let error = try await refusal(request("GET", "https://api.test/users/bob"))
    // Once, to look for an answer; not again, to explain that there is none.
    #expect(asked.withLock { $0 } == ["bob"])
    #expect(error.description.contains("\n  it does not hold: is Ada\n"))
  }

  @Test func cutsLongBodiesInMessagesOnly() async throws {
    let body = String(repeating: "long ", count: 100_000)
    let error = try await refusal(request("POST", "https://api.test/a", body: body))
    #expect(
      error.description.hasSuffix(
        """
          stub(
            .post("https://api.test/a")
              // and the body of 500000 bytes: `error.snippet` has all
              .respond(.status(200)))

        To send it by hand:
          `error.curlCommand` has the command: it is too long to be shown.
        """))
    #expect(error.snippet.contains(body))
  }

  @Test func findsTheNearestAmongThousands() async throws {
    for number in 0..<3_000 { registry.stub(.get("https://api.test/things/\(number)")) }
    registry.stub(.put("https://api.test/people/ada"))
    for number in 0..<3_000 { registry.stub(.get("https://other.test/things/\(number)")) }
    let error = try await refusal(request("GET", "https://api.test/people/ada"))
    #expect(error.nearMisses.first?.stub.description == #".put("https://api.test/people/ada")"#)
    let other = try await refusal(request("GET", "https://api.test/things/2999/x"))
    #expect(other.nearMisses.first?.stub.description == #".get("https://api.test/things/2999")"#)
  }

  @Test func survivesAClosedStandardError() async {
    await #expect(processExitsWith: .success) {
      close(2)
      _ = try? await StubRegistry().response(to: request("GET", "https://api.test/a"))
    }
  }

  @Test func namesEverythingThatDiffersUpToFive() async throws {
    registry.stub(.post("https://api.test/a").headers(["A": "1", "B": "2", "C": "3", "D": "4"]))
    let error = try await refusal(request("GET", "https://api.test/b", headers: ["A": "0"]))
    #expect(
      error.description.contains(
        """
          method: expected POST, got GET
          path: expected "/a", got "/b"
          header A: expected "1", got "0"
          header B: expected "2", got none
          header C: expected "3", got none
          … and 1 more
        """))
  }

  @Test func needsNoStubs() async throws {
    let error = try await refusal(request("DELETE", "https://api.test/users/42"))
    #expect(
      error.description == """
        No stub answers DELETE https://api.test/users/42

        To stub it, add:
          stub(.delete("https://api.test/users/42").respond(.status(200)))

        To send it by hand:
          curl --request 'DELETE' 'https://api.test/users/42'
        """)
  }

  @Test func saysThatAStubIsExhausted() async throws {
    registry.stub(.get("/a").once())
    let line = #line - 1
    _ = try await registry.response(to: request("GET", "https://api.test/a"))
    let error = try await refusal(request("GET", "https://api.test/a"))
    #expect(
      error.description == """
        No stub answers GET https://api.test/a

        The nearest stub (StandInTests/RefusalTests.swift:\(line)):
          .get("/a").once()
          it says .once(), and was used once
          To let it answer, use .times(2), or leave out .once()

        To stub it, add:
          stub(.get("https://api.test/a").respond(.status(200)))

        To send it by hand:
          curl 'https://api.test/a'
        """)
  }

  @Test func policiesDecide() async throws {
    let sent = request("GET", "https://api.test/a")
    registry.unstubbedRequestPolicy = .throwError
    _ = try await refusal(sent)
    #expect(recorder.texts == [])

    registry.unstubbedRequestPolicy = .respond(.text("default", status: 404))
    let (data, response) = try await registry.session.data(for: sent)
    #expect(data == Data("default".utf8))
    #expect((response as? HTTPURLResponse)?.statusCode == 404)
    #expect(recorder.texts == [])

    registry.unstubbedRequestPolicy = .passthrough
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: request("GET", "http://127.0.0.1:1/"))
    }
    #expect(error?.code == .cannotConnectToHost)
    #expect(recorder.texts == [])

    registry.unstubbedRequestPolicy = .fail
    _ = try await refusal(sent)
    #expect(recorder.texts.count == 1)
    #expect(registry.unstubbedRequests.count == 4)
  }

  @Test func passesThroughOnPurpose() async throws {
    registry.stub(.everything.respond(.passthrough))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: request("GET", "http://127.0.0.1:1/"))
    }
    #expect(error?.code == .cannotConnectToHost)
    #expect(registry.requests.count == 1)
    #expect(registry.unstubbedRequests.isEmpty)
  }

  @Test func expectedRefusalsFailNothing() async throws {
    let registry = registry
    let error = try await Scope.$current.withValue(registry) {
      try await expectUnstubbedRequest {
        // What the app makes of the error is its own affair.
        _ = try? await registry.session.data(for: request("GET", "https://api.test/a"))
      }
    }
    #expect(error.snippet == #"stub(.get("https://api.test/a").respond(.status(200)))"#)
    #expect(recorder.texts == [])
    _ = try await refusal(request("GET", "https://api.test/a"))
    #expect(recorder.texts.count == 1)
  }

  @Test func expectedRefusalsAreFoundOffTheTask() async throws {
    let registry = registry
    let error = try await Scope.$current.withValue(registry) {
      try await expectUnstubbedRequest {
        await Task.detached {
          _ = try? await registry.session.data(for: request("GET", "https://api.test/b"))
        }.value
      }
    }
    #expect(error.request.url.path == "/b")
    #expect(recorder.texts == [])
  }

  @Test func anExpectedRefusalThatDoesNotComeIsAnError() async throws {
    let registry = registry
    registry.stub(.everything)
    let error = await #expect(throws: NoUnstubbedRequestError.self) {
      try await Scope.$current.withValue(registry) {
        try await expectUnstubbedRequest {
          try await registry.session.data(for: request("GET", "https://api.test/a"))
        }
      }
    }
    #expect(
      error?.description == """
        Expected a request that no stub answers (StandInTests/RefusalTests.swift:\(#line - 7)), but every request was \
        stubbed:
          GET https://api.test/a
        """)
    struct Odd: Error {}
    await #expect(throws: Odd.self) {
      try await Scope.$current.withValue(registry) {
        try await expectUnstubbedRequest { throw Odd() }
      }
    }
    let none = await #expect(throws: NoUnstubbedRequestError.self) {
      try await Scope.$current.withValue(registry) { try await expectUnstubbedRequest {} }
    }
    #expect(none?.description.hasSuffix("but no request was made.") == true)
  }

  @Test func goesToStandardErrorWithoutATest() async throws {
    let result = await #expect(processExitsWith: .success, observing: [\.standardErrorContent]) {
      _ = try? await StubRegistry().response(to: request("GET", "https://api.test/a"))
    }
    let output = String(decoding: result?.standardErrorContent ?? [], as: UTF8.self)
    #expect(
      output.contains(
        """
        StandIn: No stub answers GET https://api.test/a

        To stub it, add:
          stub(.get("https://api.test/a").respond(.status(200)))

        To send it by hand:
          curl 'https://api.test/a'

        """))
  }
}
