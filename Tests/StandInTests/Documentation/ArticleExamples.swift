import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of the articles, which runs: `ArticleTests` compares it with the pages.
enum ArticleExamples {
  static func log(_ text: String) {}

  /// The code of `StandIn.md`.
  static func landing() {
    stub(.get("https://api.example.com/users/{id}").respond(.json(["name": "Ada"])))
  }

  /// The code of `ParallelTests.md` that is about another framework; it is not run.
  static func closures(beforeEach: (() -> Void) -> Void, afterEach: (() -> Void) -> Void) {
    beforeEach { StubRegistry.shared.start() }
    afterEach {
      StubRegistry.shared.verify()
      StubRegistry.shared.stop()
      StubRegistry.shared.removeAll()
    }
  }
}

/// An app's client, as far as the articles are about it.
struct Client: Sendable {
  let session: URLSession

  func order(item: Int) async throws {
    var request = try request("POST", "orders")
    request.httpBody = Data(#"{"item":\#(item)}"#.utf8)
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    _ = try await session.data(for: request)
  }

  /// Requests twice, in its own time.
  func startPinging() {
    Task {
      for _ in 0..<2 { _ = try await session.data(for: request("GET", "ping")) }
    }
  }

  private func request(_ method: String, _ path: String) throws -> URLRequest {
    guard let url = URL(string: "https://api.example.com/\(path)") else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = method
    return request
  }
}
