import Foundation

/// Those who wait for the next request of a stub, and how far the requests have been handed out.
package struct RequestWaiters {
  private var handedOut = 0
  private var waiting: [(id: Int, continuation: CheckedContinuation<InterceptedRequest?, Never>)] =
    []
  private var nextID = 0
  /// Those whose time was over before they began to wait.
  private var late: Set<Int> = []
  /// Whether no further request can come.
  private var isClosed = false

  package init() {}

  /// A request for somebody who waits; resumed outside the lock.
  package struct Delivery {
    fileprivate let continuation: CheckedContinuation<InterceptedRequest?, Never>
    fileprivate let request: InterceptedRequest?

    package func resume() {
      continuation.resume(returning: request)
    }
  }

  /// Hands the newest request to who has waited longest.
  package mutating func delivery(of requests: [InterceptedRequest]) -> Delivery? {
    guard !waiting.isEmpty, handedOut < requests.count else { return nil }
    handedOut += 1
    return Delivery(
      continuation: waiting.removeFirst().continuation, request: requests[handedOut - 1])
  }

  private mutating func take(from requests: [InterceptedRequest]) -> InterceptedRequest? {
    guard handedOut < requests.count else { return nil }
    handedOut += 1
    return requests[handedOut - 1]
  }

  private mutating func newID() -> Int {
    nextID += 1
    return nextID
  }

  private mutating func giveUp(_ id: Int) -> Delivery? {
    guard let index = waiting.firstIndex(where: { $0.id == id }) else {
      late.insert(id)
      return nil
    }
    return Delivery(continuation: waiting.remove(at: index).continuation, request: nil)
  }

  /// Gives up for all who wait: no further request can come.
  package mutating func close() -> [Delivery] {
    isClosed = true
    defer { waiting = [] }
    return waiting.map { Delivery(continuation: $0.continuation, request: nil) }
  }

  /// The next request of a stub that no earlier call returned; nil where none came in time, or can come.
  package static func next(
    of stub: RegisteredStub, timeout: Duration
  ) async -> InterceptedRequest? {
    // NB: adding durations to an instant traps on overflow.
    let timeout = min(max(timeout, .zero), .seconds(1_000_000_000))
    let id = stub.withWaiters { waiters, _ in waiters.newID() }
    let timer = Task {
      try await Task.sleep(for: timeout)
      stub.withWaiters { waiters, _ in waiters.giveUp(id) }?.resume()
    }
    defer {
      timer.cancel()
      stub.withWaiters { waiters, _ in _ = waiters.late.remove(id) }
    }
    return await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        let delivery = stub.withWaiters { waiters, requests -> Delivery? in
          if let request = waiters.take(from: requests) {
            return Delivery(continuation: continuation, request: request)
          }
          guard !Task.isCancelled, !waiters.isClosed, !waiters.late.contains(id) else {
            return Delivery(continuation: continuation, request: nil)
          }
          waiters.waiting.append((id, continuation))
          return nil
        }
        delivery?.resume()
      }
    } onCancel: {
      stub.withWaiters { waiters, _ in waiters.giveUp(id) }?.resume()
    }
  }
}
