import Foundation
import StandInXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Fails on purpose: what a user sees of it is compared with `expected.txt`.
final class FailingXCTests: XCTestCase {
  func test1RefusedRequest() async throws {
    stub(.get("https://api.test/users/1").respond(.text("Ada")))
    let url = URL(string: "https://api.test/users/2")!
    _ = try? await URLSession.shared.data(from: url)
  }

  func test2BrokenExpectation() {
    stub(.post("https://api.test/orders").respond(.status(201)).once())
  }

  func test3InvalidStub() {
    stub(.get("https://api.test/a").respond(.json(text: "{ nope }")))
  }

  func test4Passes() async throws {
    stub(.get("https://api.test/users/1").respond(.text("Ada")))
    let url = URL(string: "https://api.test/users/1")!
    let (data, _) = try await URLSession.shared.data(from: url)
    XCTAssertEqual(data, Data("Ada".utf8))
  }
}
