#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Finds the session of a task, which corelibs does not tell.
  ///
  /// Reflection finds it, but takes half as long as a whole plain request. So it is used once for each session; later the
  /// word at the known place in a task is compared with the addresses of the sessions that are known and alive. Nothing is
  /// ever read through it.
  enum TaskSession {
    private static let known = Locked<[UInt: WeakSession]>([:])

    static func of(_ task: URLSessionTask) -> URLSession? {
      if let place = TaskLayout.known.session {
        let word = Unmanaged.passUnretained(task).toOpaque()
          .load(fromByteOffset: place, as: UInt.self)
        if let session = known.withLock({ $0[word]?.session }) { return session }
      }
      guard let session = Reflected.value("session", of: task) as? URLSession else { return nil }
      let address = UInt(bitPattern: Unmanaged.passUnretained(session).toOpaque())
      known.withLock { known in
        // Sessions come and go; those that are gone are dropped now and then.
        if known.count >= 256, known.count.isMultiple(of: 256) {
          known = known.filter { $0.value.session != nil }
        }
        known[address] = WeakSession(session)
      }
      return session
    }
  }

  /// SAFETY: set in the initialiser only; the runtime makes reading a weak reference atomic.
  private final class WeakSession: @unchecked Sendable {
    private(set) weak var session: URLSession?

    init(_ session: URLSession) {
      self.session = session
    }
  }
#endif
