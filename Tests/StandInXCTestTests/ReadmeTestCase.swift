import StandInXCTest
import XCTest

final class UserTests: XCTestCase {
  override func setUp() {
    stub(.get("https://api.example.com/users/42").respond(.fixture("user.json", in: .module)))
  }

  func testLoadsTheUser() async throws {
    let user = try await UserClient().user(id: 42)  // uses URLSession.shared: nothing injected
    XCTAssertEqual(user.name, "Ada")
  }

  func testRefusesWhatIsNotStubbed() async throws {
    let error = try await expectUnstubbedRequest { try await UserClient().delete(id: 42) }
    XCTAssertTrue(error.snippet.contains(#".delete("https://api.example.com/users/42")"#))
  }
}
