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
      Benchmark(name: "a scope with a stub and a session", unit: "µs", goal: 30) { effort in
        try await effort.compare(operations: 10) { _ in
          for _ in 0..<10 { _ = URLSession(configuration: .ephemeral(cached: false)) }
        } stubbed: { _ in
          for _ in 0..<10 { scope() }
        } combine: {
          $1 - $0
        }
      },
      Benchmark(name: "memory kept by each of 10000 scopes", unit: "KB", goal: 4) { effort in
        await effort.repeated {
          let before = residentKilobytes()
          let configuration = URLSessionConfiguration.ephemeral(cached: false)
          for _ in 0..<10_000 {
            withStubs(.get("/things")) { StubRegistry.current.intercept(configuration) }
            configuration.protocolClasses = nil
          }
          return Double(residentKilobytes() - before) / 10_000
        }
      },
    ]
  }

  /// A test as it might be: a stub, and a session of the app's.
  private static func scope() {
    withStubs(.get("https://api.shop.test/v1/things")) {
      _ = URLSession(configuration: .stubbed(by: StubRegistry.current))
    }
  }

  /// The memory in use, in KB; 0 where the system does not tell.
  private static func residentKilobytes() -> Int {
    let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status?.split(separator: "\n").first { $0.hasPrefix("VmRSS:") }
    return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
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
