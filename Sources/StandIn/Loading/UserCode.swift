import Foundation

/// Runs user code, and what waits for it, away from the URLSession queues.
enum UserCode {
  /// Starts a task for user code.
  ///
  /// Where the system can, it runs on threads of its own: a closure that blocks its thread then holds up neither other
  /// requests nor the tests, which share the few threads of Swift's own pool.
  static func run<Result: Sendable>(
    _ operation: @escaping @Sendable () async -> Result
  ) -> Task<Result, Never> {
    if #available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *) {
      Task.detached(executorPreference: QueueExecutor.shared, operation: operation)
    } else {
      Task.detached(operation: operation)
    }
  }
}

@available(macOS 15, iOS 18, tvOS 18, watchOS 11, visionOS 2, *)
private final class QueueExecutor: TaskExecutor {
  static let shared = QueueExecutor()

  private let queue = DispatchQueue(label: "StandIn.user-code", attributes: .concurrent)

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    queue.async { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
  }
}
