import StandIn
import Testing

struct LockedTests {
  @Test func countsEveryIncrementOfFourThreads() async {
    let counter = Locked(0)
    await withTaskGroup(of: Void.self) { group in
      for _ in 0..<4 {
        group.addTask { for _ in 0..<100_000 { counter.withLock { $0 += 1 } } }
      }
    }
    #expect(counter.withLock { $0 } == 400_000)
  }
}
