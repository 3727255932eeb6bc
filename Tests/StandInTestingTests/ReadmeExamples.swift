import Foundation
import StandInTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

@Suite(.stubs(.get("https://api.example.com/users/42").respond(.json(["id": 42, "name": "Ada"]))))
struct ParallelUserTests {
  @Test func loadsTheUser() async throws {
    #expect(try await UserClient().user(id: 42).name == "Ada")
  }

  @Test(.stubs(.get("https://api.example.com/users/42").respond(.status(404))))
  func reportsWhatIsMissing() async throws {
    await #expect(throws: (any Error).self) { try await UserClient().user(id: 42) }
  }
}

/// README's client, as far as these tests need it.
private struct UserClient {
  struct User: Decodable {
    var name: String
  }

  func user(id: Int) async throws -> User {
    let url = try #require(URL(string: "https://api.example.com/users/\(id)"))
    return try JSONDecoder().decode(User.self, from: try await URLSession.shared.data(from: url).0)
  }
}
