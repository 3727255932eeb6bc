// README's example for code without XCTest, as a newcomer would paste it: `ReadmeTests` compares the two.

import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking  // URLSession and its relatives, on Linux
#endif

enum ReadmeScript {
  static func run() async throws -> String {
    let url = URL(string: "https://api.example.com/me")!
    let registry = StubRegistry()
    registry.stub(.get("https://api.example.com/me").respond(.json(["name": "Ada"])))

    let session = registry.session  // or URLSession(configuration: .stubbed(by: registry))
    let (data, _) = try await session.data(from: url)

    try await withStubs(.get("/me").respond(.json(["name": "Grace"]))) {
      _ = try await URLSession.shared.data(from: url)  // answered inside the block only
    }
    return String(decoding: data, as: UTF8.self)
  }
}
