import Foundation
import StandIn

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#endif

/// An HTTP/1.1 server on 127.0.0.1 for one test: one connection a request, and no more than it was made for.
final class LocalServer: Sendable {
  struct Request: Sendable {
    var method: String
    var target: String
    var headers: [String: String]
    var body: Data
  }

  /// What is sent back, piece by piece, head included.
  typealias Responder = @Sendable (Request) -> [String]

  let port: UInt16
  private let socket: Int32
  private let seen = Locked<[Request]>([])
  private let responder: Responder
  private let limit: Int

  var requests: [Request] { seen.withLock { $0 } }
  var base: String { "http://127.0.0.1:\(port)" }

  /// Listens on a free port.
  ///
  /// - Parameters:
  ///   - limit: After this many requests it stops.
  ///   - responder: Makes the pieces of a response.
  init(limit: Int = 50, _ responder: @escaping Responder) throws {
    self.limit = limit
    self.responder = responder
    #if canImport(Darwin)
      let type = SOCK_STREAM
    #else
      let type = Int32(SOCK_STREAM.rawValue)
    #endif
    socket = Self.makeSocket(AF_INET, type, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let socket = socket
    let isListening = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        bind(socket, pointer, length) == 0 && listen(socket, 64) == 0
          && getsockname(socket, pointer, &length) == 0
      }
    }
    port = UInt16(bigEndian: address.sin_port)
    guard socket >= 0, isListening else { throw POSIXError(.EADDRNOTAVAIL) }
    Thread.detachNewThread { [self] in serve() }
  }

  private static func makeSocket(_ domain: Int32, _ type: Int32, _ proto: Int32) -> Int32 {
    #if canImport(Glibc)
      Glibc.socket(domain, type, proto)
    #elseif canImport(Darwin)
      Darwin.socket(domain, type, proto)
    #else
      Musl.socket(domain, type, proto)
    #endif
  }

  /// Ends the server.
  func stop() {
    shutdown(socket, Int32(SHUT_RDWR))
    close(socket)
  }

  private func serve() {
    for _ in 0..<limit {
      let connection = accept(socket, nil, nil)
      guard connection >= 0 else { return }
      Thread.detachNewThread { [self] in
        answer(connection)
        close(connection)
      }
    }
  }

  private func answer(_ connection: Int32) {
    guard let request = read(connection) else { return }
    seen.withLock { $0.append(request) }
    for piece in responder(request) {
      let bytes = Array(piece.utf8)
      var sent = 0
      while sent < bytes.count {
        let count = bytes[sent...].withUnsafeBytes {
          send(connection, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL))
        }
        guard count > 0 else { return }
        sent += count
      }
    }
  }

  private func read(_ connection: Int32) -> Request? {
    var data = Data()
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let end = Data("\r\n\r\n".utf8)
    while true {
      if let head = data.range(of: end) {
        let lines = String(decoding: data[..<head.lowerBound], as: UTF8.self)
          .components(separatedBy: "\r\n")
        let words = lines[0].components(separatedBy: " ")
        var headers: [String: String] = [:]
        for line in lines.dropFirst() {
          let pair = line.split(separator: ":", maxSplits: 1)
          guard pair.count == 2 else { continue }
          headers[pair[0].lowercased()] = pair[1].trimmingCharacters(in: .whitespaces)
        }
        let length = headers["content-length"].flatMap(Int.init) ?? 0
        let body = data[head.upperBound...]
        if body.count >= length || words.count < 2 {
          return Request(
            method: words[0], target: words.count > 1 ? words[1] : "", headers: headers,
            body: Data(body))
        }
      }
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return nil }
      data.append(contentsOf: buffer[..<count])
    }
  }
}
