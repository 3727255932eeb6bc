import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

private enum Farm: String, CaseIterable, StubbableEndpoint {
  case cows, hens, barn

  var method: HTTPMethod { .get }
  var baseURL: URL { URL(string: "https://farm.test") ?? URL(fileURLWithPath: "/") }
  var path: String { rawValue }
  var sampleData: Data { Data(rawValue.utf8) }
}

/// An endpoint with a sample that is made for a test, and that counts how often it is asked for it.
private struct Sample: StubbableEndpoint {
  var baseURL = URL(string: "https://sample.test") ?? URL(fileURLWithPath: "/")
  var path = "sample"
  var response = StubResponse.status(200)
  let asked = Locked(0)

  var method: HTTPMethod { .get }
  var sampleData: Data { Data() }
  var sampleResponse: StubResponse {
    asked.withLock { $0 += 1 }
    return response
  }
}

struct EndpointBehaviorTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  /// What the registered stubs answer with, as it is written.
  private var answers: [String] {
    registry.stubs.map {
      // One of several may stay unused.
      $0.description.replacingOccurrences(of: ".optional()", with: "")
        .components(separatedBy: ".anyQuery()").last ?? ""
    }
  }

  private static func answer(_ farm: Farm, _ more: String = "") -> String {
    let type = #"contentType: "application/octet-stream""#
    let data = #"Data("\#(String(decoding: farm.sampleData, as: UTF8.self))".utf8)"#
    return ".respond(.data(\(data), \(type))\(more))"
  }

  // MARK: For one, for several, for all

  @Test func isImmediateByItself() {
    registry.stub(Farm.cows)
    registry.stub(Farm.cows, behavior: .immediate)
    registry.stub(each: [Farm.cows])
    registry.stub(allOf: Farm.self)
    #expect(
      answers == Array(repeating: Self.answer(.cows), count: 3)
        + Farm.allCases.map { Self.answer($0) })
  }

  @Test func isOneForAll() {
    registry.stub(allOf: Farm.self, behavior: .delayed(.seconds(2)))
    registry.stub(each: [Farm.barn, .hens], behavior: .never)
    #expect(
      answers == Farm.allCases.map { Self.answer($0, ".delayed(by: .seconds(2))") }
        + [".respond(.passthrough)", ".respond(.passthrough)"])
  }

  @Test func isOneForEachByAClosure() {
    registry.stub(allOf: Farm.self) { $0 == .barn ? .never : .immediate }
    registry.stub(
      each: Set([Farm.hens]), behavior: { $0 == .hens ? .delayed(.seconds(3)) : .never })
    #expect(
      answers == [
        Self.answer(.cows), Self.answer(.hens), ".respond(.passthrough)",
        Self.answer(.hens, ".delayed(by: .seconds(3))"),
      ])
  }

  @Test func notEachOfSeveralHasToBeUsed() {
    let (registry, recorder) = StubRegistry.recorded()
    registry.unusedStubPolicy = .fail
    registry.stub(allOf: Farm.self)
    registry.stub(each: [Farm.cows])
    registry.route([.get, .head], "/r") { _ in .status(200) }
    registry.verify()
    #expect(recorder.texts == [])
    registry.route([.get], "/s") { _ in .status(200) }
    registry.stub(Farm.barn)
    registry.verify()
    #expect(recorder.texts.count == 2)
  }

  @Test func mayBeComparedAndKept() {
    let all: Set<EndpointBehavior> = [
      .immediate, .never, .delayed(.seconds(1)), .delayed(.seconds(1)), .delayed(.zero),
    ]
    #expect(all.count == 4)
  }

  @Test func noneIsFine() {
    #expect(registry.stub(each: [Farm]()).isEmpty)
    #expect(registry.stub(each: [Farm](), behavior: { _ in .never }).isEmpty)
  }

  // MARK: What they do

  @Test func delaysTheSample() async throws {
    registry.stub(Farm.hens, behavior: .delayed(.milliseconds(1)))
    let (data, _) = try await registry.session.data(for: request("GET", "https://farm.test/hens"))
    #expect(data == Data("hens".utf8))
    registry.stub(Farm.cows, behavior: .delayed(.seconds(3600)))
    var impatient = request("GET", "https://farm.test/cows")
    impatient.timeoutInterval = 0.02
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: impatient)
    }
    #expect(error?.code == .timedOut)
  }

  @Test func leavesOneEndpointToTheRealNetwork() async throws {
    let server = try LocalServer { request in
      ["HTTP/1.1 200 OK\r\nContent-Length: 4\r\nConnection: close\r\n\r\nreal"]
    }
    defer { server.stop() }
    let base = try #require(URL(string: server.base))
    let stubbed = Sample(baseURL: base, path: "stubbed", response: .text("sample"))
    let real = Sample(baseURL: base, path: "real", response: .text("sample"))
    registry.stub(each: [stubbed, real]) { $0.path == "real" ? .never : .immediate }
    #expect((stubbed.asked.withLock(\.self), real.asked.withLock(\.self)) == (1, 0))
    let session = registry.session
    let one = try await session.data(for: request("GET", server.base + "/stubbed")).0
    let other = try await session.data(for: request("GET", server.base + "/real?x=1")).0
    #expect((String(decoding: one, as: UTF8.self)) == "sample")
    #expect((String(decoding: other, as: UTF8.self)) == "real")
    #expect(server.requests.map(\.target) == ["/real?x=1"])
  }

  @Test func reportsANegativeDelayWhereItIsWritten() async throws {
    registry.stub(Farm.hens, behavior: .delayed(.seconds(-1)))
    let line = UInt(#line - 1)
    #expect(recorder.failures.map(\.location?.line) == [line])
    #expect(recorder.texts.first?.contains("a delay of -1.0 seconds is negative") == true)
    await #expect(throws: InvalidStubError.self) {
      try await registry.session.data(for: request("GET", "https://farm.test/hens"))
    }
  }

  // MARK: Samples

  @Test func samplesAreAStatusAndData() async throws {
    let teapot = StubResponse.data(Data([0xFF, 0]), contentType: "image/png", status: 418)
    registry.stub(Sample(response: teapot))
    let (data, response) = try await registry.session.data(
      for: request("GET", "https://sample.test/sample"))
    let http = try #require(response as? HTTPURLResponse)
    #expect((http.statusCode, http.field("Content-Type")) == (418, "image/png"))
    #expect(data == Data([0xFF, 0]))
  }

  @Test func samplesAreACompleteResponseAndData() async throws {
    let url = try #require(URL(string: "https://elsewhere.test/"))
    let complete = try #require(
      HTTPURLResponse(
        url: url, statusCode: 203, httpVersion: "HTTP/1.1", headerFields: ["X-A": "1"]))
    registry.stub(Sample(response: .response(complete, Data("whole".utf8))))
    let (data, response) = try await registry.session.data(
      for: request("GET", "https://sample.test/sample"))
    let http = try #require(response as? HTTPURLResponse)
    #expect((http.statusCode, http.field("X-A"), http.url) == (203, "1", url))
    #expect(data == Data("whole".utf8))
  }

  @Test func samplesAreAnError() async throws {
    struct Odd: Error, Equatable {}
    registry.stub(Sample(response: .failure(Odd())))
    await #expect(throws: Odd()) {
      try await registry.session.data(for: request("GET", "https://sample.test/sample"))
    }
  }

  @Test(arguments: ["a b", "å/ö", "50%", "a%20b"])
  func pathsMayHoldWhatURLsMayNot(_ path: String) async throws {
    let handle = registry.stub(Sample(path: path))
    let encoded =
      path.contains("%20")
      ? path : path.addingPercentEncoding(withAllowedCharacters: .urlPathAllowed)
    _ = try await registry.response(
      to: request("GET", "https://sample.test/\(try #require(encoded))"))
    #expect(handle.count == 1)
  }
}
