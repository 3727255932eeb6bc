package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// The body of a request: read when it is first asked for, and at most once.
package final class RequestBody: @unchecked Sendable {
  private enum State {
    case unread(@Sendable () throws -> Data)
    case reading
    case read(Data)
    case failed(any Error)
  }

  /// Whether asking for the bytes does no input or output, so that it may happen on a URLSession queue.
  package let isInMemory: Bool
  /// The number of bytes, where it is known without reading them.
  package let knownCount: Int?
  /// Whether the bytes can't be had any more when the request is over.
  private let isTransient: Bool
  // SAFETY: the state is touched under the condition's lock; what reads the bytes runs outside of it.
  private let condition = NSCondition()
  private var state: State
  private let derived = Locked(Derived())

  /// What is worked out of the bytes when it is first asked for.
  private struct Derived {
    var json: Result<JSON, any Error>?
    /// What a message may show; nil inside where nothing has to be hidden.
    var masked: MaskedBody??
  }

  package init(_ data: Data) {
    isInMemory = true
    knownCount = data.count
    isTransient = false
    state = .read(data)
  }

  /// A body that has yet to be read.
  ///
  /// - Parameters:
  ///   - isInMemory: Whether reading does no input or output.
  ///   - count: The number of bytes, where it is known.
  ///   - isTransient: Whether the bytes can't be had any more when the request is over.
  ///   - read: Gives the bytes; called once at most.
  package init(
    isInMemory: Bool, count: Int? = nil, isTransient: Bool = false,
    read: @escaping @Sendable () throws -> Data
  ) {
    self.isInMemory = isInMemory
    self.isTransient = isTransient
    knownCount = count
    state = .unread(read)
  }

  /// A body of which it is known that it can't be read.
  package init(failure: any Error) {
    isInMemory = true
    knownCount = nil
    isTransient = false
    state = .failed(failure)
  }

  package convenience init(reading stream: InputStream) {
    let source = UncheckedStream(stream: stream)
    self.init(isInMemory: false) { try source.stream.readToEnd() }
  }

  /// The body of all requests without one.
  private static let empty = RequestBody(Data())

  package static func of(_ request: URLRequest) -> RequestBody {
    if let data = request.httpBody { return RequestBody(data) }
    if let stream = request.httpBodyStream { return RequestBody(reading: stream) }
    return empty
  }

  /// The most bytes that are looked at on a URLSession queue, where others wait meanwhile.
  package static let largestQuick = 65_536

  /// Whether the bytes can be looked at on a URLSession queue: they are there, and few.
  package var isQuick: Bool {
    locked { if case .read(let data) = state { data.count <= Self.largestQuick } else { false } }
  }

  /// The bytes, or none where they can't be read; `failure` then says why.
  ///
  /// Waits while somebody else reads them.
  package var bytes: Data {
    condition.lock()
    while case .reading = state { condition.wait() }
    guard case .unread(let read) = state else {
      defer { condition.unlock() }
      if case .read(let data) = state { return data }
      return Data()
    }
    state = .reading
    condition.unlock()
    // User code may run here: the app's stream, or its delegate.
    let result = Result { try read() }
    return settle(result)
  }

  /// Keeps the outcome of reading, unless somebody has given it up meanwhile.
  private func settle(_ result: Result<Data, any Error>) -> Data {
    locked {
      if case .reading = state {
        switch result {
        case .success(let data): state = .read(data)
        case .failure(let error): state = .failed(error)
        }
        condition.broadcast()
      }
      if case .read(let data) = state { return data }
      return Data()
    }
  }

  /// Lets nobody wait for the bytes any more: their request is over.
  package func expire() {
    locked {
      switch state {
      case .reading: break
      case .unread where isTransient: break
      case .unread, .read, .failed: return
      }
      state = .failed(URLError(.requestBodyStreamExhausted))
      condition.broadcast()
    }
  }

  /// The bytes as JSON, parsed when this is first asked for.
  package var json: Result<JSON, any Error> {
    if let known = derived.withLock({ $0.json }) { return known }
    // Parsed outside the lock: a large body must not hold up whoever asks for a small thing.
    let result = Result { try JSON(parsing: bytes) }
    derived.withLock { $0.json = result }
    return result
  }

  /// The bytes as a message may show them, masked when this is first asked for.
  func masked(_ make: () -> MaskedBody?) -> MaskedBody? {
    if let known = derived.withLock({ $0.masked }) { return known }
    let made = make()
    derived.withLock { $0.masked = .some(made) }
    return made
  }

  /// Why the bytes could not be read; nil while nobody has tried.
  package var failure: (any Error)? {
    locked { if case .failed(let error) = state { error } else { nil } }
  }

  private func locked<Result>(_ body: () -> Result) -> Result {
    condition.lock()
    defer { condition.unlock() }
    return body()
  }
}

/// SAFETY: the stream is handed from one place to the next, and touched only by the one call that reads it.
struct UncheckedStream: @unchecked Sendable {
  let stream: InputStream
}

extension InputStream {
  /// Reads what is left of the stream.
  ///
  /// - Throws: The stream's error; `URLError.requestBodyStreamExhausted` where it has been read before.
  package func readToEnd() throws -> Data {
    guard streamStatus != .closed else { throw URLError(.requestBodyStreamExhausted) }
    open()
    defer { close() }
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(&buffer, maxLength: buffer.count)
      // NB: -1 is an error, 0 the end. Elsewhere -1 has been handed on as a length.
      guard count >= 0 else { throw readingError }
      guard count > 0 else { return result }
      result.append(contentsOf: buffer[..<count])
    }
  }

  private var readingError: any Error {
    // NB: on Linux a stream that has no error traps when it is asked for one.
    (streamStatus == .error ? streamError : nil) ?? CocoaError(.fileReadUnknown)
  }
}
