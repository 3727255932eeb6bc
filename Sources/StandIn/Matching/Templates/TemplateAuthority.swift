/// The user info, host and port of a template.
struct TemplateAuthority: Sendable {
  private let userInfo: TemplateSequence?
  /// The host, and for one with variables a second reading in which they may hold dots.
  private let hosts: [TemplateSequence]
  private let port: TemplateSequence?
  private let sources: (userInfo: String?, host: String, port: String?)

  /// The host, where it has no variables.
  var literalHost: String? { hosts.first?.literal }

  /// Reads the part of a template between `//` and its path.
  static func reading(
    _ bytes: ArraySlice<UInt8>, of template: MarkedTemplate, scheme: String?
  ) throws(TemplateProblem) -> TemplateAuthority {
    if bytes.contains(where: MarkedTemplate.isLead) {
      return TemplateAuthority(bytes, of: template)
    }
    return TemplateAuthority(try literal(bytes), scheme: scheme)
  }

  private init(_ bytes: ArraySlice<UInt8>, of template: MarkedTemplate) {
    var host = bytes
    var userInfoSource: String?
    if let at = bytes.lastIndex(of: UInt8(ascii: "@")) {
      let normal = template.normalized(bytes[..<at]) {
        PercentEncoding.normalized($0, allowed: .userInfo)
      }
      userInfo = TemplateSequence(template.parts(of: normal[...]), stops: "")
      userInfoSource = template.source(of: bytes[..<at])
      host = bytes[(at + 1)...]
    } else {
      userInfo = nil
    }
    var portSource: String?
    if let colon = host.firstIndex(of: UInt8(ascii: ":")), colon + 1 < host.endIndex {
      let digits = host[(colon + 1)...]
      portSource = template.source(of: digits)
      port = TemplateSequence(template.parts(of: digits), stops: "")
      host = host[..<colon]
    } else {
      port = nil
      if host.last == UInt8(ascii: ":") { host = host.dropLast() }
    }
    let normal = template.normalized(host, by: HostName.normalized)
    let parts = template.parts(of: normal[...])
    hosts = [TemplateSequence(parts, stops: "."), TemplateSequence(parts, stops: "")]
    sources = (userInfoSource, template.source(of: host), portSource)
  }

  private init(_ authority: Authority, scheme: String?) {
    userInfo = authority.userInfo.map { TemplateSequence([.literal(Array($0.utf8))]) }
    // RFC 3986, section 3.2.2: `localhost` in a file URL is the same as nothing.
    let host = scheme == "file" && authority.host == "localhost" ? "" : authority.host
    hosts = [TemplateSequence([.literal(Array(host.utf8))])]
    let isDefault = authority.port == scheme.flatMap(Authority.defaultPort)
    let text = isDefault ? nil : authority.port.map { String($0) }
    port = text.map { TemplateSequence([.literal(Array($0.utf8))]) }
    sources = (authority.userInfo, host, text)
  }

  private static func literal(_ bytes: ArraySlice<UInt8>) throws(TemplateProblem) -> Authority {
    do {
      return try bytes.withUnsafeBufferPointer { bytes in
        Result { () throws(URLProblem) in try Authority(bytes) }
      }.get()
    } catch {
      throw .url(error)
    }
  }

  func check(_ url: NormalizedURL, captures: inout TemplateCaptures, verdict: inout Verdict) -> Bool
  {
    let host = url.host ?? ""
    return verdict.require(
      userInfo.map { $0.match(url.userInfo ?? "", into: &captures) } ?? (url.userInfo == nil),
      .userInfo,
      expected: sources.userInfo.map { Mismatch.quote(Secrets.masked(userInfo: $0)) }
        ?? "no user info",
      actual: Secrets.otherUserInfo(url.userInfo, than: sources.userInfo))
      && verdict.require(
        hosts.contains { $0.match(host, into: &captures) },
        .host, expected: Mismatch.quote(sources.host),
        actual: url.host.map { Mismatch.quote($0) } ?? "no host")
      && verdict.require(
        matchesPort(of: url, captures: &captures),
        .port, expected: sources.port ?? "no port",
        actual: url.effectivePort.map { String($0) } ?? "no port")
  }

  private func matchesPort(of url: NormalizedURL, captures: inout TemplateCaptures) -> Bool {
    guard let port else { return url.port == nil }
    return port.match(url.effectivePort.map { String($0) } ?? "", into: &captures)
  }
}
