import Foundation
import StandInXCTest
import XCTest

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A test case that collects what would make it fail.
class CollectingTestCase: XCTestCase {
  struct Collected: Equatable, Sendable {
    var text: String
    var file: String
    var line: Int
  }

  private let collected = Locked<[Collected]>([])

  var failures: [Collected] { collected.withLock { $0 } }

  #if canImport(ObjectiveC)
    override func record(_ issue: XCTIssue) {
      let place = issue.sourceCodeContext.location
      collect(issue.compactDescription, place?.fileURL.path ?? "", place?.lineNumber ?? 0)
    }
  #else
    override func recordFailure(
      withDescription description: String, inFile filePath: String, atLine lineNumber: Int,
      expected: Bool
    ) {
      collect(description, filePath, lineNumber)
    }
  #endif

  private func collect(_ text: String, _ file: String, _ line: Int) {
    let text = text.replacingOccurrences(of: "failed - ", with: "")
    collected.withLock { $0.append(Collected(text: text, file: file, line: line)) }
  }

  /// The text that a request to a URL is answered with, on the shared session.
  func text(_ url: String) async throws -> String {
    let url = try XCTUnwrap(URL(string: url))
    return String(decoding: try await URLSession.shared.data(from: url).0, as: UTF8.self)
  }
}
