import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A client as any app has one.
struct UserClient {
  struct User: Decodable {
    var id: Int
    var name: String
  }

  func user(id: Int) async throws -> User {
    try JSONDecoder().decode(User.self, from: try await send("GET", "users/\(id)"))
  }

  func delete(id: Int) async throws {
    _ = try await send("DELETE", "users/\(id)")
  }

  func logIn(as user: String) async throws {
    _ = try await send("POST", "login", form: "user=\(user)")
  }

  func order() async throws {
    _ = try await send("POST", "cart")
    _ = try await send("POST", "orders")
  }

  private func send(_ method: String, _ path: String, form: String? = nil) async throws -> Data {
    guard let url = URL(string: "https://api.example.com/\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    request.httpBody = form.map { Data($0.utf8) }
    return try await URLSession.shared.data(for: request).0
  }
}
