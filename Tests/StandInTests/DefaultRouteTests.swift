import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct DefaultRouteTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  private func status(
    _ url: String, in registry: StubRegistry? = nil
  ) async throws -> Int? {
    let session = (registry ?? self.registry).session
    return try await (session.data(for: request("GET", url)).1 as? HTTPURLResponse)?.statusCode
  }

  @Test func answersWhatNoStubDoes() async throws {
    let handle = registry.defaultRoute { request in
      .text("no \(request.url.path) here", status: 404)
    }
    registry.stub(.get("/known"))
    let (data, _) = try await registry.session.data(for: request("GET", "https://a.test/unknown"))
    #expect(String(decoding: data, as: UTF8.self) == "no /unknown here")
    #expect(try await status("https://a.test/known") == 200)
    #expect(handle.requests.map(\.url.path) == ["/unknown"])
    #expect(registry.requests.count == 2)
    #expect(registry.unstubbedRequests.isEmpty)
    #expect(recorder.failures.isEmpty)
  }

  @Test func comesAfterEveryOtherStubWheneverRegistered() async throws {
    registry.stub(.get("/low").priority(.min))
    registry.stub(.get("/regex").where("a closure holds") { _ in true }.priority(-1))
    registry.defaultRoute(.status(404))
    registry.stub(.get("/new").once())
    #expect(try await status("https://a.test/low") == 200)
    #expect(try await status("https://a.test/regex") == 200)
    #expect(try await status("https://a.test/new") == 200)
    #expect(try await status("https://a.test/new") == 404)
    #expect(try await status("https://a.test/other") == 404)
  }

  @Test func comesAfterTheStubsOfTheScopesAround() async throws {
    registry.stub(.get("/outer"))
    let inner = StubRegistry(parent: registry)
    inner.defaultRoute(.status(404))
    #expect(try await status("https://a.test/outer", in: inner) == 200)
    #expect(try await status("https://a.test/other", in: inner) == 404)
    registry.defaultRoute(.status(410))
    #expect(try await status("https://a.test/other", in: inner) == 404)
    #expect(try await status("https://a.test/other") == 410)
    let text = inner.explain(request("GET", "https://a.test/other"))
    #expect(
      text.components(separatedBy: "\n").filter { !$0.hasPrefix(" ") }.map { String($0.prefix(14)) }
        == ["GET https://a.", "- .get(\"/outer", "→ .everything.", "- .everything."])
  }

  @Test func theNewestAnswersUntilItIsRemoved() async throws {
    let first = registry.defaultRoute(.status(404))
    let second = registry.defaultRoute(.status(410))
    #expect(try await status("https://a.test/") == 410)
    second.remove()
    #expect(try await status("https://a.test/") == 404)
    #expect((first.count, second.count) == (1, 1))
    registry.removeAll()
    registry.unstubbedRequestPolicy = .throwError
    await #expect(throws: UnstubbedRequestError.self) { try await status("https://a.test/") }
  }

  @Test func doesNotAnswerWhatIsForbidden() async throws {
    registry.defaultRoute(.status(404))
    registry.stub(.get("/forbidden").never())
    await #expect(throws: UnstubbedRequestError.self) {
      try await status("https://a.test/forbidden")
    }
    #expect(recorder.failures.count == 1)
  }

  @Test func mayBeLeftUnusedAndSaysWhatItIs() async throws {
    registry.unusedStubPolicy = .fail
    registry.defaultRoute(.status(404))
    #expect(
      registry.stubs.map(\.description) == [
        #".everything.named("default route").respond(.status(404))"#
      ])
    registry.verify()
    #expect(recorder.failures.isEmpty)
  }

  @Test func reportsABrokenResponse() async throws {
    registry.defaultRoute(.status(1000))
    #expect(recorder.failures.count == 1)
    await #expect(throws: InvalidStubError.self) { try await status("https://a.test/") }
  }

  @Test func shadowsNothing() {
    registry.stub(.get("/a").respond(.status(201)))
    registry.defaultRoute(.status(404))
    registry.stub(.matching(.host("a.test")).priority(.min))
    #expect(registry.lint().isEmpty)
    registry.stub(.everything)
    #expect(registry.lint().contains { $0.contains("default route") })
  }

  @Test func claimsNoRequestThatMayBelongToAnotherTest() throws {
    registry.defaultRoute(.status(404))
    let facts = try #require(RequestFacts(request()))
    #expect(!registry.wouldAnswer(InterceptedRequest(facts)))
    registry.stub(.get("/"))
    #expect(registry.wouldAnswer(InterceptedRequest(facts)))
  }

  @Test func answersWithoutASession() async throws {
    registry.defaultRoute(.status(404))
    #expect(try await registry.response(to: request()).1.statusCode == 404)
  }
}
