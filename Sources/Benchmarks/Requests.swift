import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Benchmark {
  private static let goalForRequests = 1.15

  /// One stub and a body of 1 KB.
  static var plainRequests: [Benchmark] {
    [false, true].flatMap { cached in
      let suffix = cached ? ", with a URLCache" : ""
      return [
        Benchmark(name: "1 KB, sequential" + suffix, goal: goalForRequests) { effort in
          try await compare(StubSet(kind: .exact, count: 1), .first, effort, cached: cached)
        },
        Benchmark(name: "1 KB, 64 at a time" + suffix, goal: goalForRequests) { effort in
          try await compare(
            StubSet(kind: .exact, count: 1), .first, effort, tasks: 64, cached: cached)
        },
      ]
    }
  }

  /// One request among many stubs.
  ///
  /// The goal is one for exact URLs; templates and queries are there for comparison.
  static var manyStubs: [Benchmark] {
    let sets =
      [1, 100, 1_000, 10_000].map { StubSet(kind: .exact, count: $0) }
      + [StubSet(kind: .template, count: 10_000), StubSet(kind: .query, count: 10_000)]
    return sets.flatMap { set in
      let positions = set.count == 1 ? [StubSet.Position.first] : StubSet.Position.allCases
      return positions.map { position in
        let stubs = set.count == 1 ? "1 exact URL" : "\(set.count) \(set.kind.rawValue)"
        return Benchmark(
          name: set.count == 1 ? stubs : "\(stubs), \(position.rawValue)",
          goal: set.kind == .exact && position != .each ? goalForRequests : nil
        ) { effort in
          try await compare(set, position, effort)
        }
      }
    }
  }

  private static func compare(
    _ set: StubSet, _ position: StubSet.Position, _ effort: Effort, tasks: Int = 1,
    cached: Bool = false
  ) async throws -> Samples {
    // A registry for each row: its journal grows with every request.
    let registry = StubRegistry()
    set.register(in: registry)
    let requests = set.requests(position)
    let bare = Client(session: .bare(BareProtocol.self, cached: cached), requests: requests)
    let stubbed = Client(session: .stubbed(registry, cached: cached), requests: requests)
    defer {
      bare.session.invalidateAndCancel()
      stubbed.session.invalidateAndCancel()
    }
    if tasks == 1 {
      return try await effort.compare(operations: 25) { turn in
        try await bare.inSequence(25, turn: turn)
      } stubbed: { turn in
        try await stubbed.inSequence(25, turn: turn)
      }
    }
    return try await effort.compare(operations: tasks * 2) { turn in
      try await bare.concurrently(tasks * 2, tasks: tasks, turn: turn)
    } stubbed: { turn in
      try await stubbed.concurrently(tasks * 2, tasks: tasks, turn: turn)
    }
  }

  /// `response(to:)`, which needs no session, beside a request to a bare protocol.
  static var direct: [Benchmark] {
    [
      Benchmark(name: "response(to:) beside a bare request", goal: 0.2) { effort in
        let set = StubSet(kind: .exact, count: 1)
        let registry = StubRegistry()
        set.register(in: registry)
        let bare = Client(session: .bare(BareProtocol.self), requests: set.requests(.first))
        defer { bare.session.invalidateAndCancel() }
        return try await effort.compare(operations: 25) { turn in
          try await bare.inSequence(25, turn: turn)
        } stubbed: { _ in
          for _ in 0..<25 {
            let (data, _) = try await registry.response(to: bare.requests[0])
            precondition(data.count == Payload.small.count, "a wrong answer")
          }
        }
      }
    ]
  }
}
