import Foundation

/// State that is read and changed only under its lock.
///
/// `withLock` has the shape of `Synchronization.Mutex`, which needs newer systems than this package supports. State and
/// lock are one allocation, where an `NSLock` takes several more: every registered stub has two of these.
///
/// NB: the thread sanitizer does not understand `Mutex` on Linux; it does understand this.
package struct Locked<State>: @unchecked Sendable {
  // SAFETY: the state is touched only between locking and unlocking its mutex.
  private let storage: ManagedBuffer<State, pthread_mutex_t>

  private final class Storage: ManagedBuffer<State, pthread_mutex_t> {
    deinit {
      _ = withUnsafeMutablePointerToElements { pthread_mutex_destroy($0) }
    }
  }

  package init(_ state: State) {
    storage = Storage.create(minimumCapacity: 1) { storage in
      storage.withUnsafeMutablePointerToElements { mutex in
        mutex.initialize(to: pthread_mutex_t())
        pthread_mutex_init(mutex, nil)
      }
      return state
    }
  }

  package func withLock<Result>(_ body: (inout State) throws -> Result) rethrows -> Result {
    try storage.withUnsafeMutablePointers { state, mutex in
      pthread_mutex_lock(mutex)
      defer { pthread_mutex_unlock(mutex) }
      return try body(&state.pointee)
    }
  }
}
