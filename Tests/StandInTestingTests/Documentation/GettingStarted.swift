import Foundation
import StandInTesting
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The code of `GettingStartedWithSwiftTesting.md`.

@Suite(.stubs(.get("https://api.example.com/users/42").respond(.json(["id": 42, "name": "Ada"]))))
struct ProfileTests {
  @Test func loadsTheUser() async throws {
    let user = try await UserClient().user(id: 42)
    #expect(user.name == "Ada")
  }
}

extension ProfileTests {
  @Test(.stubs(.get("https://api.example.com/users/42").respond(.status(404))))
  func reportsAMissingUser() async throws {
    await #expect(throws: DecodingError.self) { try await UserClient().user(id: 42) }
  }

  @Test(.stubs) func sendsTheName() async throws {
    let login = stub(.post("/login").respond(.status(204)).once())
    try await UserClient().logIn(as: "ada")
    #expect(login.requests[0].form[0].value == "ada")
  }

  @Test(.stubs, arguments: [401, 403, 500])
  func reportsFailures(_ status: Int) async throws {
    stub(.get("https://api.example.com/users/42").respond(.status(status)))
    await #expect(throws: DecodingError.self) { try await UserClient().user(id: 42) }
  }

  @Test(.stubs) func deletesNothing() async throws {
    let refused = try await expectUnstubbedRequest { try await UserClient().delete(id: 42) }
    #expect(refused.request.method == .delete)
  }

  @Test(.stubs(unstubbed: .throwError))
  func goesOnWithoutTheNetwork() async throws {
    await #expect(throws: UnstubbedRequestError.self) { try await UserClient().user(id: 7) }
  }

  @Test(.stubs(.post("/login").respond(.status(204)), unused: .fail))
  func logsIn() async throws {
    try await UserClient().logIn(as: "ada")
    _ = try await UserClient().user(id: 42)  // the suite's stub is to be used as well
  }

  @Test(.stubs(inOrder: .post("/cart").respond(.status(201)), .post("/orders")))
  func orders() async throws {
    try await UserClient().order()
  }

  @Test(.stubs(.loggedIn, .get("/news").respond(.json([]))))
  func showsTheNews() async throws {
    #expect(StubRegistry.current.stubs.count == 3)
  }
}

extension Stub {
  static var loggedIn: Stub { .get("/me").respond(.json(["id": 42, "name": "Ada"])) }
}

/// A client as any app has one.
private struct UserClient {
  struct User: Decodable {
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
    var request = URLRequest(url: try #require(URL(string: "https://api.example.com/\(path)")))
    request.httpMethod = method
    request.httpBody = form.map { Data($0.utf8) }
    return try await URLSession.shared.data(for: request).0
  }
}
