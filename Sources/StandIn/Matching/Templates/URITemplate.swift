/// A URI template (RFC 6570) that is matched against URLs: the inverse of its expansion.
///
/// Variables behave as follows; all values are captured decoded.
/// - `{a}` is at least one character, within a path segment, the value of a query item, or a label of
///   the host; in a host it spans several labels only where the template does not match otherwise.
/// - `{+a}` is at least one character of any kind. Where it begins a template or stands in its
///   authority, it may hold any part of the URL.
/// - `{.a}`, `{/a}`, `{;a}`, `{?a}`, `{&a}` may be absent, as they expand to nothing without a value.
/// - `{/a*}` is any number of segments; `{?a*}` is a repeated query item.
/// - `{#a}` is ignored, like every fragment.
///
/// Where values can be divided in several ways, those on the left are the shortest possible. A
/// variable that occurs twice must then have equal values.
final class URITemplate: Sendable {
  private let origin: Origin
  private let path: PathPattern
  private let query: TemplateQuery

  /// What stands before the path.
  private enum Origin: Sendable {
    /// Nothing.
    case any
    /// The parts, the scheme being nil where the template leaves it open.
    case parts(scheme: TemplateSequence?, schemeSource: String, TemplateAuthority?)
    /// Variables that cross from one part into another: everything up to the query is one sequence.
    case whole(TemplateSequence, source: String)
  }

  /// The rule of the query items that have no variables.
  var queryRule: QueryRule { query.rule }

  /// The host, where it has no variables.
  var literalHost: String? {
    guard case .parts(_, _, let authority) = origin else { return nil }
    return authority?.literalHost
  }

  /// What an index needs to know of the path.
  var indexSegments: [URLPattern.Segment] {
    if case .whole = origin { [.rest] } else { path.segments }
  }

  init(_ text: String) throws(TemplateProblem) {
    let template = try MarkedTemplate(text)
    let bytes = template.bytes
    let reach: URLParts.Reach =
      if text.hasPrefix("//") { .authority } else if text.hasPrefix("/") || text.hasPrefix("{/") {
        .path
      } else { .absolute }
    let parts = bytes.withUnsafeBufferPointer { URLParts($0, reach: reach) }
    path = PathPattern(bytes[parts.path], of: template)
    query = try TemplateQuery(parts.query.map { bytes[$0] } ?? [], of: template)

    if reach == .path {
      origin = .any
    } else if Self.isWhole(parts, of: template) {
      let source = template.source(of: bytes[..<parts.path.upperBound])
      origin = .whole(Self.wholeSequence(parts, of: template), source: source)
    } else {
      guard reach != .absolute || parts.scheme != nil else { throw .url(.noScheme) }
      let scheme = parts.scheme.map { Self.scheme(bytes[$0], of: template) }
      let name = scheme?.literal
      var authority: TemplateAuthority?
      if let range = parts.authority {
        authority = try .reading(bytes[range], of: template, scheme: name)
      } else if let name, Authority.isLikely(name, before: bytes[parts.path]) {
        throw .url(.noScheme)
      }
      let needsHost = reach == .authority || name.flatMap(Authority.defaultPort) != nil
      if needsHost, authority?.literalHost == "" || authority == nil { throw .url(.noHost) }
      let source = template.source(of: parts.scheme.map { bytes[$0] } ?? [])
      origin = .parts(scheme: scheme, schemeSource: source, authority)
    }
  }

  private static func scheme(
    _ bytes: ArraySlice<UInt8>, of template: MarkedTemplate
  ) -> TemplateSequence {
    let normal = template.normalized(bytes) { $0.lowercased() }
    return TemplateSequence(template.parts(of: normal[...]), stops: "")
  }

  /// Whether a variable may hold more than one part of the URL.
  private static func isWhole(_ parts: URLParts, of template: MarkedTemplate) -> Bool {
    let bytes = template.bytes
    let ranges = [parts.scheme, parts.authority].compactMap { $0 }
    if ranges.isEmpty {
      guard case .expression(let first)? = template.parts(of: bytes[parts.path]).first else {
        return false
      }
      return first.kind == .reserved
    }
    return ranges.contains { range in
      template.parts(of: bytes[range]).contains { part in
        if case .expression(let expression) = part { expression.kind == .reserved } else { false }
      }
    }
  }

  private static func wholeSequence(
    _ parts: URLParts, of template: MarkedTemplate
  ) -> TemplateSequence {
    let bytes = template.bytes
    let origin = template.normalized(bytes[..<parts.path.lowerBound]) { text in
      PercentEncoding.normalized(text.lowercased(), allowed: .path)
    }
    let path = template.normalized(bytes[parts.path]) {
      PercentEncoding.normalized($0, allowed: .path)
    }
    let whole = origin + DotSegments.removed(from: path)
    return TemplateSequence(template.parts(of: whole[...]), stops: "/")
  }
}

extension URITemplate {
  /// Compares with a URL.
  func check(
    _ url: NormalizedURL, query replacement: QueryRule?, captures: inout TemplateCaptures,
    verdict: inout Verdict
  ) {
    guard checkOrigin(url, captures: &captures, verdict: &verdict) else { return }
    if case .whole = origin {
      // The path is part of what was compared.
    } else {
      guard
        verdict.require(
          path.match(url.path, into: &captures), .path, expected: Mismatch.quote(path.source),
          actual: Mismatch.quote(url.path))
      else { return }
    }
    query.check(
      url.queryItems, replacement: replacement, captures: &captures, verdict: &verdict)
    if let conflict = captures.conflict { _ = verdict.require(false, otherwise: [conflict]) }
  }

  private func checkOrigin(
    _ url: NormalizedURL, captures: inout TemplateCaptures, verdict: inout Verdict
  ) -> Bool {
    switch origin {
    case .any:
      return true
    case .whole(let sequence, let source):
      return verdict.require(
        sequence.match(url.textWithoutQuery, into: &captures), .url,
        expected: Mismatch.quote(source),
        actual: Mismatch.quote(Secrets.masked(url: url.textWithoutQuery).text))
    case .parts(let scheme, let source, let authority):
      guard
        verdict.require(
          scheme.map { $0.match(url.scheme, into: &captures) } ?? true,
          .scheme, expected: Mismatch.quote(source), actual: Mismatch.quote(url.scheme))
      else { return false }
      guard let authority else {
        let hasHost = !(url.host ?? "").isEmpty
        return verdict.require(
          !hasHost, .host, expected: "no host", actual: Mismatch.quote(url.host ?? ""))
      }
      return authority.check(url, captures: &captures, verdict: &verdict)
    }
  }
}
