public import Foundation

/// An exact URL, a path, or a URI template, by what the text holds; or a regular expression.
///
/// ```swift
/// stub(.get("https://api.example.com/users/42"))   // this URL and no other
/// stub(.get("/users/42"))                          // this path at any scheme and host
/// stub(.get("//api.example.com/users/42"))         // this host and path with any scheme
/// stub(.get("/users/{id}"))                        // RFC 6570; `id` is in the request's parameters
/// stub(.get(.regex(#"/users/\d+$"#)))              // searched in the URL as the app wrote it
/// ```
///
/// URLs are compared in the normal form of RFC 3986, section 6.2: the case of scheme and host, a default
/// port, dot segments, and the percent-encoding of unreserved characters make no difference. Query
/// items may come in any order between names. A fragment is ignored.
public struct URLPattern: Sendable {
  /// The pattern as it was written; a regular expression between slashes.
  public let description: String
  let storage: Storage

  enum Storage: Sendable {
    case exact(ExactPattern)
    case template(URITemplate)
    case regex(any RegexPattern)
    case invalid(String)
    case invalidRegex(String)
  }

  /// Creates a pattern from a URL, a path or a template.
  ///
  /// - Parameter text: With `{` or `}` a template; beginning with `/` a path at any scheme and host;
  ///   beginning with `//` a host and path with any scheme; otherwise an absolute URL.
  public init(_ text: String) {
    description = text
    if text.utf8.contains(where: { $0 == UInt8(ascii: "{") || $0 == UInt8(ascii: "}") }) {
      storage = Self.template(text)
    } else {
      let reach: URLParts.Reach =
        if text.hasPrefix("//") { .authority } else if text.hasPrefix("/") { .path } else {
          .absolute
        }
      storage = Self.exact(text, reach: reach)
    }
  }

  /// Creates a pattern that matches exactly one URL.
  ///
  /// - Parameter url: An absolute URL; braces in it are no template.
  public init(_ url: URL) {
    description = url.absoluteString
    storage = Self.exact(description, reach: .absolute)
  }

  /// Creates a pattern from a regular expression of Swift.
  package init<Output>(_ regex: Regex<Output>) {
    let box = SwiftRegex(regex)
    description = box.description
    storage = .regex(box)
  }

  /// A regular expression that is searched in the absolute URL of the request, as the app wrote it.
  ///
  /// - Parameter pattern: The expression in the syntax of `NSRegularExpression`; not anchored.
  /// - Returns: The pattern. Its groups are captured by number, and by name where they have one.
  public static func regex(_ pattern: String) -> URLPattern {
    URLPattern(regularExpression: pattern)
  }

  private init(regularExpression pattern: String) {
    description = "/\(pattern)/"
    do {
      storage = .regex(try TextRegex(pattern))
    } catch {
      let reason = TextRegex.reason(for: error, pattern: pattern)
      storage = .invalidRegex("'\(Self.short(pattern))' is not a regular expression: \(reason)")
    }
  }

  /// A pattern that is only to be printed.
  init(maskedRegex text: String) {
    description = text
    storage = .invalidRegex("")
  }

  /// A pattern that is only to be printed.
  init(masked text: String, _ problem: String) {
    description = text
    storage = .invalid(problem)
  }

  private static func exact(_ text: String, reach: URLParts.Reach) -> Storage {
    do {
      let pattern = try ExactPattern(text, reach: reach)
      let url = pattern.url
      if url.host == nil, Authority.isLikely(url.scheme, before: url.path.utf8) {
        return .invalid(message(for: .noScheme, in: text))
      }
      return .exact(pattern)
    } catch {
      return .invalid(message(for: error, in: text))
    }
  }

  private static func template(_ text: String) -> Storage {
    do {
      return .template(try URITemplate(text))
    } catch {
      switch error {
      case .url(let problem): return .invalid(message(for: problem, in: text))
      case .expression(let reason):
        return .invalid("'\(short(text))' is not a URI template: \(reason)")
      }
    }
  }

  private static func message(for problem: URLProblem, in text: String) -> String {
    let advice = "begin it with https:// or /"
    if text.isEmpty { return "an empty text is neither an absolute URL nor a path: \(advice)" }
    let shown = "'\(short(text))'"
    switch problem {
    case .noScheme: return "\(shown) is neither an absolute URL nor a path: \(advice)"
    case .noHost: return "\(shown) has no host"
    case .badHost(let host): return "\(shown) has a host with broken brackets: '\(short(host))'"
    case .badPort(let port):
      return "\(shown) has a port that is not a number from 0 to 65535: '\(short(port))'"
    }
  }

  private static func short(_ text: String) -> String {
    let start = text.prefix(200)
    return start.endIndex == text.endIndex ? text : start + "…"
  }
}

extension URLPattern: ExpressibleByStringInterpolation, CustomStringConvertible {
  /// Creates a pattern from a literal, as `init(_:)` does from a text.
  public init(stringLiteral value: String) {
    self.init(value)
  }
}

extension URLPattern: Hashable {
  /// Whether two patterns are of the same kind and text; regular expressions of Swift are equal to
  /// their copies only.
  public static func == (lhs: URLPattern, rhs: URLPattern) -> Bool {
    guard lhs.description == rhs.description else { return false }
    return switch (lhs.storage, rhs.storage) {
    case (.regex(let left as TextRegex), .regex(let right as TextRegex)):
      left === right || lhs.description == rhs.description
    case (.regex(let left), .regex(let right)): left === right
    case (.exact, .exact), (.template, .template), (.invalid, .invalid),
      (.invalidRegex, .invalidRegex):
      true
    default: false
    }
  }

  /// Hashes the text of the pattern.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(description)
  }
}
