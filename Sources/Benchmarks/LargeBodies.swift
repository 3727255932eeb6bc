import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Benchmark {
  /// A body of 100 MB: the time, and the memory that answers need beside the body itself.
  static var largeBodies: [Benchmark] {
    [
      Benchmark(name: "100 MB, five answers, memory added", unit: "MB", goal: 10) { effort in
        let registry = StubRegistry()
        let client = stubbedClient(registry)
        defer { client.session.invalidateAndCancel() }
        return try await effort.repeated {
          PeakMemory.reset()
          let before = PeakMemory.bytes
          try await client.inSequence(5, turn: 0)
          return Double(PeakMemory.bytes - before) / 1_000_000
        }
      },
      Benchmark(name: "100 MB, sequential") { effort in
        let registry = StubRegistry()
        let stubbed = stubbedClient(registry)
        let bare = Client(
          session: .bare(BareLargeProtocol.self), requests: stubbed.requests,
          bodySize: Payload.large.count)
        defer {
          bare.session.invalidateAndCancel()
          stubbed.session.invalidateAndCancel()
        }
        return try await effort.compare(operations: 5) { turn in
          try await bare.inSequence(5, turn: turn)
        } stubbed: { turn in
          try await stubbed.inSequence(5, turn: turn)
        }
      },
    ]
  }

  private static func stubbedClient(_ registry: StubRegistry) -> Client {
    let set = StubSet(kind: .exact, count: 1)
    let answer = StubResponse.data(Payload.large, contentType: "application/octet-stream")
    registry.stub(set.stub(0).respond(answer))
    return Client(
      session: .stubbed(registry), requests: set.requests(.first), bodySize: Payload.large.count)
  }
}

/// The most memory the process had in use.
enum PeakMemory {
  #if os(Linux)
    /// Forgets the peak, so that later ones are seen even if they are lower (proc(5), clear_refs).
    static func reset() {
      try? Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
    }

    // NB: `getrusage` would count in what the process was before it became this program.
    static var bytes: Int {
      let status = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = status?.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
      return line?.split(separator: " ").compactMap { Int($0) }.first.map { $0 * 1024 } ?? 0
    }
  #else
    static func reset() {}

    static var bytes: Int {
      var usage = rusage()
      getrusage(RUSAGE_SELF, &usage)
      return Int(usage.ru_maxrss)
    }
  #endif
}
