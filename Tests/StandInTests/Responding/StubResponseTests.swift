import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response, and what the app sees of it.
struct ResponseCase: Sendable, CustomTestStringConvertible {
  var response: StubResponse
  var method = "GET"
  var status = 200
  var body = Data()
  /// Fields that must have these values.
  var fields: [String: String] = [:]
  /// Fields that must not be there.
  var absent: [String] = []

  var testDescription: String { "\(method) \(response)" }
}

struct StubResponseTests {
  private struct Dog: Codable, Equatable {
    var name: String
    var age: Int
  }

  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
  }

  @Test(arguments: ResponseCase.all)
  func reachesTheApp(_ example: ResponseCase) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.stub(.everything.respond(example.response))
    #expect(recorder.texts == [])
    // Through a session and without one, the app sees the same.
    let sent = request(example.method, "https://api.test/x")
    let direct = try await registry.response(to: sent)
    let (data, response) = try await registry.session.data(for: sent)
    let http = try #require(response as? HTTPURLResponse)
    for (data, response) in [(data, http), direct] {
      #expect(data == example.body)
      #expect(response.statusCode == example.status)
      for (name, value) in example.fields { #expect(response.field(name) == value, "\(name)") }
      for name in example.absent { #expect(response.field(name) == nil, "\(name)") }
    }
  }

  @Test func encodesValues() async throws {
    let (registry, _) = StubRegistry.recorded()
    registry.stub(.everything.respond(.json(Dog(name: "Rex", age: 3), status: 201)))
    let (data, response) = try await registry.response(to: request())
    #expect(try JSONDecoder().decode(Dog.self, from: data) == Dog(name: "Rex", age: 3))
    #expect(response.statusCode == 201)
    #expect(response.field("Content-Type") == "application/json")
  }

  @Test func sendsACompleteResponseAsItIs() async throws {
    let (registry, _) = StubRegistry.recorded()
    let url = try #require(URL(string: "https://elsewhere.test/"))
    let complete = try #require(
      HTTPURLResponse(url: url, statusCode: 207, httpVersion: nil, headerFields: ["A": "1"]))
    registry.stub(.get("/a").respond(.response(complete, Data([1]))))
    registry.stub(.get("/b").respond(.response(complete, Data([1])).header("B", "2").status(208)))

    let (data, response) = try await registry.response(to: request("GET", "https://api.test/a"))
    #expect(data == Data([1]))
    #expect(response === complete)
    let changed = try await registry.response(to: request("GET", "https://api.test/b")).1
    #expect(changed.statusCode == 208)
    #expect(changed.field("A") == "1")
    #expect(changed.field("B") == "2")
  }

  @Test func answersFromClosures() async throws {
    let (registry, _) = StubRegistry.recorded()
    registry.stub(
      .post("/users/{id}").respond { request in
        .json(["id": .string(request.parameters["id"] ?? ""), "got": try request.json()])
      })
    let sent = request("POST", "https://api.test/users/%C3%A9", body: "[1]")
    let (data, _) = try await registry.session.data(for: sent)
    #expect(String(decoding: data, as: UTF8.self) == #"{"id":"é","got":[1]}"#)
  }

  @Test func throwsWhatAClosureThrows() async throws {
    struct Odd: Error, Equatable { var code: Int }
    let (registry, recorder) = StubRegistry.recorded()
    registry.stub(.everything.respond { _ in throw Odd(code: 7) })
    await #expect(throws: Odd(code: 7)) { try await registry.response(to: request()) }
    await #expect(throws: Odd(code: 7)) { try await registry.session.data(for: request()) }
    #expect(recorder.texts == [])
  }

  @Test func failsWithTheSameValue() async throws {
    struct Odd: Error, Equatable { var code: Int }
    let (registry, _) = StubRegistry.recorded()
    registry.stub(.everything.respond(.failure(Odd(code: 1))))
    await #expect(throws: Odd(code: 1)) { try await registry.response(to: request()) }
    await #expect(throws: Odd(code: 1)) { try await registry.session.data(for: request()) }
  }

  @Test(arguments: [
    (StubResponse.failure(.notConnectedToInternet), URLError.Code.notConnectedToInternet),
    (.timeout, .timedOut), (.failure(.cannotFindHost), .cannotFindHost),
  ])
  func failsLikeURLSession(_ response: StubResponse, _ code: URLError.Code) async throws {
    let (registry, _) = StubRegistry.recorded()
    registry.stub(.everything.respond(response))
    let error = await #expect(throws: URLError.self) {
      try await registry.session.data(for: request("GET", "https://api.test/x"))
    }
    #expect(error?.code == code)
    #expect(error?.failingURL?.absoluteString == "https://api.test/x")
    #expect(error?.localizedDescription.contains("URLError") == false)
  }

  @Test func waitsForItsDelay() async throws {
    let (registry, _) = StubRegistry.recorded()
    registry.stub(
      .get("/slow").respond(
        .text("slow").delayed(by: .milliseconds(40)).delayed(by: .milliseconds(40))))
    registry.stub(.get("/fast").respond(.text("fast")))
    let session = registry.session
    let clock = ContinuousClock()
    let start = clock.now
    async let slow = session.data(for: request("GET", "https://api.test/slow"))
    let fast = try await session.data(for: request("GET", "https://api.test/fast"))
    #expect(fast.0 == Data("fast".utf8))
    #expect(try await slow.0 == Data("slow".utf8))
    #expect(clock.now - start >= .milliseconds(80))
  }

  @Test func hangsUntilCancelled() async throws {
    let (registry, _) = StubRegistry.recorded()
    let handle = registry.stub(.everything.respond(.never))
    let session = registry.session
    let task = Task { try await session.data(for: request()) }
    _ = try await handle.nextRequest()
    task.cancel()
    let error = await #expect(throws: URLError.self) { try await task.value }
    #expect(error?.code == .cancelled)
  }

  @Test func letsASlowResponderDelayNobody() async throws {
    let (registry, _) = StubRegistry.recorded()
    let gate = DispatchSemaphore(value: 0)
    registry.stub(
      .get("/blocked").respond { _ in
        // Blocks its thread, as a careless closure may.
        Self.wait(gate)
        return .status(200)
      })
    registry.stub(.get("/free").respond { _ in .text("free") })
    let session = registry.session
    let blocked = (0..<8).map { _ in
      Task { try await session.data(for: request("GET", "https://api.test/blocked")) }
    }
    let free = try await session.data(for: request("GET", "https://api.test/free")).0
    #expect(free == Data("free".utf8))
    for _ in blocked { gate.signal() }
    for task in blocked { _ = try await task.value }
  }

  private static func wait(_ gate: DispatchSemaphore) { gate.wait() }
}

extension ResponseCase {
  static let all = [
    ResponseCase(
      response: .status(404), status: 404,
      fields: ["Content-Length": "0"], absent: ["Content-Type"]),
    ResponseCase(
      response: .json(["b": 1, "a": [true, nil, 1.50]]),
      body: Data(#"{"b":1,"a":[true,null,1.5]}"#.utf8),
      fields: ["content-type": "application/json", "Content-Length": "27"]),
    ResponseCase(
      response: .json(text: "{ \"a\": 1.0 }", status: 201), status: 201,
      body: Data("{ \"a\": 1.0 }".utf8), fields: ["Content-Type": "application/json"]),
    ResponseCase(
      response: .text("naïve"), body: Data("naïve".utf8),
      fields: ["Content-Type": "text/plain; charset=utf-8", "Content-Length": "6"]),
    ResponseCase(
      response: .html("<p>", status: 500), status: 500, body: Data("<p>".utf8),
      fields: ["Content-Type": "text/html; charset=utf-8"]),
    ResponseCase(
      response: .data(Data([0, 1]), contentType: "image/png"), body: Data([0, 1]),
      fields: ["Content-Type": "image/png"]),
    ResponseCase(
      response: .status(200).body(Data([1])), body: Data([1]),
      fields: ["Content-Type": "application/octet-stream", "Content-Length": "1"]),
    ResponseCase(
      response: .text("a").body(Data("b".utf8)), body: Data("b".utf8),
      fields: ["Content-Type": "text/plain; charset=utf-8"]),
    ResponseCase(
      response: .json([]).header("content-type", "application/vnd.x+json").header(
        "Content-Length", "9"),
      body: Data("[]".utf8),
      fields: ["Content-Type": "application/vnd.x+json", "Content-Length": "9"]),
    ResponseCase(
      response: .status(200).header("X-A", "1").header("x-a", "2").headers(["X-B": "3"]),
      fields: ["X-A": "1, 2", "X-B": "3"]),
    ResponseCase(
      response: .text("hidden"), method: "HEAD",
      fields: ["Content-Length": "6", "Content-Type": "text/plain; charset=utf-8"]),
    ResponseCase(
      response: .text("hidden", status: 204), status: 204,
      absent: ["Content-Length", "Content-Type"]),
    ResponseCase(
      response: .text("hidden", status: 304).header("ETag", "\"1\""), status: 304,
      fields: ["ETag": "\"1\""], absent: ["Content-Length"]),
    ResponseCase(
      response: .status(401).header("WWW-Authenticate", "Basic realm=\"x\""), status: 401,
      fields: ["WWW-Authenticate": "Basic realm=\"x\""]),
    ResponseCase(response: .status(200).status(599), status: 599),
  ]
}
