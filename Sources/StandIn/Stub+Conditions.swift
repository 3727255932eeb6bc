public import Foundation

extension Stub {
  // MARK: Query

  /// Asks for exactly these query items, in any order between keys and in this order within one key.
  ///
  /// They come on top of those that the URL pattern names. Names and values are plain text, not percent-encoded.
  public func query(_ items: KeyValuePairs<String, String>) -> Stub {
    settingQuery(.exactly(items.pairs))
  }

  /// Asks for these query items, and allows others.
  public func query(containing items: KeyValuePairs<String, String>) -> Stub {
    settingQuery(.containing(items.pairs))
  }

  /// Allows every query, and none.
  public func anyQuery() -> Stub {
    settingQuery(.any)
  }

  package func settingQuery(_ phrase: QueryPhrase) -> Stub {
    var stub = self
    stub.query = phrase.rule(after: query ?? url?.queryRule ?? .any)
    stub.queryPhrases.append(phrase)
    return stub
  }

  // MARK: Header fields

  /// Asks for a header field with this value; its name is compared in any case.
  public func header(_ name: String, _ value: String) -> Stub {
    self.where(.header(name, value))
  }

  /// Asks that a regular expression is found in the value of a header field.
  public func header<Output>(_ name: String, matching regex: Regex<Output>) -> Stub {
    self.where(.header(name, matching: regex))
  }

  /// Asks for all of these header fields, and allows others.
  public func headers(_ headers: [String: String]) -> Stub {
    self.where(.headers(headers))
  }

  /// Asks that there is no header field of this name.
  public func withoutHeader(_ name: String) -> Stub {
    self.where(.withoutHeader(name))
  }

  /// Asks for these Basic credentials (RFC 7617).
  public func basicAuth(_ user: String, _ password: String) -> Stub {
    self.where(.basicAuth(user, password))
  }

  /// Asks for a cookie with this name and value.
  public func cookie(_ name: String, _ value: String) -> Stub {
    self.where(.cookie(name, value))
  }

  // MARK: Body

  /// Asks for a body that is this text in UTF-8, byte for byte.
  public func body(_ text: String) -> Stub {
    self.where(.body(text))
  }

  /// Asks for a body of these bytes.
  public func body(_ data: Data) -> Stub {
    self.where(.body(data))
  }

  /// Asks for a body of the bytes that this base64 text stands for (RFC 4648, section 4).
  public func body(base64: String) -> Stub {
    self.where(.body(base64: base64))
  }

  /// Asks for a body that is this JSON by value: key order and spelling of numbers make no difference.
  public func body(json: JSON) -> Stub {
    self.where(.body(json: json))
  }

  /// Asks for a body that is JSON with these values, and allows further keys.
  public func body(jsonContaining json: JSON) -> Stub {
    self.where(.body(jsonContaining: json))
  }

  /// Asks for a form with exactly these decoded pairs, in any order between keys.
  public func body(form: KeyValuePairs<String, String>) -> Stub {
    self.where(.body(form: form))
  }

  /// Asks for a form with these decoded pairs, and allows others.
  public func body(formContaining form: KeyValuePairs<String, String>) -> Stub {
    self.where(.body(formContaining: form))
  }

  /// Asks that a regular expression is found in the body's text.
  public func body<Output>(matching regex: Regex<Output>) -> Stub {
    self.where(.body(matching: regex))
  }

  /// Asks for a multipart form with such a part, whatever its boundary (RFC 7578).
  ///
  /// - Parameters:
  ///   - name: The part's name.
  ///   - fileName: Its file name; nil allows any and none.
  ///   - contentType: Its content type; nil allows any and none.
  ///   - content: Its bytes; nil allows any.
  /// - Returns: The stub with this condition.
  public func multipart(
    _ name: String, fileName: String? = nil, contentType: String? = nil, _ content: Data? = nil
  ) -> Stub {
    self.where(.multipart(name, fileName: fileName, contentType: contentType, content))
  }

  /// Asks for a GraphQL operation of this name.
  public func graphQL(operation: String) -> Stub {
    self.where(.graphQL(operation: operation))
  }

  // MARK: Anything else

  /// Asks that a matcher accepts the request.
  public func `where`(_ matcher: RequestMatcher) -> Stub {
    var stub = self
    stub.conditions += (matcher.condition as? AllCondition)?.conditions ?? [matcher.condition]
    return stub
  }

  /// Asks that a closure returns true.
  ///
  /// - Parameters:
  ///   - description: What the closure checks, for messages.
  ///   - predicate: Returns whether a request matches. It runs on no URLSession queue and under no lock.
  /// - Returns: The stub with this condition.
  public func `where`(
    _ description: String = "a closure holds",
    _ predicate: @escaping @Sendable (InterceptedRequest) -> Bool
  ) -> Stub {
    self.where(RequestMatcher(description, predicate))
  }
}
