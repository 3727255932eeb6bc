extension Stub {
  private static func make(
    _ method: HTTPMethod?, _ url: URLPattern?, _ conditions: [any Condition],
    _ fileID: StaticString, _ filePath: StaticString, _ line: UInt, _ column: UInt
  ) -> Stub {
    Stub(
      method: method, url: url, conditions: conditions,
      location: SourceLocation(fileID: fileID, filePath: filePath, line: line, column: column))
  }

  /// A stub for `GET` requests to a URL.
  public static func get(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.get, url, [], fileID, filePath, line, column)
  }

  /// A stub for `HEAD` requests to a URL.
  public static func head(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.head, url, [], fileID, filePath, line, column)
  }

  /// A stub for `POST` requests to a URL.
  public static func post(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.post, url, [], fileID, filePath, line, column)
  }

  /// A stub for `PUT` requests to a URL.
  public static func put(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.put, url, [], fileID, filePath, line, column)
  }

  /// A stub for `PATCH` requests to a URL.
  public static func patch(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.patch, url, [], fileID, filePath, line, column)
  }

  /// A stub for `DELETE` requests to a URL.
  public static func delete(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.delete, url, [], fileID, filePath, line, column)
  }

  /// A stub for `OPTIONS` requests to a URL.
  public static func options(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.options, url, [], fileID, filePath, line, column)
  }

  /// A stub for requests with this method to a URL.
  public static func request(
    _ method: HTTPMethod, _ url: URLPattern, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(method, url, [], fileID, filePath, line, column)
  }

  /// A stub for requests with any method to a URL.
  public static func any(
    _ url: URLPattern, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(nil, url, [], fileID, filePath, line, column)
  }

  /// A stub for the requests that a matcher accepts.
  public static func matching(
    _ matcher: RequestMatcher, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(nil, nil, [matcher.condition], fileID, filePath, line, column)
  }

  /// A stub for every request.
  public static var everything: Stub { Stub() }
}

// MARK: - Regular expressions

extension Stub {
  /// A stub for `GET` requests in whose URL a regular expression is found.
  public static func get<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.get, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for `HEAD` requests in whose URL a regular expression is found.
  public static func head<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.head, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for `POST` requests in whose URL a regular expression is found.
  public static func post<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.post, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for `PUT` requests in whose URL a regular expression is found.
  public static func put<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.put, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for `PATCH` requests in whose URL a regular expression is found.
  public static func patch<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.patch, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for `DELETE` requests in whose URL a regular expression is found.
  public static func delete<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.delete, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for `OPTIONS` requests in whose URL a regular expression is found.
  public static func options<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(.options, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for requests with this method in whose URL a regular expression is found.
  public static func request<Output>(
    _ method: HTTPMethod, _ url: Regex<Output>, fileID: StaticString = #fileID,
    filePath: StaticString = #filePath, line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(method, URLPattern(url), [], fileID, filePath, line, column)
  }

  /// A stub for requests with any method in whose URL a regular expression is found.
  public static func any<Output>(
    _ url: Regex<Output>, fileID: StaticString = #fileID, filePath: StaticString = #filePath,
    line: UInt = #line, column: UInt = #column
  ) -> Stub {
    make(nil, URLPattern(url), [], fileID, filePath, line, column)
  }
}
