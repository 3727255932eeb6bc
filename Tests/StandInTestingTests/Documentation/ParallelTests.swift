import Foundation
import StandInTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The code of `ParallelTests.md`.

@Suite(.stubs(.get("https://api.example.com/me").respond(.json(["name": "Ada"]))))
struct AccountTests {
  @Test func loads() async throws {  // parallel, each with its own registry
    #expect(try await status() == 200)
  }

  @Test(.stubs(.get("https://api.example.com/me").respond(.status(401))))  // overrides the suite's
  func signsOut() async throws {
    #expect(try await status() == 401)
  }

  /// What the app gets.
  private func status() async throws -> Int? {
    let url = try #require(URL(string: "https://api.example.com/me"))
    let (_, response) = try await URLSession.shared.data(from: url)
    return (response as? HTTPURLResponse)?.statusCode
  }
}
