import Foundation
import StandInXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

// The code of `GettingStartedWithXCTest.md`.

final class ProfileTests: XCTestCase {
  override func setUp() {
    stub(.get("https://api.example.com/users/42").respond(.json(["id": 42, "name": "Ada"])))
  }

  func testLoadsTheUser() async throws {
    let user = try await UserClient().user(id: 42)
    XCTAssertEqual(user.name, "Ada")
  }
}

extension ProfileTests {
  func testReportsAMissingUser() async throws {
    stub(.get("https://api.example.com/users/42").respond(.status(404)))
    do {
      _ = try await UserClient().user(id: 42)
      XCTFail("no error")
    } catch {
      XCTAssertTrue(error is DecodingError)
    }
  }

  func testSendsTheName() async throws {
    let login = stub(.post("/login").respond(.status(204)).once())
    try await UserClient().logIn(as: "ada")
    XCTAssertEqual(login.requests[0].form[0].value, "ada")
  }

  func testDeletesNothing() async throws {
    let refused = try await expectUnstubbedRequest { try await UserClient().delete(id: 42) }
    XCTAssertEqual(refused.request.method, .delete)
  }

  func testCallsBack() throws {
    let url = try XCTUnwrap(URL(string: "https://api.example.com/users/42"))
    let called = expectation(description: "called back")
    URLSession.shared.dataTask(with: url) { data, _, _ in
      XCTAssertEqual(data?.isEmpty, false)
      called.fulfill()
    }.resume()
    wait(for: [called], timeout: 5)
  }

  func testUsesAnotherSession() async throws {
    let url = try XCTUnwrap(URL(string: "https://api.example.com/users/42"))
    let configuration = URLSessionConfiguration.default
    stubs.intercept(configuration)
    let session = URLSession(configuration: configuration)
    let (data, _) = try await session.data(from: url)
    XCTAssertFalse(data.isEmpty)
  }

  func testHelpersReachTheTest() async throws {
    stubLogin()
    try await UserClient().logIn(as: "ada")
    XCTAssertEqual(stubs.stubs.count, 2)
  }
}

func stubLogin() {
  stub(.post("https://api.example.com/login").respond(.status(204)))
}
