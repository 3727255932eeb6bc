public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension StubResponse {
  /// An empty response with a status code, 100 to 599.
  public static func status(_ status: Int) -> StubResponse {
    StubResponse(status: status, form: .status)
  }

  // MARK: Bodies

  /// A JSON body, with the order of keys and the digits of numbers as given.
  public static func json(_ json: JSON, status: Int = 200) -> StubResponse {
    var response = StubResponse(
      status: status, content: .data(json.encoded(), contentType: "application/json"),
      form: .json(json))
    if let problem = json.problem { response.faults.append("the JSON is not valid: \(problem)") }
    return response
  }

  // NB: disfavoured, so that a literal is a `JSON`, which keeps the order of its keys, and not a dictionary.
  /// A JSON body made of a value; an encoder's error is reported when the stub is registered.
  @_disfavoredOverload
  public static func json(
    _ value: some Encodable & Sendable, status: Int = 200, encoder: JSONEncoder = JSONEncoder()
  ) -> StubResponse {
    do {
      let data = try encoder.encode(value)
      return StubResponse(
        status: status, content: .data(data, contentType: "application/json"),
        form: .encoded(data))
    } catch {
      var response = StubResponse(status: status, form: .encoded(Data()))
      response.faults.append("\(type(of: value)) can't be encoded as JSON: \(error)")
      return response
    }
  }

  /// A JSON body given as text, sent as it is; text that is not JSON is reported when the stub is registered.
  public static func json(text: String, status: Int = 200) -> StubResponse {
    let data = Data(text.utf8)
    var response = StubResponse(
      status: status, content: .data(data, contentType: "application/json"), form: .jsonText(text))
    do {
      _ = try JSON(parsing: data)
    } catch {
      response.faults.append("the text is not JSON: \(error)")
    }
    return response
  }

  /// A plain text body in UTF-8.
  public static func text(_ text: String, status: Int = 200) -> StubResponse {
    StubResponse(
      status: status,
      content: .data(Data(text.utf8), contentType: "text/plain; charset=utf-8"),
      form: .text(text))
  }

  /// An HTML body in UTF-8.
  public static func html(_ html: String, status: Int = 200) -> StubResponse {
    StubResponse(
      status: status,
      content: .data(Data(html.utf8), contentType: "text/html; charset=utf-8"), form: .html(html))
  }

  /// A body of these bytes.
  public static func data(
    _ data: Data, contentType: String, status: Int = 200
  ) -> StubResponse {
    StubResponse(
      status: status, content: .data(data, contentType: contentType),
      form: .data(data, contentType))
  }

  /// A body from a file; its content type follows from its extension.
  ///
  /// A file that can't be read is reported when the stub is registered.
  public static func file(_ url: URL, status: Int = 200) -> StubResponse {
    StubResponse(status: status, content: .file(FileBody(url)), form: .file(url))
  }

  /// A body from a file in a bundle; its content type follows from its extension.
  ///
  /// A fixture that is missing is reported when the stub is registered, with names close to it.
  ///
  /// - Parameters:
  ///   - name: The file's name with its extension; it may stand behind a folder, as in `"users/ada.json"`.
  ///   - bundle: The bundle, such as `.module`.
  ///   - status: The status code, 100 to 599.
  /// - Returns: The response.
  public static func fixture(
    _ name: String, in bundle: Bundle, status: Int = 200
  ) -> StubResponse {
    var response = StubResponse(status: status, form: .fixture(name))
    switch Fixture.find(name, in: bundle) {
    case .success(let url): response.content = .file(FileBody(url))
    case .failure(let missing): response.faults.append(missing.text)
    }
    return response
  }

  /// A complete response of the caller's, with its body.
  ///
  /// It is sent as it is, with its own URL; a modifier makes a new one out of its parts.
  public static func response(_ response: HTTPURLResponse, _ data: Data) -> StubResponse {
    StubResponse(
      .complete(response), status: response.statusCode,
      content: .data(data, contentType: nil), form: .response)
  }

  // MARK: Redirects and failures

  /// A redirect to another location, absolute or relative to the request's URL.
  public static func redirect(to location: String, status: Int = 302) -> StubResponse {
    var response = StubResponse(status: status, form: .redirect(location))
    response.fields.append((name: "Location", value: location))
    if !(300...399).contains(status) {
      response.faults.append(
        "the status \(status) is not one of a redirect: it must be 300 to 399")
    }
    return response
  }

  /// The request fails with this error; the app gets the same value.
  public static func failure(_ error: any Error) -> StubResponse {
    StubResponse(.failure(error), form: .failure(source(of: error)))
  }

  private static func source(of error: any Error) -> String {
    guard let error = error as? URLError else { return Excerpt.line("\(error)") }
    return "URLError(\(error.code.source))"
  }

  /// The request fails with this code; the error has a description and the request's URL.
  public static func failure(_ code: URLError.Code) -> StubResponse {
    StubResponse(.urlError(code), form: .urlError(code))
  }

  /// The request fails at once as if its time were over.
  public static var timeout: StubResponse {
    StubResponse(.urlError(.timedOut), form: .timeout)
  }

  /// The request gets no answer until it is cancelled.
  public static var never: StubResponse { StubResponse(.never, form: .never) }

  /// The request goes to the real network.
  public static var passthrough: StubResponse { StubResponse(.passthrough, form: .passthrough) }
}
