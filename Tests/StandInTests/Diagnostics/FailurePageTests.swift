import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The page about failures shows the real texts.
struct FailurePageTests {
  private static let page = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../../Sources/StandIn/Documentation.docc/Failures.md")
  private func at(_ line: UInt, _ stub: Stub) -> Stub {
    stub.located(
      SourceLocation(
        fileID: "AppTests/UserTests.swift", filePath: "UserTests.swift", line: line, column: 1))
  }

  /// A registry that reports to a recorder, and goes on after refusals.
  private func prepared(
    _ prepare: (StubRegistry) -> Void
  ) -> (registry: StubRegistry, recorder: FailureRecorder) {
    let made = StubRegistry.recorded()
    made.registry.unstubbedRequestPolicy = .throwError
    prepare(made.registry)
    return made
  }

  private func send(
    _ method: String, _ path: String, body: String? = nil, to registry: StubRegistry
  ) async -> String {
    do {
      _ = try await registry.response(
        to: request(method, "https://api.example.com/\(path)", body: body))
      return ""
    } catch {
      return "\(error)"
    }
  }

  /// The refusals of the page, in its order.
  private func refusals() async -> [String] {
    let differing = prepared {
      $0.stub(
        at(12, .get("https://api.example.com/users/42")),
        at(13, .post("https://api.example.com/users")))
    }.registry
    let body = prepared {
      $0.stub(
        at(
          12, .post("https://api.example.com/users").body(json: ["user": ["id": 1, "name": "Ada"]]))
      )
    }.registry
    let usedUp = prepared { $0.stub(at(12, .get("https://api.example.com/me").once())) }.registry
    _ = await send("GET", "me", to: usedUp)
    let forbidden = prepared {
      $0.stub(at(12, .any("https://api.example.com/me")))
      $0.stub(at(13, .delete("https://api.example.com/me"))).remove()
      $0.stub(at(14, .delete("https://api.example.com/me").never()))
    }.registry
    let shadowed = prepared {
      $0.stub(at(12, .get("https://api.example.com/users/7")), at(13, .get("/users/{id}")))
    }.registry
    return [
      await send("GET", "users/42?page=2", to: differing),
      await send("POST", "users", body: #"{"user":{"id":2,"password":"secret"}}"#, to: body),
      await send("GET", "me", to: usedUp), await send("DELETE", "me", to: forbidden),
      await send("GET", "users/7/photo", to: shadowed),
    ]
  }

  /// What the page shows of stubs that are not as they should be, or not used as they should be.
  private func failuresOfStubs() async -> [String] {
    let broken = prepared {
      $0.stub(at(12, .get("https://api.example.com/me").respond(.json(text: "{ nope }"))))
    }.recorder
    let unmet = prepared {
      $0.stub(
        at(12, .post("https://api.example.com/orders").once()),
        at(13, .get("https://api.example.com/orders")))
    }
    for (method, path) in [("GET", "orders"), ("GET", "orders"), ("POST", "order")] {
      _ = await send(method, path, to: unmet.registry)
    }
    unmet.registry.verify()
    let ordered = prepared {
      $0.stub(
        inOrder: at(12, .post("https://api.example.com/login")),
        at(13, .get("https://api.example.com/me")))
    }.registry
    let unused = prepared {
      $0.unusedStubPolicy = .fail
      $0.stub(at(12, .get("https://api.example.com/me")))
    }
    unused.registry.verify()
    return broken.texts + unmet.recorder.texts + [await send("GET", "me", to: ordered)]
      + unused.recorder.texts
  }

  private func timeout() async -> String? {
    let registry = prepared { _ in }.registry
    let handle = registry.stub(at(12, .get("https://api.example.com/me")))
    _ = await send("GET", "me?fresh=1", to: registry)
    return await #expect(throws: StubTimeoutError.self) {
      try await handle.nextRequest(timeout: .milliseconds(1))
    }?.description
  }

  @Test func showsTheRealTexts() async throws {
    let page = try String(contentsOf: Self.page, encoding: .utf8)
    let blocks = page.components(separatedBy: "```text\n").dropFirst().map {
      $0.components(separatedBy: "\n```")[0]
    }
    let texts = await refusals() + failuresOfStubs() + [timeout() ?? ""]
    #expect(blocks.count == texts.count)
    for (block, text) in zip(blocks, texts) { #expect(block == text) }
  }
}
