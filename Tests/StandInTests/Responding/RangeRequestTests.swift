import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response, a request for a part of it, and what the app gets.
struct RangeRequestCase: Sendable, CustomTestStringConvertible {
  var response: StubResponse = .text("0123456789")
  var method = "GET"
  var range: String?
  var condition: String?
  var status = 206
  var body = ""
  /// Fields that must have these values.
  var fields: [String: String] = [:]
  /// Fields that must not be there.
  var absent: [String] = []

  var request: URLRequest {
    var headers: [String: String] = [:]
    headers["Range"] = range
    headers["If-Range"] = condition
    return StandInTests.request(method, "https://api.test/a", headers: headers)
  }

  var testDescription: String {
    "\(method) \(range ?? "no range") if \(condition ?? "-"): \(response)"
  }
}

struct RangeRequestTests {
  private let registry = StubRegistry.recorded().registry

  @Test(
    arguments: RangeRequestCase.answered + RangeRequestCase.unsatisfiable
      + RangeRequestCase.ignored + RangeRequestCase.conditional)
  func getWhatTheyAskFor(_ example: RangeRequestCase) async throws {
    registry.stub(.everything.respond(example.response))
    let direct = try await registry.response(to: example.request)
    let (data, response) = try await registry.session.data(for: example.request)
    let http = try #require(response as? HTTPURLResponse)
    for (data, response) in [(data, http), direct] {
      #expect(response.statusCode == example.status)
      #expect(String(decoding: data, as: UTF8.self) == example.body)
      for (name, value) in example.fields { #expect(response.field(name) == value, "\(name)") }
      for name in example.absent { #expect(response.field(name) == nil, "\(name)") }
    }
  }

  @Test func getAPartOfEveryKindOfAnswer() async throws {
    let url = try #require(URL(string: "https://elsewhere.test/"))
    let complete = try #require(
      HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil))
    registry.stub(.get("/turn").respond(.text("abc"), .text("defg")))
    registry.stub(.get("/closure").respond { _ in .text("closure") })
    registry.stub(.get("/delayed").respond(.text("delayed").delayed(by: .milliseconds(1))))
    registry.stub(.get("/redirect").respond(.redirect(to: "/turn")))
    registry.stub(.get("/complete").respond(.response(complete, Data("complete".utf8))))
    registry.unstubbedRequestPolicy = .respond(.text("policy"))
    func part(_ path: String) async throws -> String {
      let sent = request("GET", "https://api.test\(path)", headers: ["range": "bytes=1-2"])
      return String(decoding: try await registry.session.data(for: sent).0, as: UTF8.self)
    }
    #expect(try await part("/turn") == "bc")
    #expect(try await part("/redirect") == "ef")
    #expect(try await part("/closure") == "lo")
    #expect(try await part("/delayed") == "el")
    #expect(try await part("/unknown") == "ol")
    // A response of the caller's is sent as it is.
    #expect(try await part("/complete") == "complete")
  }

  @Test func mayBeASessionsField() async throws {
    registry.stub(.get("/a").respond(.text("0123456789")))
    let configuration = URLSessionConfiguration.stubbed(by: registry)
    configuration.httpAdditionalHeaders = ["Range": "bytes=-3"]
    let (data, _) = try await URLSession(configuration: configuration)
      .data(for: request("GET", "https://api.test/a"))
    #expect(String(decoding: data, as: UTF8.self) == "789")
  }

  @Test func getSeveralPartsAtOnce() async throws {
    registry.stub(
      .get("/a").respond(
        .text("0123456789").header("Content-Length", "10").header("ETag", "\"1\"")))
    registry.stub(.get("/untyped").respond(.data(Data("0123456789".utf8), contentType: "a/b")))
    let sent = request("GET", "https://api.test/a", headers: ["Range": "bytes=7-8, 0-1,50-,-1"])
    let (data, response) = try await registry.response(to: sent)
    let text = """
      --StandIn-part-0\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Range: bytes 7-8/10\r
      \r
      78\r
      --StandIn-part-0\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Range: bytes 0-1/10\r
      \r
      01\r
      --StandIn-part-0\r
      Content-Type: text/plain; charset=utf-8\r
      Content-Range: bytes 9-9/10\r
      \r
      9\r
      --StandIn-part-0--\r

      """
    #expect(String(decoding: data, as: UTF8.self) == text)
    #expect(response.statusCode == 206)
    #expect(response.field("Content-Type") == "multipart/byteranges; boundary=StandIn-part-0")
    #expect(response.field("Content-Length") == String(text.utf8.count))
    #expect(response.field("Content-Range") == nil)
    #expect(response.field("ETag") == "\"1\"")
    #expect(response.field("Accept-Ranges") == "bytes")
    #expect(try await registry.session.data(for: sent).0 == data)
  }

  @Test func separatePartsByWhatStandsInNone() async throws {
    let body = "StandIn-part-0 --StandIn-part-1 and StandIn-part-3"
    registry.stub(.get("/a").respond(.text(body).header("Content-Type", "text/x")))
    func boundary(_ range: String) async throws -> String? {
      let sent = request("GET", "https://api.test/a", headers: ["Range": range])
      return try await registry.response(to: sent).1.field("Content-Type")
    }
    let type = "multipart/byteranges; boundary="
    let other = try #require(try await boundary("bytes=0-30,32-"))
    #expect(other.hasPrefix(type + "StandIn-part-") && !body.contains(other.dropFirst(type.count)))
    #expect(try await boundary("bytes=0-30,32-") == other)
    #expect(try await boundary("bytes=0-4,6-12") == type + "StandIn-part-0")
    #expect(try await boundary("bytes=0-40") == "text/x")
  }

  @Test func printAsTheyAreWritten() {
    let response = StubResponse.text("a").chunked(bySize: 5, every: .milliseconds(20))
      .ignoringRanges().header("A", "b").delayed(by: .seconds(1))
    #expect(
      response.description == """
        .text("a").header("A", "b").chunked(bySize: 5, every: .milliseconds(20)).ignoringRanges()\
        .delayed(by: .seconds(1))
        """)
    // The last one asked for counts.
    #expect(
      StubResponse.text("a").chunked(bySize: 5, every: .zero).chunked(into: 2, every: .zero)
        .description == #".text("a").chunked(into: 2, every: .seconds(0))"#)
  }
}

extension RangeRequestCase {
  static let answered = [
    RangeRequestCase(
      range: "bytes=0-3", body: "0123",
      fields: [
        "Content-Range": "bytes 0-3/10", "Content-Length": "4", "Accept-Ranges": "bytes",
        "Content-Type": "text/plain; charset=utf-8",
      ]),
    RangeRequestCase(range: "bytes=7-", body: "789", fields: ["Content-Range": "bytes 7-9/10"]),
    RangeRequestCase(range: "bytes=-2", body: "89", fields: ["Content-Range": "bytes 8-9/10"]),
    RangeRequestCase(
      range: "bytes=0-", body: "0123456789", fields: ["Content-Range": "bytes 0-9/10"]),
    RangeRequestCase(
      range: "bytes=-99", body: "0123456789", fields: ["Content-Range": "bytes 0-9/10"]),
    RangeRequestCase(range: "bytes=9-9999999999999999999999", body: "9"),
    // One of several that is there, or that is left.
    RangeRequestCase(
      range: "bytes=4-5,99-", body: "45",
      fields: ["Content-Range": "bytes 4-5/10", "Content-Type": "text/plain; charset=utf-8"]),
    RangeRequestCase(
      range: "bytes=4-5,5-6", body: "456", fields: ["Content-Range": "bytes 4-6/10"]),
    // The stub's own fields stay, but not a length that is not that of the part.
    RangeRequestCase(
      response: .text("0123456789").header("content-length", "10").header("ETag", "\"1\"")
        .header("Content-Type", "x/y").header("Accept-Ranges", "bytes, pages"),
      range: "bytes=1-1", body: "1",
      fields: [
        "Content-Length": "1", "ETag": "\"1\"", "Content-Type": "x/y",
        "Accept-Ranges": "bytes, pages",
      ]),
    RangeRequestCase(
      response: .text("0123456789").header("Transfer-Encoding", "chunked"), range: "bytes=1-1",
      body: "1", absent: ["Content-Length"]),
    // A status that a modifier sets counts, and pieces are pieces of the part.
    RangeRequestCase(
      response: .text("0123456789", status: 404).status(200), range: "bytes=1-1", body: "1"),
    RangeRequestCase(
      response: .text("0123456789").chunked(into: 2, every: .zero), range: "bytes=1-6",
      body: "123456"),
    RangeRequestCase(
      response: .status(200).body(Data("0123456789".utf8)), range: "bytes=2-3", body: "23"),
  ]

  static let unsatisfiable = [
    RangeRequestCase(
      response: .text("0123456789").header("ETag", "\"1\"").header("Content-Length", "10"),
      range: "bytes=10-", status: 416,
      fields: ["Content-Range": "bytes */10", "Content-Length": "0", "ETag": "\"1\""],
      absent: ["Content-Type", "Accept-Ranges"]),
    RangeRequestCase(range: "bytes=10-20,-0", status: 416),
    RangeRequestCase(range: "bytes=99999999999999999999-", status: 416),
    RangeRequestCase(
      response: .text("0123456789").header("Content-Encoding", "gzip").header(
        "Content-Type", "a/b"),
      range: "bytes=10-", status: 416, absent: ["Content-Encoding", "Content-Type"]),
    RangeRequestCase(
      response: .text(""), range: "bytes=0-", status: 416,
      fields: ["Content-Range": "bytes */0", "Content-Length": "0"]),
  ]

  private static let whole = "0123456789"

  static let ignored = [
    // Without a field nothing is added.
    RangeRequestCase(
      status: 200, body: whole, fields: ["Content-Length": "10"],
      absent: ["Accept-Ranges", "Content-Range"]),
    RangeRequestCase(range: "bytes=5-4", status: 200, body: whole, absent: ["Accept-Ranges"]),
    RangeRequestCase(range: "lines=0-1", status: 200, body: whole),
    RangeRequestCase(range: "bytes=0-1,x", status: 200, body: whole),
    RangeRequestCase(method: "POST", range: "bytes=0-1", status: 200, body: whole),
    RangeRequestCase(
      method: "HEAD", range: "bytes=0-1", status: 200, fields: ["Content-Length": "10"],
      absent: ["Content-Range"]),
    RangeRequestCase(
      response: .text(whole).ignoringRanges(), range: "bytes=0-1", status: 200, body: whole,
      absent: ["Accept-Ranges", "Content-Range"]),
    RangeRequestCase(
      response: .text(whole).header("Accept-Ranges", "none"), range: "bytes=0-1", status: 200,
      body: whole, fields: ["Accept-Ranges": "none"]),
    RangeRequestCase(
      response: .text(whole).header("content-range", "bytes 0-9/20"), range: "bytes=0-1",
      status: 200, body: whole),
    RangeRequestCase(
      response: .text(whole, status: 201), range: "bytes=0-1", status: 201, body: whole),
    RangeRequestCase(
      response: .text(whole, status: 206).header("Content-Range", "bytes 0-9/20"),
      range: "bytes=0-1", body: whole, fields: ["Content-Range": "bytes 0-9/20"]),
    RangeRequestCase(
      response: .text(whole, status: 404), range: "bytes=0-1", status: 404, body: whole),
    // There is no body that there could be a part of.
    RangeRequestCase(response: .status(200), range: "bytes=0-1", status: 200),
    RangeRequestCase(
      response: .text(""), range: "bytes=-1", status: 200, fields: ["Content-Length": "0"]),
  ]

  private static let tagged = StubResponse.text(whole).header("ETag", "\"v1\"")
  private static let dated = StubResponse.text(whole).header("last-modified", date)
  private static let date = "Sat, 29 Oct 1994 19:43:31 GMT"

  static let conditional = [
    RangeRequestCase(response: tagged, range: "bytes=0-0", condition: "\"v1\"", body: "0"),
    RangeRequestCase(
      response: tagged, range: "bytes=0-0", condition: "\"v2\"", status: 200, body: whole),
    RangeRequestCase(
      response: tagged, range: "bytes=0-0", condition: "W/\"v1\"", status: 200, body: whole),
    RangeRequestCase(
      response: .text(whole).header("ETag", "W/\"v1\""), range: "bytes=0-0",
      condition: "W/\"v1\"", status: 200, body: whole),
    RangeRequestCase(
      response: .text(whole).header("ETag", "W/\"v1\""), range: "bytes=0-0", condition: "\"v1\"",
      status: 200, body: whole),
    RangeRequestCase(
      range: "bytes=0-0", condition: "\"v1\"", status: 200, body: whole),
    RangeRequestCase(response: dated, range: "bytes=0-0", condition: date, body: "0"),
    RangeRequestCase(
      response: dated, range: "bytes=0-0", condition: "Sat, 29 Oct 1994 19:43:32 GMT", status: 200,
      body: whole),
    RangeRequestCase(range: "bytes=0-0", condition: date, status: 200, body: whole),
    RangeRequestCase(
      response: dated, range: "bytes=0-0", condition: "nonsense", status: 200, body: whole),
    // Alone it says nothing, and a range that is not there is no error where the whole is sent.
    RangeRequestCase(response: tagged, condition: "\"v1\"", status: 200, body: whole),
    RangeRequestCase(
      response: tagged, range: "bytes=50-", condition: "\"v2\"", status: 200, body: whole),
    RangeRequestCase(response: tagged, range: "bytes=50-", condition: "\"v1\"", status: 416),
  ]
}
