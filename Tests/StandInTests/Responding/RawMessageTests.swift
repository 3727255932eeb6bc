import Foundation
import StandIn
import Testing

/// A dump made by hand, and the response in it.
struct RawMessageCase: Sendable, CustomTestStringConvertible {
  var rule: String
  var dump: Data
  var status = 200
  var fields: [String] = []
  var body = Data()

  var testDescription: String { rule }

  init(
    _ rule: String, _ dump: String, status: Int = 200, _ fields: [String] = [], body: String = ""
  ) {
    self.init(rule, Data(dump.utf8), status: status, fields, body: Data(body.utf8))
  }

  init(_ rule: String, _ dump: Data, status: Int = 200, _ fields: [String] = [], body: Data) {
    self.rule = rule
    self.dump = dump
    self.status = status
    self.fields = fields
    self.body = body
  }
}

struct RawMessageTests {
  @Test(arguments: RawMessageCase.all)
  func reads(_ example: RawMessageCase) throws {
    let message = try RawMessage(parsing: example.dump)
    #expect(message.status == example.status)
    #expect(message.fields.map { "\($0.name): \($0.value)" } == example.fields)
    #expect(message.body == example.body)
  }

  @Test func readsSlices() throws {
    let dump = Data("…HTTP/1.1 200 OK\r\n\r\nab…".utf8).dropFirst(3).dropLast(3)
    #expect(try RawMessage(parsing: dump).body == Data("ab".utf8))
  }

  @Test(arguments: ["\r\n", "\n"])
  func keepsEveryByteOfABody(_ lineEnd: String) throws {
    let body = Data((0...255).map { UInt8($0) } + (0...255).reversed().map { UInt8($0) })
    for length in ["", "Content-Length: 512\(lineEnd)"] {
      let head = "HTTP/1.1 200 OK\(lineEnd)\(length)\(lineEnd)"
      #expect(try RawMessage(parsing: Data(head.utf8) + body).body == body)
    }
  }
}

extension RawMessageCase {
  static let all = statusLines + starts + fields + blocks + lengths + chunks + trailers + codings

  private static let statusLines = [
    RawMessageCase("HTTP/1.0", "HTTP/1.0 200 OK\r\n\r\n"),
    RawMessageCase("several words", "HTTP/1.1 404 Not Found\r\n\r\n", status: 404),
    RawMessageCase("no reason", "HTTP/1.1 204\r\n\r\n", status: 204),
    RawMessageCase("an empty reason", "HTTP/1.1 204 \r\n\r\n", status: 204),
    RawMessageCase("HTTP/2", "HTTP/2 201 \r\netag: x\r\n\r\n", status: 201, ["etag: x"]),
    RawMessageCase("HTTP/2.0", "HTTP/2.0 200\r\n\r\n"),
    RawMessageCase(
      "HTTP/3", "HTTP/3 200 \r\nalt-svc: h3=\":443\"\r\ncontent-length: 2\r\n\r\nok",
      ["alt-svc: h3=\":443\"", "content-length: 2"], body: "ok"),
    RawMessageCase(
      "a reason in Latin-1", Data("HTTP/1.1 200 \u{FC}\n\n".unicodeScalars.map { UInt8($0.value) }),
      body: Data()),
  ]

  private static let starts = [
    RawMessageCase("a byte order mark", "\u{FEFF}HTTP/1.1 200 OK\r\n\r\nx", body: "x"),
    RawMessageCase("empty lines before the head", "\r\n\n HTTP/1.1 200 OK\n\nx", body: "x"),
    RawMessageCase(
      "a row of the meter in the first line",
      """
        % Total    % Received % Xferd  Average Speed   Time    Time     Time  Current
                                       Dload  Upload   Total   Spent    Left  Speed
      \r  0     0    0     0    0     0      0      0 --:--:-- --:--:-- --:--:--     0\
      \r 12 2929k   12  374k    0     0   1.2M      0  0:00:02  1d 03h -:--:-- 1.5GHTTP/1.1 200 OK

      x
      """, body: "x"),
    RawMessageCase(
      "a bar in the first line", "\r###     12.5%\r#### 100.0%HTTP/1.1 200 OK\n\nx", body: "x"),
    RawMessageCase(
      "a bar that ends behind the body", "\r### 100.0%HTTP/1.1 200 OK\nContent-Length: 1\n\nx\n",
      ["Content-Length: 1"], body: "x"),
  ]

  private static let fields = [
    RawMessageCase(
      "line feeds and CRLF together", "HTTP/1.1 200 OK\nA: 1\r\nB: 2\n\r\nx", ["A: 1", "B: 2"],
      body: "x"),
    RawMessageCase(
      "blanks around values", "HTTP/1.1 200 OK\r\nA:1\r\nB: \t 2 \t\r\nC:\r\nD : 4\r\n\r\n",
      ["A: 1", "B: 2", "C: ", "D: 4"]),
    RawMessageCase(
      "folded values", "HTTP/1.1 200 OK\r\nA:\r\n one\r\n\t two \r\n \r\nB: 2\r\n\r\n",
      ["A: one two", "B: 2"]),
    RawMessageCase(
      "repeated names in any case", "HTTP/1.1 200 OK\r\nA: 1\r\nB: 2\r\na: 1\r\nA: 3\r\n\r\n",
      ["A: 1", "B: 2", "a: 1", "A: 3"]),
    RawMessageCase(
      "colons in values", "HTTP/1.1 200 OK\r\nA: b: c\r\n\r\n", ["A: b: c"]),
    RawMessageCase(
      "fields between two proxies",
      "HTTP/1.1 200 OK\r\nConnection: keep-alive\r\nKeep-Alive: timeout=5\r\n\r\n",
      ["Connection: keep-alive", "Keep-Alive: timeout=5"]),
  ]

  private static let ok = "HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx"
  private static let one = ["Content-Length: 1"]

  private static let blocks = [
    RawMessageCase(
      "several interim responses",
      "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nHTTP/1.1 102 Processing\n\n"
        + ok, one, body: "x"),
    RawMessageCase(
      "a proxy's answer with a length",
      "HTTP/1.0 200 Connection established\r\nContent-Length: 0\r\n\r\n" + ok, one, body: "x"),
    RawMessageCase("a proxy's answer in HTTP/2", "HTTP/2 200 \r\n\r\n" + ok, one, body: "x"),
    RawMessageCase("a proxy's answer alone", "HTTP/1.1 200 Connection established\r\n\r\n"),
    RawMessageCase(
      "all before the last response",
      "HTTP/1.1 407 No\r\nContent-Length: 3\r\n\r\nHTTP/1.1 200 Connection established\r\n\r\n"
        + "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 307 Go\r\nLocation: /b\r\n\r\nHTTP/2 401 \r\n\r\n"
        + ok, one, body: "x"),
    RawMessageCase(
      "a redirect with its body", "HTTP/1.1 302 Found\r\nContent-Length: 4\r\n\r\nbody" + ok, one,
      body: "x"),
    RawMessageCase(
      "a redirect whose body looks like a head",
      "HTTP/1.1 302 Found\r\nContent-Length: 18\r\n\r\nHTTP/1.1 404 No\r\n\r" + ok, one, body: "x"),
    RawMessageCase(
      "a redirect with its body in chunks",
      "HTTP/1.1 302 Found\r\nTransfer-Encoding: chunked\r\n\r\n4\r\nbody\r\n0\r\n\r\n" + ok, one,
      body: "x"),
    RawMessageCase(
      "a redirect that was not followed",
      "HTTP/1.1 302 Found\r\nLocation: /b\r\n\r\ngo to HTTP/1.1 200 OK", status: 302,
      ["Location: /b"], body: "go to HTTP/1.1 200 OK"),
    RawMessageCase(
      "a redirect whose length reaches the end",
      "HTTP/1.1 302 Found\r\nContent-Length: 39\r\n\r\n" + ok, status: 302,
      ["Content-Length: 39"], body: ok),
    RawMessageCase(
      "401 at the end", "HTTP/1.1 401 Unauthorized\r\nWWW-Authenticate: Basic\r\n\r\nno",
      status: 401,
      ["WWW-Authenticate: Basic"], body: "no"),
    RawMessageCase(
      "a body that looks like a head, of a response that is no proxy's",
      "HTTP/1.1 200 OK\r\nContent-Type: message/http\r\n\r\n" + ok,
      ["Content-Type: message/http"], body: ok),
    RawMessageCase(
      "a body that looks like a head, of an error", "HTTP/1.1 500 Oops\r\n\r\n" + ok, status: 500,
      body: ok),
  ]

  private static let lengths = [
    RawMessageCase("no length and no body", "HTTP/1.1 200 OK\r\n\r\n"),
    RawMessageCase(
      "a length that is repeated",
      "HTTP/1.1 200 OK\r\nContent-Length: 1\r\ncontent-length: 1\r\n\r\nx",
      ["Content-Length: 1"], body: "x"),
    RawMessageCase(
      "a list of lengths", "HTTP/1.1 200 OK\r\nContent-Length: 1, 1\r\n\r\nx", body: "x"),
    RawMessageCase(
      "any length before no body",
      "HTTP/1.1 200 OK\r\nContent-Length: 99999999999999999999\r\n\r\n",
      ["Content-Length: 99999999999999999999"]),
    RawMessageCase(
      "304 with something behind it", "HTTP/1.1 304 Not Modified\r\nContent-Length: 9\r\n\r\n\n",
      status: 304, ["Content-Length: 9"]),
    RawMessageCase("a line end that an editor has added", ok + "\n", one, body: "x"),
    RawMessageCase("a line end that a shell has added", ok + "\r\n", one, body: "x"),
    RawMessageCase(
      "a line end that belongs to the body", "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nx\n",
      ["Content-Length: 2"], body: "x\n"),
    RawMessageCase("a line end without a length", "HTTP/1.1 200 OK\r\n\r\nx\n", body: "x\n"),
    RawMessageCase(
      "chunks make a length void",
      "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nContent-Length: x\r\n\r\nabc", body: "abc"),
  ]

  private static func chunked(
    _ rule: String, _ body: String, trailer: String? = nil, _ decoded: String
  ) -> RawMessageCase {
    let field = trailer.map { "Trailer: \($0)" }
    let head = ["HTTP/1.1 200 OK", "Transfer-Encoding: Chunked", field].compactMap(\.self)
    return RawMessageCase(
      rule, head.joined(separator: "\r\n") + "\r\n\r\n" + body, field.map { [$0] } ?? [],
      body: decoded)
  }

  private static let chunks = [
    chunked("no chunks", "0\r\n\r\n", ""),
    chunked("chunks", "5\r\nhello\r\n00A\r\n, \r\nworld!\r\n0\r\n\r\n", "hello, \r\nworld!"),
    chunked("extensions", "5;a\r\nhello\r\n1 ; a=\"0;\r\n!\r\n000;x\r\n\r\n", "hello!"),
    chunked("trailer fields", "1\r\na\r\n0\r\nA: 1\r\nB:\r\n\r\n", "a"),
    chunked("a body put together", "hello", "hello"),
    chunked("a body put together that begins like a chunk", "1\r\n2\r\n3\r\n", "1\r\n2\r\n3\r\n"),
    chunked("a body put together that begins with a number", "42", "42"),
    chunked("a number beyond all sizes", "ffffffffffffffffffff\r\nx", "ffffffffffffffffffff\r\nx"),
    chunked("sizes that overflow", "7fffffffffffffff\r\nx", "7fffffffffffffff\r\nx"),
    chunked("chunks with something behind", "1\r\na\r\n0\r\n\r\nb", "1\r\na\r\n0\r\n\r\nb"),
    chunked("line feeds in a dump with CRLF", "1\na\n0\n\n", "1\na\n0\n\n"),
    RawMessageCase(
      "chunks whose lines have lost their carriage returns",
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n1\na\n0\n\n", body: "a"),
    RawMessageCase(
      "another transfer coding", "HTTP/1.1 200 OK\r\nTransfer-Encoding: identity\r\n\r\n0\r\n\r\n",
      body: "0\r\n\r\n"),
  ]

  private static let trailers = [
    chunked(
      "trailer fields behind a body without a line end", #"{"a":1}X-Sum: 1"# + "\r\n",
      trailer: "X-Sum", #"{"a":1}"#),
    chunked(
      "trailer fields of which one was announced", "a: 1\r\nx-sum: 2\r\nX-Other: 3\r\n",
      trailer: "X-Took, X-Sum", "a: 1\r\n"),
    chunked("all trailer fields", "X-Sum: 1\r\n", trailer: "X-Sum", ""),
    chunked("trailer fields that were not announced", "a\r\nX-Sum: 1\r\n", "a\r\nX-Sum: 1\r\n"),
    chunked("an announcement only", "a\r\nb: 1\r\n", trailer: "X-Sum", "a\r\nb: 1\r\n"),
    chunked("a field's name within a body", "X-Sum: 1\r\nend", trailer: "X-Sum", "X-Sum: 1\r\nend"),
    RawMessageCase(
      "trailer fields behind a length",
      "HTTP/2 200 \r\ntrailer: grpc-status\r\ncontent-length: 2\r\n\r\nabgrpc-status: 0\r\n",
      ["trailer: grpc-status", "content-length: 2"], body: "ab"),
  ]

  private static func coded(
    _ rule: String, _ coding: String, length: Int? = nil, _ body: Data, _ decoded: Data,
    keepsLength: Bool = false
  ) -> RawMessageCase {
    let fields = length.map { "Content-Length: \($0)" }
    let head = ["HTTP/1.1 200 OK", "Content-Encoding: \(coding)", fields].compactMap(\.self)
      .joined(separator: "\r\n")
    return RawMessageCase(
      rule, Data((head + "\r\n\r\n").utf8) + body, keepsLength ? [fields ?? ""] : [], body: decoded)
  }

  private static func plain(
    _ rule: String, _ coding: String, length: Int? = nil, _ body: Data, keepsLength: Bool = false
  ) -> RawMessageCase {
    coded(rule, coding, length: length, body, body, keepsLength: keepsLength)
  }

  private static let ab = Data("ab".utf8)
  private static let binary = Data([0x89, 0, 1, 2, 0xFF])

  private static let codings = [
    coded("gzip", "gzip", length: GzipSamples.ab.count, GzipSamples.ab, ab),
    coded("x-gzip", "X-GZip", GzipSamples.ab, ab),
    coded("gzip of several members", "gzip", GzipSamples.ab + GzipSamples.ab, Data("abab".utf8)),
    coded("gzip with padding", "gzip", GzipSamples.ab + Data([0, 0, 0]), ab),
    coded("gzip of nothing", "gzip", GzipSamples.nothing, Data()),
    coded("zlib", "deflate", length: GzipSamples.zlib.count, GzipSamples.zlib, ab),
    coded(
      "deflate without zlib's header", "deflate", length: GzipSamples.raw.count, GzipSamples.raw, ab
    ),
    plain("text that is shorter than what was sent", "gzip", length: 30, ab),
    plain("text that is longer than what was sent", "br", length: 1, ab),
    plain("text that is as long as what was sent", "br", length: 2, ab, keepsLength: true),
    plain("a file that is longer than what was sent", "br", length: 1, binary),
    plain("a file that is shorter than what was sent", "br", length: 100, binary),
    plain("a file that is no gzip", "gzip", binary),
    plain("a file that is no deflate", "deflate", binary),
    plain("a file that is no Zstandard", "zstd", binary),
    plain("a gzip file that is longer than what was sent", "gzip", length: 5, GzipSamples.ab),
    plain("a gzip file that is shorter than what was sent", "gzip", length: 99, GzipSamples.ab),
    plain("several codings", "gzip, br", Data("é".utf8)),
    plain("text that begins like zlib", "deflate", Data("x^2".utf8)),
    coded("no coding", "identity", GzipSamples.ab, GzipSamples.ab),
    RawMessageCase(
      "a coding for the way",
      Data("HTTP/1.1 200 OK\r\nTransfer-Encoding: gzip, chunked\r\n\r\n16\r\n".utf8)
        + GzipSamples.ab
        + Data("\r\n0\r\n\r\n".utf8), body: ab),
  ]
}
