/// A URL in the normal form of RFC 3986 (section 6.2.2 and 6.2.3), so that equal URLs compare equal.
///
/// Everything is ASCII and percent-encoded. Reserved characters stay as they are written: `%2F` is
/// not `/`, and `+` is neither `%20` nor `%2B`. The fragment is left out, as no server sees it.
package struct NormalizedURL: Sendable, CustomStringConvertible {
  package let scheme: String
  /// The user info; nil where there is none, or nothing in it.
  package let userInfo: String?
  /// The host, IPv6 addresses in brackets; nil for a URL without `//`, such as `data:`.
  package let host: String?
  /// The port; nil where there is none, or the scheme's default.
  package let port: Int?
  package let path: String
  /// The query items in their order; none for an empty query.
  package let queryItems: [QueryItem]

  /// Reads an absolute URL; nil for a text that is none.
  package init?(_ text: String) {
    try? self.init(parsing: text, reach: .absolute)
  }

  /// Reads an absolute URL, or one whose beginning is left out; what is left out stays empty.
  init(parsing text: String, reach: URLParts.Reach) throws(URLProblem) {
    var text = text
    self = try text.withUTF8 { bytes in
      Result { () throws(URLProblem) in try NormalizedURL(bytes, reach: reach) }
    }.get()
  }

  private init(_ bytes: UnsafeBufferPointer<UInt8>, reach: URLParts.Reach) throws(URLProblem) {
    typealias Bytes = UnsafeBufferPointer<UInt8>
    let parts = URLParts(bytes, reach: reach)

    let scheme = parts.scheme.map { Self.lowerCased(bytes[$0]) } ?? ""
    guard reach != .absolute || parts.scheme != nil else { throw .noScheme }

    var authority: Authority?
    if let range = parts.authority { authority = try Authority(Bytes(rebasing: bytes[range])) }
    if scheme == "file" {
      // RFC 3986, section 3.2.2: no authority, an empty host and `localhost` name the same machine.
      if authority?.host == "localhost" { authority?.host = "" }
      host = authority?.host ?? ""
    } else {
      host = authority?.host
    }
    let defaultPort = Authority.defaultPort(ofScheme: scheme)
    let needsHost = reach == .authority || defaultPort != nil
    if needsHost, host?.isEmpty ?? true { throw .noHost }

    self.scheme = scheme
    userInfo = authority?.userInfo
    let explicitPort = authority?.port
    port = explicitPort == defaultPort ? nil : explicitPort
    path = Self.path(Bytes(rebasing: bytes[parts.path]), isRooted: host != nil)
    queryItems =
      parts.query.map { QueryItem.items(of: Bytes(rebasing: bytes[$0])) } ?? []
  }

  private static func lowerCased(_ bytes: Slice<UnsafeBufferPointer<UInt8>>) -> String {
    if bytes.elementsEqual("https".utf8) { return "https" }
    return String(decoding: bytes.map(\.lowercased), as: UTF8.self)
  }

  private static func path(_ bytes: UnsafeBufferPointer<UInt8>, isRooted: Bool) -> String {
    guard !bytes.isEmpty else { return isRooted ? "/" : "" }
    if ByteSet.path.containsAll(bytes), !DotSegments.mayOccur(in: bytes) {
      return String(decoding: bytes, as: UTF8.self)
    }
    var output: [UInt8] = []
    output.reserveCapacity(bytes.count + 16)
    PercentEncoding.appendNormalized(bytes, allowed: .path, to: &output)
    return String(decoding: DotSegments.removed(from: output), as: UTF8.self)
  }

  /// The port that a connection would go to; nil for a scheme without one.
  package var effectivePort: Int? { port ?? Authority.defaultPort(ofScheme: scheme) }

  /// The segments of the path.
  package var pathSegments: PathSegments { PathSegments(path) }

  package var description: String {
    let query = queryItems.isEmpty ? "" : "?" + queryItems.map(\.description).joined(separator: "&")
    return textWithoutQuery + query
  }

  /// The URL up to its query.
  var textWithoutQuery: String {
    guard let host else {
      // RFC 3986, section 5.3: without it the path would be read as an authority.
      return scheme + ":" + (path.hasPrefix("//") ? "/." : "") + path
    }
    let user = userInfo.map { $0 + "@" } ?? ""
    let port = port.map { ":\($0)" } ?? ""
    return "\(scheme)://\(user)\(host)\(port)\(path)"
  }
}

extension NormalizedURL: Hashable {
  package static func == (lhs: NormalizedURL, rhs: NormalizedURL) -> Bool {
    lhs.path == rhs.path && lhs.host == rhs.host && lhs.scheme == rhs.scheme
      && lhs.port == rhs.port && lhs.userInfo == rhs.userInfo
      && lhs.queryItems.count == rhs.queryItems.count
      && (lhs.queryItems == rhs.queryItems
        || lhs.queryItems.sortedByName() == rhs.queryItems.sortedByName())
  }

  package func hash(into hasher: inout Hasher) {
    hasher.combine(scheme)
    hasher.combine(userInfo)
    hasher.combine(host)
    hasher.combine(port)
    hasher.combine(path)
    hasher.combine(queryItems.sortedByName())
  }
}
