import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A load that is not answered at once: it waits for user code, a delay, a file, a delegate or the network.
///
/// It works off the URLSession queues, and takes each step that touches the task in the delivery's serial place. A step
/// that comes due while the task is suspended is parked until it is resumed: so nothing is lost, and nothing comes twice.
final class PendingLoad: @unchecked Sendable {
  // SAFETY: the variables are touched in the delivery's serial place only.
  // NB: let go when the load is over, since the delivery holds the protocol, which holds this load.
  private var delivery: PlatformDelivery?
  private var running: Task<Void, Never>?
  private var parked: (() -> Void)?
  private var isActive = false
  private let transfer: Transfer

  init(_ delivery: PlatformDelivery, _ transfer: Transfer) {
    self.delivery = delivery
    self.transfer = transfer
  }

  /// Begins, or goes on after the task was suspended.
  func start() {
    guard !isActive, delivery != nil else { return }
    isActive = true
    if let step = parked {
      parked = nil
      step()
    }
    guard running == nil else { return }
    running = Task.detached { [self] in await transfer.run(self) }
  }

  /// Stops taking steps.
  ///
  /// - Parameter forGood: Whether the task is over; otherwise it is suspended and may be resumed.
  func stop(forGood: Bool) {
    isActive = false
    guard forGood else { return }
    finish()
    if let running {
      // NB: cancelling runs the cancellation handlers of user code and of the real session, which must not happen on a
      // URLSession queue.
      DispatchQueue.global().async { running.cancel() }
    }
    parked?()
    parked = nil
  }

  /// The load is over: its task was told so, or is not to be told any more.
  func finish() {
    isActive = false
    delivery = nil
  }

  /// Takes a step that touches the task: in its serial place, and only while it is not suspended.
  ///
  /// - Parameter body: The step.
  /// - Returns: What the step returns.
  /// - Throws: `LoadStopped` where the task is over, or what the step throws.
  func step<Result: Sendable>(
    _ body: @escaping @Sendable (PlatformDelivery) throws -> Result
  ) async throws -> Result {
    try await withCheckedThrowingContinuation { continuation in
      transfer.perform { [self] in
        take {
          continuation.resume(
            with: Swift.Result {
              guard let delivery = self.delivery else { throw LoadStopped() }
              return try body(delivery)
            })
        }
      }
    }
  }

  private func take(_ step: @escaping () -> Void) {
    guard let delivery else { return step() }
    if isActive, !delivery.isSuspended {
      step()
    } else {
      parked = step
    }
  }
}

/// The task is over, so the load is not to go on.
struct LoadStopped: Error {}
