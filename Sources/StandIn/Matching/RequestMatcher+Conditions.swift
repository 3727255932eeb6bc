public import Foundation

extension RequestMatcher {
  // MARK: Line

  /// The method is this one, compared case-sensitively.
  public static func method(_ method: HTTPMethod) -> RequestMatcher {
    RequestMatcher(MethodCondition(method: method))
  }

  /// The URL fits a pattern: an exact URL, a path, a template or a regular expression.
  public static func url(_ pattern: URLPattern) -> RequestMatcher {
    RequestMatcher(URLCondition(pattern: pattern))
  }

  /// The URL, as the app wrote it, is found by a regular expression.
  public static func url<Output>(_ regex: Regex<Output>) -> RequestMatcher {
    RequestMatcher(URLCondition(pattern: URLPattern(regex)))
  }

  /// This text stands somewhere in the absolute URL, as the app wrote it: percent-encoded, and in this case.
  public static func url(containing text: String) -> RequestMatcher {
    RequestMatcher(URLTextCondition(text: text))
  }

  /// The URL's scheme is this one, in any case.
  public static func scheme(_ scheme: String) -> RequestMatcher {
    RequestMatcher(ComponentCondition(.scheme(scheme)))
  }

  /// The URL's host is this one, in any case; international names also in their ASCII form.
  public static func host(_ host: String) -> RequestMatcher {
    RequestMatcher(ComponentCondition(.host(host)))
  }

  /// The port is this one, named by the URL or the default of its scheme.
  public static func port(_ port: Int) -> RequestMatcher {
    RequestMatcher(ComponentCondition(.port(port)))
  }

  /// The URL's path is this one, compared percent-encoded and normalised.
  public static func path(_ path: String) -> RequestMatcher {
    RequestMatcher(ComponentCondition(.path(path)))
  }

  /// The URL's path begins with this text.
  public static func path(prefix: String) -> RequestMatcher {
    RequestMatcher(ComponentCondition(.pathPrefix(prefix)))
  }

  /// The URL's path ends in this text.
  public static func path(suffix: String) -> RequestMatcher {
    RequestMatcher(ComponentCondition(.pathSuffix(suffix)))
  }

  /// The last segment of the URL's path has this extension, in any case and without the dot.
  public static func pathExtension(_ pathExtension: String) -> RequestMatcher {
    RequestMatcher(ComponentCondition(.pathExtension(pathExtension)))
  }

  // MARK: Query

  /// The query has this item, among others or alone; nil stands for an item without an equals sign.
  public static func query(_ name: String, _ value: String?) -> RequestMatcher {
    RequestMatcher(QueryCondition(.item(name, value)))
  }

  /// The query has exactly these items, in any order between keys and in this order within one key.
  public static func query(_ items: KeyValuePairs<String, String>) -> RequestMatcher {
    RequestMatcher(QueryCondition(.exactly(items.pairs)))
  }

  /// The query has these items, and may have others.
  public static func query(containing items: KeyValuePairs<String, String>) -> RequestMatcher {
    RequestMatcher(QueryCondition(.containing(items.pairs)))
  }

  /// Opens the URL pattern beside it to every query, and to none.
  public static func anyQuery() -> RequestMatcher {
    RequestMatcher(QueryCondition(.any))
  }

  // MARK: Header fields

  /// A header field has this value; its name is compared in any case.
  public static func header(_ name: String, _ value: String) -> RequestMatcher {
    RequestMatcher(HeaderCondition(name: name, value: value))
  }

  /// A regular expression is found in the value of a header field.
  public static func header<Output>(
    _ name: String, matching regex: Regex<Output>
  ) -> RequestMatcher {
    RequestMatcher(HeaderRegexCondition(name: name, regex: SwiftRegex(regex)))
  }

  /// All of these header fields are there with these values, and there may be others.
  public static func headers(_ headers: [String: String]) -> RequestMatcher {
    RequestMatcher(
      AllCondition(
        headers.sorted { $0.key < $1.key }.map { HeaderCondition(name: $0.key, value: $0.value) }))
  }

  /// There is no header field of this name.
  public static func withoutHeader(_ name: String) -> RequestMatcher {
    RequestMatcher(WithoutHeaderCondition(name: name))
  }

  /// The request carries these Basic credentials (RFC 7617).
  public static func basicAuth(_ user: String, _ password: String) -> RequestMatcher {
    RequestMatcher(BasicAuthCondition(user: user, password: password))
  }

  /// The request carries a cookie with this name and value.
  public static func cookie(_ name: String, _ value: String) -> RequestMatcher {
    RequestMatcher(CookieCondition(name: name, value: value))
  }

  // MARK: Body

  /// The body is this text in UTF-8, byte for byte.
  public static func body(_ text: String) -> RequestMatcher {
    RequestMatcher(
      BytesCondition(bytes: Data(text.utf8), source: ".body(\(SwiftLiteral.string(text)))"))
  }

  /// The body is these bytes.
  public static func body(_ data: Data) -> RequestMatcher {
    RequestMatcher(
      BytesCondition(bytes: data, source: ".body(base64: \(SwiftLiteral.data(data)))"))
  }

  /// The body is the bytes that this base64 text stands for (RFC 4648, section 4).
  public static func body(base64: String) -> RequestMatcher {
    let source = ".body(base64: \(SwiftLiteral.string(base64)))"
    guard let data = Data(base64Encoded: base64) else {
      return RequestMatcher(
        UnreadableBytesCondition(
          source: source, problem: "\(SwiftLiteral.string(base64)) is not base64"))
    }
    return RequestMatcher(BytesCondition(bytes: data, source: source))
  }

  /// The body is this JSON by value: key order and spelling of numbers make no difference.
  public static func body(json: JSON) -> RequestMatcher {
    RequestMatcher(JSONCondition(json: json, allowsMore: false))
  }

  /// The body is JSON that has these values, and may have further keys.
  public static func body(jsonContaining json: JSON) -> RequestMatcher {
    RequestMatcher(JSONCondition(json: json, allowsMore: true))
  }

  /// The body is a form with exactly these decoded pairs, in any order between keys.
  public static func body(form: KeyValuePairs<String, String>) -> RequestMatcher {
    RequestMatcher(FormCondition(pairs: form.pairs, allowsMore: false))
  }

  /// The body is a form that has these decoded pairs, and may have others.
  public static func body(formContaining form: KeyValuePairs<String, String>) -> RequestMatcher {
    RequestMatcher(FormCondition(pairs: form.pairs, allowsMore: true))
  }

  /// A regular expression is found in the body's text.
  public static func body<Output>(matching regex: Regex<Output>) -> RequestMatcher {
    RequestMatcher(BodyRegexCondition(regex: SwiftRegex(regex)))
  }

  /// The body is a multipart form with such a part, whatever its boundary (RFC 7578).
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - fileName: Its file name; nil allows any and none.
  ///   - contentType: Its content type; nil allows any and none.
  ///   - content: Its bytes; nil allows any.
  /// - Returns: The matcher.
  public static func multipart(
    _ name: String, fileName: String? = nil, contentType: String? = nil, _ content: Data? = nil
  ) -> RequestMatcher {
    RequestMatcher(
      MultipartCondition(
        name: name, fileName: fileName, contentType: contentType, content: content))
  }

  /// The request runs a GraphQL operation of this name.
  public static func graphQL(operation: String) -> RequestMatcher {
    RequestMatcher(GraphQLCondition(operation: operation))
  }
}
