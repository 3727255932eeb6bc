/// The path of a template.
struct PathPattern: Sendable {
  private let sequence: TemplateSequence
  /// The path as it was written.
  let source: String
  /// What an index needs to know of the path.
  let segments: [URLPattern.Segment]

  init(_ bytes: ArraySlice<UInt8>, of template: MarkedTemplate) {
    let normal = template.normalized(bytes) { PercentEncoding.normalized($0, allowed: .path) }
    let path = DotSegments.removed(from: normal)
    sequence = TemplateSequence(template.parts(of: path[...]), stops: "/")
    source = template.source(of: bytes)
    segments = Self.segments(of: path, template)
  }

  func match(_ path: String, into captures: inout TemplateCaptures) -> Bool {
    if sequence.match(path, into: &captures) { return true }
    // `https://a.test{/x}` without its variable is `https://a.test`, whose path is `/`.
    return path == "/" && sequence.match("", into: &captures)
  }

  private static func segments(
    of path: [UInt8], _ template: MarkedTemplate
  ) -> [URLPattern.Segment] {
    let slash = UInt8(ascii: "/")
    let relative = path.first == slash ? path.dropFirst() : path[...]
    if relative.isEmpty { return [] }
    var segments: [URLPattern.Segment] = []
    for bytes in relative.split(separator: slash, omittingEmptySubsequences: false) {
      let parts = template.parts(of: bytes)
      if let literal = literal(parts) {
        segments.append(.literal(literal))
      } else if isOneSegment(parts) {
        segments.append(.variable)
      } else {
        // `users{/id}` still tells that the first segment is `users`.
        if parts.dropFirst().allSatisfy(isPathSegment), let literal = literal([parts[0]]) {
          segments.append(.literal(literal))
        }
        return segments + [.rest]
      }
    }
    return segments
  }

  private static func literal(_ parts: [MarkedTemplate.Part]) -> String? {
    if parts.isEmpty { return "" }
    guard parts.count == 1, case .literal(let bytes) = parts[0] else { return nil }
    return String(decoding: bytes, as: UTF8.self)
  }

  private static func isPathSegment(_ part: MarkedTemplate.Part) -> Bool {
    if case .expression(let expression) = part { expression.kind == .pathSegment } else { false }
  }

  /// Whether the parts match one segment that is not empty, whatever their variables hold.
  private static func isOneSegment(_ parts: [MarkedTemplate.Part]) -> Bool {
    var isNeverEmpty = false
    for part in parts {
      switch part {
      case .literal: isNeverEmpty = true
      case .expression(let expression):
        switch expression.kind {
        case .simple: isNeverEmpty = true
        case .label, .parameter: break
        case .reserved, .pathSegment, .fragment, .query, .continuation: return false
        }
      }
    }
    return isNeverEmpty
  }
}
