import Foundation
import StandInTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fails on purpose: what a user sees of it is compared with `expected.txt`.
@Suite(.stubs(.get("https://api.test/users/1").respond(.text("Ada"))), .serialized)
struct FailingSwiftTests {
  @Test func refusedRequest() async throws {
    let url = URL(string: "https://api.test/users/2")!
    _ = try? await URLSession.shared.data(from: url)
  }

  @Test func brokenExpectation() {
    stub(.post("https://api.test/orders").respond(.status(201)).once())
  }

  @Test func invalidStub() {
    stub(.get("https://api.test/a").respond(.json(text: "{ nope }")))
  }

  @Test(.stubs(.get("https://api.test/users/1").optional(), unused: .fail))
  func unusedStub() {
    stub(.get("https://api.test/never-asked"))
  }

  @Test func passes() async throws {
    let url = URL(string: "https://api.test/users/1")!
    let (data, _) = try await URLSession.shared.data(from: url)
    #expect(data == Data("Ada".utf8))
  }
}
