import Foundation

/// State that is read and changed only under its lock.
///
/// `withLock` has the shape of `Synchronization.Mutex`, which needs newer systems than this package supports.
package final class Locked<State>: @unchecked Sendable {
  // SAFETY: `state` is touched only between `lock()` and `unlock()`.
  private var state: State
  private let lock = NSLock()

  package init(_ state: State) {
    self.state = state
  }

  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&state)
  }
}
