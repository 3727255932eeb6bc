import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Benchmark {
  /// What comes before the first request.
  static var setUp: [Benchmark] {
    let count = 10_000
    return [
      registration(StubSet(kind: .exact, count: count), goal: 5),
      registration(StubSet(kind: .template, count: count), goal: nil),
      registration(StubSet(kind: .query, count: count), goal: nil),
      Benchmark(name: "a registry and its configuration", unit: "µs") { effort in
        try await effort.compare(operations: 10) { _ in
          for _ in 0..<10 { _ = URLSessionConfiguration.ephemeral(cached: false) }
        } stubbed: { _ in
          for _ in 0..<10 { _ = URLSessionConfiguration.stubbed(by: StubRegistry()) }
        } combine: {
          $1 - $0
        }
      },
    ]
  }

  private static func registration(_ set: StubSet, goal: Double?) -> Benchmark {
    Benchmark(
      name: "building and registering \(set.count) \(set.kind.rawValue)", unit: "µs/stub",
      goal: goal
    ) { effort in
      await effort.repeated {
        let registry = StubRegistry()
        let time = await microseconds { set.register(in: registry) }
        return time / Double(set.count)
      }
    }
  }
}
