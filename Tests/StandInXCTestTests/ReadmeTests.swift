import Foundation
import StandInXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What README shows is what compiles, and what is printed.
final class ReadmeTests: XCTestCase {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .deletingLastPathComponent().deletingLastPathComponent()

  private func lines(_ path: String) throws -> [String] {
    try String(contentsOf: Self.root.appendingPathComponent(path), encoding: .utf8)
      .components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// The fenced blocks of README in a language, line by line.
  private func blocks(_ language: String) throws -> [[String]] {
    var blocks: [[String]] = []
    var current: [String]?
    for line in try lines("README.md") {
      if line.hasPrefix("```") {
        if let block = current { blocks.append(block) }
        current = current == nil && line == "```\(language)" ? [] : nil
      } else {
        current?.append(line)
      }
    }
    return blocks
  }

  func testEverySwiftBlockIsCompiled() throws {
    let sources = try [
      "Tests/StandInXCTestTests/ReadmeTestCase.swift",
      "Tests/StandInXCTestTests/ReadmeExamples.swift",
      "Fixtures/Client/Package.swift", "Tests/StandInXCTestTests/ReadmeScript.swift",
      "Tests/StandInTestingTests/ReadmeExamples.swift",
    ].map { try lines($0).joined(separator: "\n") }
    let blocks = try blocks("swift")
    XCTAssertEqual(blocks.count, 8)
    for block in blocks {
      // A block may gather what stands apart in a file, as imports and statements do.
      let paragraphs = block.split(separator: "").map { $0.joined(separator: "\n") }
      XCTAssertTrue(
        sources.contains { source in paragraphs.allSatisfy { source.contains($0) } },
        "not compiled anywhere:\n\(block.joined(separator: "\n"))")
    }
  }

  func testTheRefusalIsTheRealOne() async throws {
    let block = try XCTUnwrap(
      try String(contentsOf: Self.root.appendingPathComponent("README.md"), encoding: .utf8)
        .components(separatedBy: "```\n").first { $0.hasPrefix("No stub answers") })
    let registry = StubRegistry()
    registry.unstubbedRequestPolicy = .throwError
    registry.stub(
      .get("https://api.example.com/users/42?page=1", fileID: "AppTests/UserTests.swift", line: 12)
        .header("Accept", "text/html"))
    var request = URLRequest(
      url: try XCTUnwrap(URL(string: "https://api.example.com/users/42?page=2")))
    request.setValue("text/html", forHTTPHeaderField: "Accept")
    do {
      _ = try await registry.response(to: request)
      XCTFail("not refused")
    } catch {
      XCTAssertEqual(error.localizedDescription + "\n", block)
    }
  }

  func testTheExampleStandsAtTheTop() throws {
    XCTAssertLessThan(try XCTUnwrap(try lines("README.md").firstIndex(of: "```swift")), 15)
  }
}
