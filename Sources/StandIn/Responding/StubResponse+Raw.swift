public import Foundation

extension StubResponse {
  /// A response as curl records it, with its status, header fields and body.
  ///
  /// ```sh
  /// curl -is https://api.example.com/users/42 > user.txt
  /// ```
  ///
  /// This is accepted:
  /// - `HTTP/1.0`, `HTTP/1.1`, `HTTP/2` and `HTTP/3`, with and without a reason phrase; lines that end with CRLF or LF; a
  ///   byte order mark, empty lines and a progress meter before the head; repeated and folded fields, and values in UTF-8
  ///   or Latin-1.
  /// - Several responses, of which the last one counts: after `100 Continue` and `103 Early Hints`, a proxy's answer to
  ///   `CONNECT`, redirects that were followed (`-L`), and answers 401 and 407 (`--anyauth`).
  /// - A head alone (`-I`): the body is empty.
  /// - A body in chunks (`--raw`), with extensions and trailer fields, or one that curl has put together. Trailer fields
  ///   are dropped, as a recipient may do (RFC 9110, section 6.5.1); behind a body that curl has put together they are
  ///   found only if a `Trailer` field announces them.
  /// - A body that curl has decoded (`--compressed`), and one that is compressed with `gzip` or `deflate`, which is decoded
  ///   where the system has zlib.
  ///
  /// The body is kept byte for byte, and `Content-Length` decides where it ends, whatever stands in it; only a line end
  /// that an editor has added may follow. The app gets the fields as they were recorded, but neither `Transfer-Encoding`
  /// nor, with a body, `Content-Encoding` or a `Content-Length` that is wrong for the bytes it gets: nothing must decode
  /// them again.
  ///
  /// A dump that is none of this is reported when the stub is registered, with the line and what was expected there.
  ///
  /// - Parameter dump: What `curl -is` wrote.
  /// - Returns: The response.
  public static func raw(_ dump: Data) -> StubResponse {
    raw(dump, from: .dump(dump), named: "the dump")
  }

  /// A response as curl records it in a file, with its status, header fields and body.
  ///
  /// The file is read at once. One that can't be read, or does not hold what `curl -is` writes, is reported when the stub
  /// is registered.
  ///
  /// - Parameter url: The file's URL.
  /// - Returns: The response.
  public static func raw(contentsOf url: URL) -> StubResponse {
    raw(contentsOf: url, from: .file(url))
  }

  /// A response as curl records it in a file of a bundle, with its status, header fields and body.
  ///
  /// A file that is missing is reported when the stub is registered, with names close to it.
  ///
  /// - Parameters:
  ///   - name: The file's name with its extension; it may stand behind a folder, as in `"users/ada.txt"`.
  ///   - bundle: The bundle, such as `.module`.
  /// - Returns: The response.
  public static func raw(_ name: String, in bundle: Bundle) -> StubResponse {
    switch Fixture.find(name, in: bundle) {
    case .success(let url): raw(contentsOf: url, from: .fixture(name))
    case .failure(let missing): invalid(.fixture(name), missing.text)
    }
  }

  private static func raw(contentsOf url: URL, from source: RawSource) -> StubResponse {
    let file = FileBody(url)
    if let problem = file.problem { return invalid(source, problem) }
    do {
      return raw(try ResponseBody.file(file).load(), from: source, named: "the dump \(url.path)")
    } catch {
      return invalid(source, FileBody.problem(url, error))
    }
  }

  private static func raw(
    _ dump: Data, from source: RawSource, named name: String
  ) -> StubResponse {
    do {
      let message = try RawMessage(parsing: dump)
      let contentType = message.fields.last { HTTPField.sameName($0.name, "Content-Type") }
      var response = StubResponse(
        status: message.status,
        content: .data(message.body, contentType: contentType?.value),
        form: .raw(source, status: message.status, fieldCount: message.fields.count))
      response.fields = message.fields
      return response
    } catch {
      return invalid(source, "\(name) can't be read: \(error)")
    }
  }

  private static func invalid(_ source: RawSource, _ fault: String) -> StubResponse {
    var response = StubResponse(form: .raw(source, status: 200, fieldCount: 0))
    response.faults.append(fault)
    return response
  }

  /// Drops what a dump says of its body, which another one takes the place of.
  mutating func forgetRecordedBody() {
    guard case .raw(_, _, let count) = form else { return }
    let recorded = fields.prefix(count).filter { field in
      !HTTPField.sameName(field.name, "Content-Length")
        && !HTTPField.sameName(field.name, "Content-Encoding")
    }
    fields = recorded + fields.dropFirst(count)
  }
}

/// Where a dump comes from.
package enum RawSource: Sendable, CustomStringConvertible {
  case dump(Data)
  case file(URL)
  case fixture(String)

  /// The arguments of `raw` as they are written in Swift.
  package var description: String {
    switch self {
    case .dump(let data):
      // Nobody reads a long one.
      if data.count > 2_000 {
        "…"
      } else if let text = String(data: data, encoding: .utf8), Data(text.utf8) == data {
        "Data(\(SwiftLiteral.string(text)).utf8)"
      } else {
        StubResponse.source(of: data)
      }
    case .file(let url):
      url.isFileURL
        ? "contentsOf: URL(fileURLWithPath: \(SwiftLiteral.string(url.path)))"
        : "contentsOf: URL(string: \(SwiftLiteral.string(url.absoluteString)))!"
    case .fixture(let name): "\(SwiftLiteral.string(name)), in: …"
    }
  }
}
