/// User info, host and port, in normal form (RFC 3986, section 3.2).
struct Authority: Hashable, Sendable {
  var userInfo: String?
  var host: String
  var port: Int?

  private typealias Bytes = UnsafeBufferPointer<UInt8>

  init(_ bytes: UnsafeBufferPointer<UInt8>) throws(URLProblem) {
    var hostStart = 0
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
      let text = PercentEncoding.normalized(Bytes(rebasing: bytes[..<at]), allowed: .userInfo)
      userInfo = text.isEmpty ? nil : text
      hostStart = at + 1
    }
    let hostAndPort = Bytes(rebasing: bytes[hostStart...])
    let colon: Int?
    if hostAndPort.first == UInt8(ascii: "[") {
      guard let bracket = hostAndPort.firstIndex(of: UInt8(ascii: "]")) else {
        throw .badHost(String(decoding: hostAndPort, as: UTF8.self))
      }
      host = HostName.bracketed(Bytes(rebasing: hostAndPort[1..<bracket]))
      colon = bracket + 1 < hostAndPort.count ? bracket + 1 : nil
      if let colon, hostAndPort[colon] != UInt8(ascii: ":") {
        throw .badHost(String(decoding: hostAndPort, as: UTF8.self))
      }
    } else {
      colon = hostAndPort.firstIndex(of: UInt8(ascii: ":"))
      host = HostName.normalized(Bytes(rebasing: hostAndPort[..<(colon ?? hostAndPort.count)]))
    }
    if let colon { port = try Self.port(Bytes(rebasing: hostAndPort[(colon + 1)...])) }
  }

  /// The number; nil for no digits at all, which is what `host:` means.
  static func port(_ bytes: UnsafeBufferPointer<UInt8>) throws(URLProblem) -> Int? {
    guard !bytes.isEmpty else { return nil }
    var port = 0
    for byte in bytes {
      guard byte.isDigit, port <= 65_535 else {
        throw .badPort(String(decoding: bytes, as: UTF8.self))
      }
      port = port * 10 + Int(byte - UInt8(ascii: "0"))
    }
    guard port <= 65_535 else { throw .badPort(String(decoding: bytes, as: UTF8.self)) }
    return port
  }

  /// The port that a URL of the scheme means when it names none.
  static func defaultPort(ofScheme scheme: String) -> Int? {
    switch scheme {
    case "http", "ws": 80
    case "https", "wss": 443
    case "ftp": 21
    default: nil
    }
  }

  /// Whether what reads as a scheme is a host: `localhost:8080/x` has no scheme, whatever its form.
  static func isLikely(_ scheme: String, before path: some Collection<UInt8>) -> Bool {
    path.first != UInt8(ascii: "/")
      && (scheme == "localhost" || scheme.utf8.contains(UInt8(ascii: ".")))
  }
}
