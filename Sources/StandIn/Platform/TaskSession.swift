import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Finds the session of a task, which corelibs does not tell.
///
/// Reflection finds it, but takes half as long as a whole plain request. So it is used once for each session; the
/// place of the reference in a task is remembered, and what stands there later is compared with the addresses of the
/// sessions that are known and alive. Nothing is ever read through it.
enum TaskSession {
  private struct Known {
    /// Where a task keeps its session, in bytes; nil until it has been found.
    var offset: Int?
    var sessions: [UInt: WeakSession] = [:]
  }

  private static let known = Locked(Known())

  static func of(_ task: URLSessionTask) -> URLSession? {
    let address = Unmanaged.passUnretained(task).toOpaque()
    let quick = known.withLock { known -> URLSession? in
      guard let offset = known.offset else { return nil }
      return known.sessions[address.load(fromByteOffset: offset, as: UInt.self)]?.session
    }
    return quick ?? reflected(task, at: address)
  }

  private static func reflected(
    _ task: URLSessionTask, at address: UnsafeMutableRawPointer
  ) -> URLSession? {
    guard let session = Reflected.value("session", of: task) as? URLSession else { return nil }
    let value = UInt(bitPattern: Unmanaged.passUnretained(session).toOpaque())
    let offset = place(of: value, in: address)
    known.withLock { known in
      // Another place than before means that the layout is not what it seemed: then only reflection is right.
      known.offset = known.offset == nil || known.offset == offset ? offset : nil
      // Sessions come and go; those that are gone are dropped now and then.
      if known.sessions.count.isMultiple(of: 256) {
        known.sessions = known.sessions.filter { $0.value.session != nil }
      }
      known.sessions[value] = WeakSession(session)
    }
    return session
  }

  /// Where a word stands in a task, if it stands there once.
  private static func place(of word: UInt, in address: UnsafeMutableRawPointer) -> Int? {
    guard let size = allocatedSize?(address) else { return nil }
    let offsets = stride(
      from: 0, through: size - MemoryLayout<UInt>.size, by: MemoryLayout<UInt>.size)
    let found = offsets.filter { address.load(fromByteOffset: $0, as: UInt.self) == word }
    return found.count == 1 ? found[0] : nil
  }

  /// The C library's `malloc_usable_size`, which bounds what may be looked at; nil where there is none.
  private static let allocatedSize: (@convention(c) (UnsafeMutableRawPointer) -> Int)? = {
    guard let symbol = dlsym(nil, "malloc_usable_size") else { return nil }
    // SAFETY: the function has had this signature for as long as there has been one.
    return unsafeBitCast(symbol, to: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)
  }()
}

/// SAFETY: set in the initialiser only; the runtime makes reading a weak reference atomic.
private final class WeakSession: @unchecked Sendable {
  private(set) weak var session: URLSession?

  init(_ session: URLSession) {
    self.session = session
  }
}
