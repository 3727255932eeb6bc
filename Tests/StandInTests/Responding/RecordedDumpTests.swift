import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A dump that curl wrote, and the response in it.
struct RecordedDumpCase: Sendable, CustomTestStringConvertible {
  var name: String
  /// The options that curl wrote it with, besides `-is`.
  var options = ""
  var status = 200
  /// The fields without the date, which every dump has.
  var fields: [String] = ["Content-Type: application/json"]
  var body = Data(Dumps.ada.utf8)

  var testDescription: String { "\(name): curl -is \(options)" }
}

extension RecordedDumpCase {
  init(
    _ name: String, _ options: String = "", status: Int = 200, fields: [String], body: String
  ) {
    self.init(
      name: name, options: options, status: status, fields: fields, body: Data(body.utf8))
  }
}

struct RecordedDumpTests {
  @Test(arguments: RecordedDumpCase.all)
  func isRead(_ example: RecordedDumpCase) throws {
    let message = try RawMessage(parsing: Dumps.data("\(example.name).txt"))
    #expect(message.status == example.status)
    #expect(
      message.fields.filter { $0.name.lowercased() != "date" }.map { "\($0.name): \($0.value)" }
        == example.fields)
    #expect(message.body == example.body)
  }

  @Test(arguments: RecordedDumpCase.all)
  func reachesTheApp(_ example: RecordedDumpCase) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.stub(.everything.respond(.raw(contentsOf: Dumps.url("\(example.name).txt"))))
    #expect(recorder.texts == [])
    let outcome: (Data, HTTPURLResponse)
    if (300...399).contains(example.status) {
      // A session would follow it.
      outcome = try await registry.response(to: request())
    } else {
      let (data, response) = try await registry.session.data(for: request())
      outcome = (data, try #require(response as? HTTPURLResponse))
    }
    #expect(outcome.0 == example.body)
    #expect(outcome.1.statusCode == example.status)
    for field in example.fields {
      let name = String(field.prefix { $0 != ":" })
      let values = example.fields.filter { $0.lowercased().hasPrefix(name.lowercased() + ":") }
      #expect(
        outcome.1.field(name)
          == values.map { $0.dropFirst(name.count + 1).drop { $0 == " " } }.joined(separator: ", "))
    }
  }

  @Test func allAreRead() throws {
    let names = try Dumps.names()
    #expect(
      names == (RecordedDumpCase.all.map(\.name) + Self.refused.keys).map { $0 + ".txt" }.sorted())
  }

  private static let refused = [
    "br": """
    line 7: expected a body that is plain, or compressed with gzip or deflate, found br; \
    record it again, decoded by curl: `curl -is --compressed …`
    """,
    "zstd": """
    line 7: expected a body that is plain, or compressed with gzip or deflate, found zstd; \
    record it again, decoded by curl: `curl -is --compressed …`
    """,
  ]

  @Test(arguments: refused.keys.sorted())
  func saysHowToRecordItAgain(_ name: String) throws {
    let data = try Dumps.data("\(name).txt")
    let error = #expect(throws: RawMessageError.self) { try RawMessage(parsing: data) }
    #expect(error?.description == Self.refused[name])
  }
}

extension RecordedDumpCase {
  private static let json = "Content-Type: application/json"
  private static let server = "Server: example"
  private static let plain = [json, server, "Content-Length: 31"]
  private static let http2 = [
    "content-type: application/json", "set-cookie: a=1", "set-cookie: b=2",
  ]
  private static let hypercorn = "server: hypercorn-h2"
  private static let html = "<html>\r\n\r\nmoved</html>\n"
  private static let moved = ["Location: /found", "Content-Type: text/html", "Content-Length: 23"]

  static let all = versions + blocks + heads + chunks + compressed + bodies + meters

  private static let versions = [
    RecordedDumpCase("http10", fields: [json, "Server: BaseHTTP/0.6"], body: Dumps.ada),
    RecordedDumpCase("lf", fields: [json, "Content-Length: 31"], body: Dumps.ada),
    RecordedDumpCase("no-reason", status: 404, fields: [json, "Content-Length: 2"], body: "{}"),
    RecordedDumpCase(
      "http2", "--http2-prior-knowledge", fields: http2 + ["content-length: 31", hypercorn],
      body: Dumps.ada),
    RecordedDumpCase(
      "http2-not-found", "--http2-prior-knowledge", status: 404, fields: http2 + [hypercorn],
      body: Dumps.ada),
    RecordedDumpCase(
      "http2-head", "-I --http2-prior-knowledge",
      fields: http2 + ["content-length: 31", hypercorn], body: ""),
    RecordedDumpCase(
      "http2-upgrade", "--http2", fields: http2 + ["content-length: 31", hypercorn], body: Dumps.ada
    ),
    // Nothing tells what HTTP/2 sends behind a body from the body, unless a field announces it.
    RecordedDumpCase(
      "http2-trailers", "--http2-prior-knowledge", fields: http2 + [hypercorn],
      body: Dumps.ada + "grpc-status: 0\r\n"),
  ]

  private static let blocks = [
    RecordedDumpCase(
      "continue", "-H 'Expect: 100-continue' -d a=1", fields: plain, body: Dumps.ada),
    RecordedDumpCase("hints", fields: [json, "Content-Length: 31"], body: Dumps.ada),
    RecordedDumpCase("redirects", "-L", fields: plain, body: Dumps.ada),
    RecordedDumpCase("moved", status: 301, fields: moved, body: html),
    RecordedDumpCase("proxy", "-p -x 127.0.0.1:18081", fields: plain, body: Dumps.ada),
    RecordedDumpCase(
      "proxy-auth", "-p -x 127.0.0.1:18082 --proxy-anyauth -U ada:secret", fields: plain,
      body: Dumps.ada),
    RecordedDumpCase("anyauth", "--anyauth -u ada:secret", fields: plain, body: Dumps.ada),
  ]

  private static let heads = [
    RecordedDumpCase("head", "-I", fields: plain, body: ""),
    RecordedDumpCase("head-redirects", "-IL", fields: plain, body: ""),
    RecordedDumpCase(
      "gzip-head", "-I --compressed",
      fields: [json, "Content-Encoding: gzip", "Vary: Accept-Encoding", "Content-Length: 54"],
      body: ""),
    RecordedDumpCase("no-content", status: 204, fields: [#"ETag: "1""#], body: ""),
    RecordedDumpCase(
      "not-modified", status: 304, fields: [#"ETag: "1""#, "Content-Length: 31"], body: ""),
    RecordedDumpCase("empty", fields: ["Content-Length: 0"], body: ""),
  ]

  private static let chunks = [
    RecordedDumpCase("raw-chunked", "--raw", fields: [json], body: Dumps.ada),
    RecordedDumpCase(
      "raw-trailers", "--raw", fields: [json, "Trailer: X-Checksum"], body: Dumps.ada),
    RecordedDumpCase("raw-gzip", "--raw", fields: [json], body: Dumps.adas),
    RecordedDumpCase("dechunked", fields: [json], body: Dumps.ada),
    RecordedDumpCase("dechunked-trailers", fields: [json, "Trailer: X-Checksum"], body: Dumps.ada),
  ]

  private static let compressed = [
    RecordedDumpCase("gzip", fields: [json, "Vary: Accept-Encoding"], body: Dumps.adas),
    RecordedDumpCase(
      "gzip-plain", "--compressed", fields: [json, "Vary: Accept-Encoding"], body: Dumps.adas),
    RecordedDumpCase("gzip-chunked-plain", "--compressed", fields: [json], body: Dumps.adas),
    RecordedDumpCase("deflate", fields: [json], body: Dumps.adas),
    RecordedDumpCase("deflate-raw", fields: [json], body: Dumps.adas),
    RecordedDumpCase("deflate-plain", "--compressed", fields: [json], body: Dumps.adas),
    RecordedDumpCase("br-plain", "--compressed", fields: [json], body: Dumps.adas),
    RecordedDumpCase("zstd-plain", "--compressed", fields: [json], body: Dumps.adas),
    RecordedDumpCase(
      name: "png-gzip-plain", options: "--compressed", fields: ["Content-Type: image/png"],
      body: Dumps.png ?? Data()),
  ]

  private static let bodies = [
    RecordedDumpCase(
      name: "png", fields: ["Content-Type: image/png", "Content-Length: 68"],
      body: Dumps.png ?? Data()),
    RecordedDumpCase(
      "repeated",
      fields: [
        "Set-Cookie: a=1; Path=/", "Set-Cookie: b=2; Path=/", "Vary: Accept", "vary: Cookie",
        "X-Folded: one two three", "X-Latin: Grüße", "X-Utf8: Grüße", "X-Empty: ",
        "Content-Length: 31",
      ], body: Dumps.ada),
    RecordedDumpCase(
      "blank-lines", fields: ["Content-Type: text/plain", "Content-Length: 24"],
      body: "one\r\n\r\ntwo\n\nthree: 3\r\n\r\n"),
    RecordedDumpCase(
      "like-a-head", fields: ["Content-Type: message/http", "Content-Length: 49"],
      body: "HTTP/1.1 404 Not Found\r\nContent-Length: 4\r\n\r\nnone"),
  ]

  private static let meters = [
    RecordedDumpCase("meter", "without -s, 2>&1", fields: plain, body: Dumps.ada),
    RecordedDumpCase("meter-bar", "without -s, -# 2>&1", fields: plain, body: Dumps.ada),
    RecordedDumpCase("meter-redirects", "without -s, -L 2>&1", fields: plain, body: Dumps.ada),
  ]
}

extension RecordedDumpTests {
  /// What editors and shells add to a file is no part of a body whose end is known.
  @Test(
    arguments: ["gzip.txt", "raw-chunked.txt", "raw-gzip.txt", "head.txt", "png.txt", "http2.txt"],
    ["\n", "\r\n"])
  func aLineEndBehindThemIsNoPartOfThem(_ name: String, _ end: String) throws {
    let dump = try Dumps.data(name)
    let (plain, extended) = try (
      RawMessage(parsing: dump), RawMessage(parsing: dump + Data(end.utf8))
    )
    #expect(extended.body == plain.body)
    #expect(
      extended.fields.map { "\($0.name): \($0.value)" }
        == plain.fields.map { "\($0.name): \($0.value)" })
  }
}
