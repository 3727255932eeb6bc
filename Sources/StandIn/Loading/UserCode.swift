import Foundation

/// Runs user code away from the URLSession queues, and from everybody else's.
enum UserCode {
  /// Starts a task for user code.
  ///
  /// Where the system can, it runs on a queue of its own: a closure that blocks its thread then holds up neither other
  /// requests nor the tests, which share the few threads of Swift's pool.
  static func run<Result: Sendable>(
    _ operation: @escaping @Sendable () async -> Result
  ) -> Task<Result, Never> {
    guard #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) else {
      return Task.detached(operation: operation)
    }
    let executor = QueueExecutor()
    return Task.detached(executorPreference: executor) {
      // A task does not promise to keep its executor.
      defer { withExtendedLifetime(executor) {} }
      return await operation()
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueExecutor: TaskExecutor {
  // NB: a serial queue gets another thread when all are blocked, up to a few hundred. A concurrent one does not: it has to wait for a free
  // thread of the pool that Swift's own tasks run on, too.
  private let queue = DispatchQueue(label: "StandIn.user-code")

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
