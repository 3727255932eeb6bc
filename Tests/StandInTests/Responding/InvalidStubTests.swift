import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stub that can't do what it is for, what is said of it, and a request it would have answered.
struct InvalidStubCase: Sendable, CustomTestStringConvertible {
  var stub: Stub
  var problems: [String]
  var request: URLRequest
  /// Whether it can be told which requests it answers: then the request's error is the report itself.
  var isMatchable = true

  var testDescription: String { problems.joined(separator: "; ") }
}

struct InvalidStubTests {
  @Test(arguments: InvalidStubCase.answers + InvalidStubCase.patterns)
  func isReportedAndFailsItsRequests(_ example: InvalidStubCase) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.stub(example.stub)
    let place = example.stub.location.map { " (\($0))" } ?? ""
    let report =
      "Invalid stub\(place):\n  \(example.stub.hidingSecrets)\n"
      + example.problems.map { "  \($0)" }.joined(separator: "\n")
    #expect(recorder.texts == [report])
    #expect(recorder.failures.first?.location?.line == example.stub.location?.line)

    let error = await #expect(throws: (any Error).self) {
      try await registry.session.data(for: example.request)
    }
    let direct = await #expect(throws: (any Error).self) {
      try await registry.response(to: example.request)
    }
    for error in [error, direct] {
      if example.isMatchable {
        #expect((error as? InvalidStubError)?.description == report)
        #expect(error?.localizedDescription == report)
      } else {
        #expect((error as? UnstubbedRequestError)?.description.contains(report) == true)
      }
    }
  }

  @Test func sparesRequestsItCouldNotHaveAnswered() async throws {
    let (registry, _) = StubRegistry.recorded()
    registry.stub(.post("nonsense"))
    let error = await #expect(throws: UnstubbedRequestError.self) {
      try await registry.response(to: request("GET", "https://api.test/a"))
    }
    #expect(error?.description.contains("nonsense") == false)
  }

  @Test func reportsWhatAResponderMakes() async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.stub(.get("/a").respond { _ in .status(42) })
    let error = await #expect(throws: InvalidStubError.self) {
      try await registry.response(to: request("GET", "https://api.test/a"))
    }
    #expect(
      error?.problems == ["its responder's answer: the status 42 is not one: it must be 100 to 599"]
    )
    #expect(recorder.texts == [error?.description])
  }
}

extension InvalidStubCase {
  private struct Unencodable: Encodable {
    struct Refusal: Error, CustomStringConvertible { var description: String { "it refuses" } }

    func encode(to encoder: any Encoder) throws { throw Refusal() }
  }

  private static let a: URLRequest = StandInTests.request("GET", "https://api.test/a")

  static let answers = [
    InvalidStubCase(
      stub: .get("/a").respond(.status(99)),
      problems: ["the status 99 is not one: it must be 100 to 599"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.text("x", status: 600), .status(0).header("a b", "x")),
      problems: [
        "the status 600 is not one: it must be 100 to 599",
        "the status 0 is not one: it must be 100 to 599", #""a b" is not a header name"#,
      ], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.status(200).header("X", "a\r\nB: c")),
      problems: [#"the value of header "X" holds a control character: "a\r\nB: c""#], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.status(200).headers(["": "x"])),
      problems: [#""" is not a header name"#], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.json(text: "{\n  \"a\": nope\n}")),
      problems: ["the text is not JSON: line 2, column 8: expected a value, found \"nope\""],
      request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.json(Unencodable())),
      problems: ["Unencodable can't be encoded as JSON: it refuses"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.json(["n": .number("one")])),
      problems: [#"the JSON is not valid: $.n: "one" is not a JSON number"#], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.file(URL(fileURLWithPath: "/nowhere/a.json"))),
      problems: ["the file /nowhere/a.json can't be read: there is none"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.file(URL(fileURLWithPath: "/"))),
      problems: ["the file / can't be read: it is a folder"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.file(URL(fileURLWithPath: "/dev/zero"))),
      problems: ["the file /dev/zero can't be read: it is not a regular file"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.status(200).delayed(by: .seconds(-1))),
      problems: ["a delay of -1.0 seconds is negative"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.redirect(to: "/b", status: 200)),
      problems: ["the status 200 is not one of a redirect: it must be 300 to 399"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.data(Data(), contentType: "a\r\nb: c")),
      problems: [#"the value of header "Content-Type" holds a control character: "a\r\nb: c""#],
      request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.passthrough.header("A", "b")),
      problems: [".passthrough has neither status, headers nor body to modify"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.failure(.timedOut).body(Data())),
      problems: [".failure(.timedOut) has neither status, headers nor body to modify"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.text("x").chunked(into: 0, every: .zero)),
      problems: ["a body can't be sent in 0 pieces"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.text("x").chunked(into: 2, every: .seconds(-1))),
      problems: ["a wait of -1.0 seconds between pieces is negative"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.text("x").chunked(bySize: 0, every: .zero)),
      problems: ["a body can't be sent in pieces of 0 bytes"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.text("x").chunked(bySize: -3, every: .seconds(-1))),
      problems: ["a body can't be sent in pieces of -3 bytes"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.text("x").chunked(bySize: 2, every: .seconds(-1))),
      problems: ["a wait of -1.0 seconds between pieces is negative"], request: a),
    InvalidStubCase(
      stub: .get("/a").respond(.never.ignoringRanges()),
      problems: [".never has neither status, headers nor body to modify"], request: a),
    InvalidStubCase(
      stub: .get("/a").times(-1),
      problems: [".times(-1) can't be met: a count must not be negative"],
      request: a),
  ]

  static let patterns = [
    InvalidStubCase(
      stub: .get("a"),
      problems: ["'a' is neither an absolute URL nor a path: begin it with https:// or /"],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.path("a?b")),
      problems: [#""a?b" is not a path: it must begin with / and hold neither ? nor #"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.port(70_000)), problems: ["70000 is not a port: it must be 0 to 65535"],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.host("a b/c") || .scheme("https")), problems: [#""a b/c" is not a host"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.host("api.test:8080")), problems: [#""api.test:8080" is not a host"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.host("ada@api.test")), problems: [#""ada@api.test" is not a host"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.host("")), problems: [#""" is not a host"#], request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.scheme("https://")), problems: [#""https://" is not a scheme"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .matching(.pathExtension(".json")),
      problems: [#"".json" is not an extension: it is what follows the last dot"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .get("/a").header("a:b", "c"), problems: [#""a:b" is not a header name"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .request("", "/a"), problems: [#""" is not an HTTP method"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .get("/a").basicAuth("a:b", "c"),
      problems: [#"the user name "a:b" of Basic credentials must not hold a colon"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .get("/a").body(base64: "%"), problems: [#""%" is not base64"#],
      request: a, isMatchable: false),
    InvalidStubCase(
      stub: .get("/a").body(json: ["k": 1, "k": 2]),
      problems: [#"the JSON is not valid: $: the key "k" is repeated"#], request: a,
      isMatchable: false),
  ]
}
