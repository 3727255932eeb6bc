import Foundation

/// The request's method is this one.
package struct MethodCondition: Condition {
  package let method: HTTPMethod

  package var source: String { ".method(\(SwiftLiteral.string(method.rawValue)))" }

  package var problem: String? { method.problem }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    request.method == method
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    guard request.method != method else { return [] }
    return [Mismatch(part: .method, expected: method.rawValue, actual: request.method.rawValue)]
  }
}

/// The request's URL fits a pattern.
package struct URLCondition: Condition {
  package let pattern: URLPattern
  /// What decides about the query; nil leaves that to the pattern.
  package var query: QueryRule?

  package var source: String { ".url(\(pattern.source))" }

  package var cost: ConditionCost { pattern.isRegex ? .userCode : .plain }

  package var problem: String? { pattern.problem }

  package var hidingSecrets: any Condition {
    URLCondition(pattern: pattern.hidingSecrets, query: query)
  }

  package var leavingQueryOpen: URLCondition {
    // A query that the pattern itself names stays wanted beside what the other condition says.
    URLCondition(pattern: pattern, query: pattern.queryRule.allowingOthers)
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    guard let target = request.facts.target else { return false }
    return pattern.matches(
      target, text: request.url.absoluteString, query: query, captures: &captures)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    guard let target = request.facts.target else {
      return [
        Mismatch(
          part: .url, expected: pattern.description,
          actual: Secrets.masked(url: request.url.absoluteString).text)
      ]
    }
    return pattern.mismatches(target, text: request.url.absoluteString, query: query)
  }
}

/// The request's query fits a rule.
package struct QueryCondition: Condition {
  package let rule: QueryRule
  package let phrase: QueryPhrase

  package init(_ phrase: QueryPhrase) {
    self.phrase = phrase
    rule = phrase.rule
  }

  package var source: String { phrase.source }

  package var hidingSecrets: any Condition { QueryCondition(phrase.hidingSecrets) }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    rule.matches(request.facts.target?.queryItems ?? [])
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    rule.mismatches(request.facts.target?.queryItems ?? [])
  }
}

/// One component of the request's URL, in normalised form, satisfies a comparison.
package struct ComponentCondition: Condition {
  package enum Component: Sendable, Codable {
    case scheme(String)
    case host(String)
    case port(Int)
    case path(String)
    case pathPrefix(String)
    case pathSuffix(String)
    case pathExtension(String)
  }

  package let component: Component
  private let wanted: String?

  package init(_ component: Component) {
    self.component = component
    wanted =
      switch component {
      case .scheme(let scheme): Self.isScheme(scheme) ? scheme.lowercased() : nil
      case .host(let host): Self.normalisedHost(host)
      case .port(let port): (0...65_535).contains(port) ? String(port) : nil
      case .path(let path): path.hasPrefix("/") ? Self.normalised(path) : nil
      case .pathPrefix(let path): path.hasPrefix("/") ? Self.normalised(path) : nil
      case .pathSuffix(let text): Self.normalised("/" + text).map { String($0.dropFirst()) }
      case .pathExtension(let text):
        text.isEmpty || text.contains(where: { "./?#".contains($0) }) ? nil : text.lowercased()
      }
  }

  /// The host and path that a request must have, where this condition fixes one: for the index.
  package var fixedHost: String? { if case .host = component { wanted } else { nil } }
  package var fixedPath: String? { if case .path = component { wanted } else { nil } }

  package var source: String {
    switch component {
    case .scheme(let text): ".scheme(\(SwiftLiteral.string(text)))"
    case .host(let text): ".host(\(SwiftLiteral.string(text)))"
    case .port(let port): ".port(\(port))"
    case .path(let text): ".path(\(SwiftLiteral.string(text)))"
    case .pathPrefix(let text): ".path(prefix: \(SwiftLiteral.string(text)))"
    case .pathSuffix(let text): ".path(suffix: \(SwiftLiteral.string(text)))"
    case .pathExtension(let text): ".pathExtension(\(SwiftLiteral.string(text)))"
    }
  }

  package var problem: String? {
    guard wanted == nil else { return nil }
    return switch component {
    case .scheme(let text): "\(SwiftLiteral.string(text)) is not a scheme"
    case .host(let text): "\(SwiftLiteral.string(text)) is not a host"
    case .port(let port): "\(port) is not a port: it must be 0 to 65535"
    case .pathExtension(let text):
      "\(SwiftLiteral.string(text)) is not an extension: it is what follows the last dot"
    case .path(let text), .pathPrefix(let text), .pathSuffix(let text):
      "\(SwiftLiteral.string(text)) is not a path: it must begin with / and hold neither ? nor #"
    }
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    guard let wanted, let target = request.facts.target else { return false }
    return switch component {
    case .scheme: target.scheme == wanted
    case .host: target.host == wanted
    case .port(let port): target.effectivePort == port
    case .path: target.path == wanted
    case .pathPrefix: target.path.utf8.starts(with: wanted.utf8)
    case .pathSuffix: target.path.utf8.reversed().starts(with: wanted.utf8.reversed())
    case .pathExtension: Self.pathExtension(of: target.path) == wanted
    }
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    var ignored: [String: String] = [:]
    guard !holds(for: request, captures: &ignored) else { return [] }
    let target = request.facts.target
    func mismatch(_ part: Mismatch.Part, _ expected: String, _ actual: String?) -> [Mismatch] {
      [Mismatch(part: part, expected: expected, actual: actual ?? "none")]
    }
    return switch component {
    case .scheme(let text): mismatch(.scheme, text, target?.scheme)
    case .host(let text): mismatch(.host, text, target?.host)
    case .port(let port): mismatch(.port, String(port), (target?.effectivePort).map(String.init))
    case .path(let text): mismatch(.path, text, target?.path)
    case .pathPrefix(let text): mismatch(.path, "a path beginning with \(text)", target?.path)
    case .pathSuffix(let text): mismatch(.path, "a path ending in \(text)", target?.path)
    case .pathExtension(let text):
      mismatch(.path, "a path with the extension \(text)", target?.path)
    }
  }

  /// RFC 3986, section 3.1.
  private static func isScheme(_ text: String) -> Bool {
    text.utf8.first?.isLetter == true && text.utf8.allSatisfy(ByteSet.scheme.contains)
  }

  /// The host in normal form; nil for a text that holds anything else.
  private static func normalisedHost(_ text: String) -> String? {
    let isAddress = text.hasPrefix("[") && text.hasSuffix("]")
    guard isAddress || !text.contains(":"), !text.contains(where: { "/?#@".contains($0) }) else {
      return nil
    }
    return NormalizedURL("http://\(text)/")?.host
  }

  private static func normalised(_ path: String) -> String? {
    guard !path.contains("?"), !path.contains("#") else { return nil }
    return NormalizedURL("http://host.invalid\(path)")?.path
  }

  private static func pathExtension(of path: String) -> String? {
    let last = path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).last
    guard let last, let dot = last.lastIndex(of: UInt8(ascii: ".")) else { return nil }
    return String(decoding: last[last.index(after: dot)...], as: UTF8.self).lowercased()
  }
}
