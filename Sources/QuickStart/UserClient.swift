import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct User: Decodable {
  var id: Int
  var name: String
  var email: String
}

/// A client as any app has one: it knows nothing of stubs.
struct UserClient {
  private let base = URL(string: "https://api.example.test")

  func users() async throws -> [User] {
    try await load("users")
  }

  func user(id: Int) async throws -> User {
    try await load("users/\(id)")
  }

  func create(name: String, email: String) async throws -> User {
    var form = URLComponents()
    form.queryItems = [
      URLQueryItem(name: "name", value: name), URLQueryItem(name: "email", value: email),
    ]
    return try await load("users", method: "POST", form: form.percentEncodedQuery)
  }

  func delete(id: Int) async throws {
    _ = try await send("users/\(id)", method: "DELETE")
  }

  private func load<Value: Decodable>(
    _ path: String, method: String = "GET", form: String? = nil
  ) async throws -> Value {
    try JSONDecoder().decode(Value.self, from: try await send(path, method: method, form: form))
  }

  private func send(_ path: String, method: String, form: String? = nil) async throws -> Data {
    guard let url = base?.appendingPathComponent(path) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    if let form {
      request.setValue("application/x-www-form-urlencoded", forHTTPHeaderField: "Content-Type")
      request.httpBody = Data(form.utf8)
    }
    let (data, response) = try await URLSession.shared.data(for: request)
    guard let status = (response as? HTTPURLResponse)?.statusCode, status < 400 else {
      throw URLError(.badServerResponse)
    }
    return data
  }
}
