import Foundation
import StandIn

/// Stubs a small API from files, runs a client that knows nothing of it, and shows what becomes of a request that
/// nobody stubbed.
@main
struct QuickStart {
  static func main() async throws {
    let fixtures = URL(fileURLWithPath: #filePath)
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
      .appendingPathComponent("Fixtures/QuickStart")
    func file(_ name: String) -> URL { fixtures.appendingPathComponent(name) }

    try await withStubs(
      .get("https://api.example.test/users").respond(.file(file("users.json"))),
      .get("https://api.example.test/users/2").respond(.file(file("user.json"))),
      .post("https://api.example.test/users")
        .body(form: ["name": "Noor Haddad", "email": "noor@mail.test"])
        .respond(.file(file("created.json"), status: 201).header("Location", "/users/4"))
    ) {
      let client = UserClient()

      print("GET /users")
      for user in try await client.users() {
        print("  \(user.id)  \(user.name) <\(user.email)>")
      }
      print("GET /users/2")
      print("  \(try await client.user(id: 2).name)")
      print("POST /users")
      let created = try await client.create(name: "Noor Haddad", email: "noor@mail.test")
      print("  created \(created.id): \(created.name)")

      print("DELETE /users/3, which nobody stubbed")
      let refusal = try await expectUnstubbedRequest { try await client.delete(id: 3) }
      for line in refusal.description.split(separator: "\n", omittingEmptySubsequences: false) {
        print(line.isEmpty ? "" : "  \(line)")
      }
    }
  }
}
