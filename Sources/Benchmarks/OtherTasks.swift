import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Benchmark {
  /// What takes more than a plain request, beside a plain request to a bare protocol.
  ///
  /// The goals follow from what was measured, with a third to spare for a busy machine. Each leaves the queue of
  /// URLSession and comes back, and each piece does so once more; a redirect is two requests; a download makes, writes and
  /// closes a file, which is most of its time.
  static var otherTasks: [Benchmark] {
    [
      Benchmark(name: "an upload with a condition on its JSON body", goal: 3) { effort in
        try await compare(effort) { session, url in
          let body = Data(#"{"id":7,"tags":["a","b"]}"#.utf8)
          var request = URLRequest(url: url.appendingPathComponent("upload"))
          request.httpMethod = "POST"
          return try await session.upload(for: request, from: body).0.count
        }
      },
      Benchmark(name: "a download of 1 KB", goal: 8) { effort in
        try await compare(effort) { session, url in
          let file = try await session.download(from: url.appendingPathComponent("plain")).0
          defer { try? FileManager.default.removeItem(at: file) }
          return try Data(contentsOf: file).count
        }
      },
      Benchmark(name: "a redirect and its target", goal: 5) { effort in
        try await compare(effort) { session, url in
          try await session.data(from: url.appendingPathComponent("redirect")).0.count
        }
      },
      Benchmark(name: "1 KB in four pieces", goal: 6) { effort in
        try await compare(effort) { session, url in
          try await session.data(from: url.appendingPathComponent("pieces")).0.count
        }
      },
      Benchmark(name: "a closure that answers", goal: 4) { effort in
        try await compare(effort) { session, url in
          try await session.data(from: url.appendingPathComponent("closure")).0.count
        }
      },
    ]
  }

  private static func compare(
    _ effort: Effort,
    _ load: @escaping @Sendable (_ session: URLSession, _ base: URL) async throws -> Int
  ) async throws -> Samples {
    let registry = StubRegistry()
    let answer = StubResponse.data(Payload.small, contentType: "application/octet-stream")
    registry.stub(.get("/plain").respond(answer))
    registry.stub(.post("/upload").body(json: ["id": 7, "tags": ["a", "b"]]).respond(answer))
    registry.stub(.get("/redirect").respond(.redirect(to: "/plain")))
    registry.stub(.get("/pieces").respond(answer.chunked(into: 4, every: .zero)))
    registry.stub(.get("/closure").respond { _ in answer })
    guard let base = URL(string: "https://api.shop.test/") else { return Samples() }
    let stubbed = URLSession.stubbed(registry)
    let bare = Client(
      session: .bare(BareProtocol.self),
      requests: [URLRequest(url: base.appendingPathComponent("plain"))])
    defer {
      bare.session.invalidateAndCancel()
      stubbed.invalidateAndCancel()
    }
    return try await effort.compare(operations: 25) { turn in
      try await bare.inSequence(25, turn: turn)
    } stubbed: { _ in
      for _ in 0..<25 {
        let count = try await load(stubbed, base)
        precondition(count == Payload.small.count, "a wrong answer")
      }
    }
  }

  /// How long it takes to refuse a request among ten thousand stubs, with all that the refusal says.
  static var refusal: [Benchmark] {
    [
      Benchmark(name: "a refusal among 10000 exact URLs", unit: "ms", goal: 5) { effort in
        let registry = StubRegistry()
        registry.unstubbedRequestPolicy = .throwError
        StubSet(kind: .exact, count: 10_000).register(in: registry)
        guard let url = URL(string: "https://api.shop.test/v1/thing/77") else { return Samples() }
        return await effort.repeated {
          await microseconds {
            do {
              _ = try await registry.response(to: URLRequest(url: url))
            } catch {
              precondition("\(error)".contains("The nearest stub"), "a poor refusal")
            }
          } / 1_000
        }
      }
    ]
  }
}
