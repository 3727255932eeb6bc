package import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// The body of a request: read when it is first asked for, and at most once.
package final class RequestBody: Sendable {
  private enum State {
    case unread(@Sendable () throws -> Data)
    case read(Data)
    case failed(any Error)
  }

  /// Whether asking for the bytes does no input or output, so that it may happen on a URLSession queue.
  package let isInMemory: Bool
  private let state: Locked<State>
  private let parsed = Locked<Result<JSON, any Error>?>(nil)

  package init(_ data: Data) {
    isInMemory = true
    state = Locked(.read(data))
  }

  /// A body that has yet to be read.
  ///
  /// - Parameters:
  ///   - isInMemory: Whether reading does no input or output.
  ///   - read: Gives the bytes; called once at most.
  package init(isInMemory: Bool, read: @escaping @Sendable () throws -> Data) {
    self.isInMemory = isInMemory
    state = Locked(.unread(read))
  }

  /// The body of all requests without one.
  private static let empty = RequestBody(Data())

  package static func of(_ request: URLRequest) -> RequestBody {
    if let data = request.httpBody { return RequestBody(data) }
    if let stream = request.httpBodyStream { return RequestBody(reading: stream) }
    return empty
  }

  package convenience init(reading stream: InputStream) {
    let source = UncheckedStream(stream: stream)
    self.init(isInMemory: false) { try source.stream.readToEnd() }
  }

  /// The most bytes that are looked at on a URLSession queue, where others wait meanwhile.
  package static let largestQuick = 65_536

  /// Whether the bytes can be looked at on a URLSession queue: they are there, and few.
  package var isQuick: Bool {
    isInMemory
      && state.withLock {
        if case .read(let data) = $0 { data.count <= Self.largestQuick } else { false }
      }
  }

  /// The bytes, or none where they can't be read; `failure` then says why.
  package var bytes: Data {
    state.withLock { state in
      switch state {
      case .read(let data): return data
      case .failed: return Data()
      case .unread(let read):
        do {
          let data = try read()
          state = .read(data)
          return data
        } catch {
          state = .failed(error)
          return Data()
        }
      }
    }
  }

  /// The bytes as JSON, parsed when this is first asked for.
  package var json: Result<JSON, any Error> {
    if let known = parsed.withLock({ $0 }) { return known }
    // Parsed outside the lock: a large body must not hold up whoever asks for a small thing.
    let result = Result { try JSON(parsing: bytes) }
    parsed.withLock { $0 = result }
    return result
  }

  /// Why the bytes could not be read, once somebody asked for them.
  package var failure: (any Error)? {
    state.withLock { if case .failed(let error) = $0 { error } else { nil } }
  }
}

/// SAFETY: the stream is handed from one place to the next, and touched only by the one call that reads it.
struct UncheckedStream: @unchecked Sendable {
  let stream: InputStream
}

extension InputStream {
  /// Reads what is left of the stream.
  ///
  /// - Throws: The stream's error.
  package func readToEnd() throws -> Data {
    open()
    defer { close() }
    var result = Data()
    var buffer = [UInt8](repeating: 0, count: 64 * 1024)
    while true {
      let count = read(&buffer, maxLength: buffer.count)
      // NB: -1 is an error, 0 the end. Elsewhere -1 has been handed on as a length.
      guard count >= 0 else { throw streamError ?? CocoaError(.fileReadUnknown) }
      guard count > 0 else { return result }
      result.append(contentsOf: buffer[..<count])
    }
  }
}
