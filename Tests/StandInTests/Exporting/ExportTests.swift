import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What travels to another process, and what can't.
struct ExportTests {
  private let registry = StubRegistry.recorded().registry

  /// A registry that has received what this one exports.
  private func received() throws -> StubRegistry {
    let other = StubRegistry.recorded().registry
    try other.receive(Self.text(of: registry))
    return other
  }

  static let stubs: [Stub] = [
    .everything, .get("/a"), .any("https://api.test/a?b=1"), .request("PURGE", "/a"),
    .get("//api.test/a"), .get("/users/{id}{?page}"), .get(.regex(#"/a\d+$"#)),
    .get(URLPattern(URL(string: "https://api.test/%7Ba%7D") ?? URL(fileURLWithPath: "/"))),
    .get("/a").query(["b": "1", "b": "2"]), .get("/a").query(containing: ["b": "1"]),
    .get("/a").anyQuery(), .get("/a?x=1").query(["b": "1"]),
    .get("/a").header("A", "1").headers(["B": "2", "C": "3"]).withoutHeader("D"),
    .get("/a").basicAuth("ada", "secret").cookie("id", "1"),
    .post("/a").body("\u{FEFF}a"), .post("/a").body("text\n\"é\""),
    .post("/a").body(Data([0, 0xFF])),
    .post("/a").body(base64: "AAE="), .post("/a").body(json: ["a": [1, 2.50, nil, true]]),
    .post("/a").body(json: .number("12345678901234567890.10")),
    .post("/a").body(jsonContaining: ["a": 1]), .post("/a").body(form: ["a": "1", "a": "2"]),
    .post("/a").body(formContaining: ["a": ""]),
    .post("/a").multipart("a", fileName: "b", contentType: "c/d", Data([1])),
    .post("/a").multipart("a"), .post("/a").graphQL(operation: "Me"),
    .matching(.host("api.test") && (.scheme("https") || !.port(80)) && .path("/a")),
    .matching(.path(prefix: "/a") && .path(suffix: "b") && .pathExtension("json")),
    .matching(.method(.get) && .url("/a/{b}") && .query("c", nil)),
    .matching(.url(containing: "/a")), .get("/a").where(.query("a", "1") || .query(["b": "1"])),
    .get("/a").respond(.status(404)), .get("/a").respond(.json(["a": 1], status: 201)),
    .get("/a").respond(.text("a"), .html("<p>"), .json(text: "[1]")),
    .get("/a").respond(.data(Data([0, 1]), contentType: "image/png")),
    .get("/a").respond(.text("a").header("A", "1").header("A", "2").headers(["B": "3"])),
    .get("/a").respond(.redirect(to: "/b", status: 308).header("A", "1")),
    .get("/a").respond(.failure(.timedOut), .timeout, .never, .passthrough),
    .get("/a").respond(
      .text("abc").delayed(by: .milliseconds(1500)).chunked(into: 2, every: .seconds(1))),
    .get("/a").respond(.text("abc").chunked(bySize: 2, every: .nanoseconds(1)).ignoringRanges()),
    .get("/a").respond(.raw(Data("HTTP/1.1 203 Odd\r\nA: 1\r\n\r\nbody".utf8)).header("B", "2")),
    .get("/a").times(2).named("two").priority(3), .get("/a").never(),
    .get("/a").atLeast(1).optional(),
    .get("/a").inScenario("s", from: "a", to: "b"), .get("/a").inScenario("s", from: "b"),
  ]

  @Test(arguments: stubs.indices)
  func aStubIsTheSameThere(_ index: Int) throws {
    registry.stub(Self.stubs[index])
    let registry = try received()
    let there = try #require(registry.stubs.first)
    #expect(there.description == Self.stubs[index].description)
    #expect(there.location?.description == Self.stubs[index].location?.description)
    #expect(there.key == Self.stubs[index].key)
  }

  @Test func stubsMatchTheSameThere() async throws {
    for stub in Self.stubs { registry.stub(stub) }
    let there = try received()
    #expect(there.stubs.count == Self.stubs.count)
    for request in SnippetCorpus.requests {
      let (here, other) = (registry.explain(request), there.explain(request))
      #expect(here == other)
    }
  }

  @Test func responsesAreTheSameThere() async throws {
    let url = try #require(URL(string: "https://other.test/x"))
    let complete = try #require(
      HTTPURLResponse(url: url, statusCode: 418, httpVersion: nil, headerFields: ["A": "1"]))
    let error = NSError(domain: "App", code: 7, userInfo: [NSLocalizedDescriptionKey: "odd"])
    registry.stub(.get("/complete").respond(.response(complete, Data("body".utf8))))
    registry.stub(.get("/error").respond(.failure(error)))
    registry.stub(.get("/url-error").respond(.failure(URLError(.badURL))))
    let there = try received()
    let (data, response) = try await there.response(to: request("GET", "https://api.test/complete"))
    #expect(data == Data("body".utf8))
    #expect(response.statusCode == 418)
    #expect(response.url?.absoluteString == "https://other.test/x")
    #expect(response.field("A") == "1")
    let thrown = await #expect(throws: (any Error).self) {
      try await there.response(to: request("GET", "https://api.test/error"))
    }
    #expect((thrown as? NSError)?.domain == "App")
    #expect((thrown as? NSError)?.code == 7)
    #expect(thrown?.localizedDescription == "odd")
    let badURL = await #expect(throws: URLError.self) {
      try await there.response(to: request("GET", "https://api.test/url-error"))
    }
    #expect(badURL?.code == .badURL)
  }

  @Test func ordersScopesAndPoliciesTravel() async throws {
    let outer = registry
    outer.stub(.everything.respond(.text("outer")))
    let inner = StubRegistry(parent: outer)
    inner.stub(inOrder: .get("/a").respond(.text("1")), .get("/b").respond(.text("2")))
    inner.stub(inOrder: .get("/c"), .get("/d"))
    inner.defaultRoute(.text("default"))
    outer.unstubbedRequestPolicy = .respond(.status(410))
    let there = StubRegistry.recorded().registry
    let text = try inner.exportedEnvironment()["STANDIN_STUBS"]
    try there.receive(try #require(text))
    func answer(_ path: String) async throws -> String {
      let data = try await there.response(to: request("GET", "https://api.test\(path)")).0
      return String(decoding: data, as: UTF8.self)
    }
    // Not its turn, so that the stub around answers.
    #expect(try await answer("/b") == "outer")
    #expect(try await answer("/a") == "1")
    #expect(try await answer("/b") == "2")
    #expect(try await answer("/d") == "outer")
    #expect(there.stubs.map(\.isLastResort) == [false, false, false, false, false, true])
    guard case .respond(let response) = there.unstubbedRequestPolicy else {
      Issue.record("another policy")
      return
    }
    #expect(response.statusCode == 410)
  }

  @Test func innerStubsStayBeforeOuterOnes() async throws {
    registry.stub(.get("/a").respond(.text("outer")).priority(5))
    registry.stub(.get("/b").respond(.text("first")).priority(2), .get("/b").respond(.text("last")))
    let inner = StubRegistry(parent: registry)
    inner.stub(.get("/a").respond(.text("inner")))
    let there = StubRegistry.recorded().registry
    try there.receive(Self.text(of: inner))
    for (path, text) in [("/a", "inner"), ("/b", "first")] {
      let data = try await there.response(to: request("GET", "https://api.test\(path)")).0
      #expect(String(decoding: data, as: UTF8.self) == text)
    }
  }

  @Test func scenariosBeginAsTheyDidHere() throws {
    registry.stub(.get("/a").inScenario("s", from: "first")).remove()
    registry.stub(.get("/a").inScenario("s", from: "second"))
    #expect(try received().state(ofScenario: "s") == "first")
  }

  @Test func whatCanNotBeReadLetsNothingPass() async throws {
    registry.stub(.everything.respond(.passthrough))
    #expect(throws: StubEnvironmentError.self) { try registry.receive("nonsense") }
    await #expect(throws: UnstubbedRequestError.self) {
      try await registry.response(to: request("GET", "http://127.0.0.1:1/"))
    }
  }

  @Test func noNumberInItTraps() throws {
    for stub in Self.stubs { registry.stub(stub) }
    let words = try Self.text(of: registry).split(separator: " ", maxSplits: 3)
    let numbers = words[3].matches(of: /:(\d+)/)
    for match in numbers {
      for number in ["-1", "9223372036854775807", "-9223372036854775808"] {
        var json = String(words[3])
        json.replaceSubrange(match.range, with: ":\(number)")
        let there = StubRegistry.recorded().registry
        do {
          try there.receive("StandIn 1 \(json.utf8.count) \(json)")
          _ = there.stubs.map(\.description)
        } catch {
          #expect(error is StubEnvironmentError)
        }
      }
    }
  }

  @Test func whatIsCodeCanNotTravel() throws {
    struct Odd: Error {}
    registry.stub(.get("/fine"))
    registry.stub(.get("/closure").respond { _ in .status(200) })
    registry.stub(.get("/where").where("odd") { _ in true })
    registry.stub(.get(/regex/))
    registry.stub(.get("/header").header("A", matching: /b/))
    registry.stub(.matching(.path("/a") && !.body(matching: /b/)))
    registry.stub(.get("/error").respond(.failure(Odd())))
    registry.stub(.get("nonsense"))
    registry.stub(.get("/broken").respond(.status(42)))
    let line = #line
    registry.unstubbedRequestPolicy = .respond(.failure(Odd()))
    let error = #expect(throws: StubEnvironmentError.self) { try registry.exportedEnvironment() }
    let file = "StandInTests/ExportTests.swift"
    let tail = "can't travel to another process:"
    #expect(
      error?.description == """
        .get("/closure") (\(file):\(line - 8)) \(tail) it answers with a closure
        .get("/where").where("odd") { … } (\(file):\(line - 7)) \(tail) its condition RequestMatcher("odd") { … } is a closure
        .get(/regex/) (\(file):\(line - 6)) \(tail) its URL /regex/ is a Regex, which is code: write it as text, .regex("…")
        .get("/header").header("A", matching: /b/) (\(file):\(line - 5)) \(tail) its condition .header("A", matching: /b/) \
        holds a Regex, which is code: there is no way to write it down
        .matching(.path("/a") && !.body(matching: /b/)) (\(file):\(line - 4)) \(tail) its condition .body(matching: /b/) \
        holds a Regex, which is code: there is no way to write it down
        .get("/error") (\(file):\(line - 3)) \(tail) its error is a Odd: only URLError and NSError can be made again elsewhere
        .get("nonsense") (\(file):\(line - 2)) \(tail) 'nonsense' is neither an absolute URL nor a path: begin it with https:// or /
        .get("/broken") (\(file):\(line - 1)) \(tail) the status 42 is not one: it must be 100 to 599
        The policy's answer \(tail) its error is a Odd: only URLError and NSError can be made again elsewhere
        """)
  }

  @Test func theTemporaryFileGoesWithItsRegistry() throws {
    var registry: StubRegistry? = StubRegistry.recorded().registry
    registry?.stub(.get("/long").respond(.text(String(repeating: "x", count: 100_000))))
    let environment = try registry?.exportedEnvironment()
    let path = try #require(environment?["STANDIN_STUBS_FILE"])
    #expect(FileManager.default.fileExists(atPath: path))
    registry = nil
    #expect(!FileManager.default.fileExists(atPath: path))
  }

  @Test func damagedTextIsATypedError() throws {
    for stub in Self.stubs { registry.stub(stub) }
    let text = try ExportTests.text(of: registry)
    var random = SeededGenerator(seed: 7)
    for _ in 0..<500 {
      var bytes = Array(text.utf8)
      for _ in 0..<Int.random(in: 1...4, using: &random) {
        bytes[Int.random(in: 0..<bytes.count, using: &random)] = UInt8.random(
          in: 0...255, using: &random)
      }
      if Bool.random(using: &random) {
        bytes.removeLast(Int.random(in: 0..<bytes.count, using: &random))
      }
      let there = StubRegistry.recorded().registry
      do {
        try there.receive(String(decoding: bytes, as: UTF8.self))
      } catch {
        #expect(error is StubEnvironmentError)
        #expect(there.stubs.isEmpty)
      }
    }
  }

  private static func text(of registry: StubRegistry) throws -> String {
    let environment = try registry.exportedEnvironment()
    if let text = environment["STANDIN_STUBS"], !text.isEmpty { return text }
    let path = try #require(environment["STANDIN_STUBS_FILE"])
    return try String(contentsOfFile: path, encoding: .utf8)
  }

  // MARK: Journal

  private func journal(_ text: String) throws -> StubJournal {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try Data(text.utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    return try StubJournal(contentsOf: file)
  }

  @Test func aJournalMayBeEmptyOrCutOff() throws {
    #expect(try journal("").requests.isEmpty)
    let line = #"{"failure":{"_0":"text"}}"#
    let whole = try journal(line + "\n")
    #expect(whole.failures == ["text"])
    #expect(!whole.isCutOff)
    let cut = try journal("\(line)\n\(line.dropLast(3))")
    #expect(cut.failures == ["text"])
    #expect(cut.isCutOff)
  }

  @Test func whatIsNoJournalIsAnError() {
    #expect(throws: StubEnvironmentError.self) { try journal("garbage") }
    let error = #expect(throws: StubEnvironmentError.self) { try journal("nonsense\n") }
    #expect(error?.description.hasSuffix(#" is no journal: line 1 is "nonsense""#) == true)
    #expect(throws: StubEnvironmentError.self) {
      try StubJournal(contentsOf: URL(fileURLWithPath: "/nowhere/journal"))
    }
  }
}

extension StubRegistry {
  /// Registers what another registry has exported.
  fileprivate func receive(_ text: String) throws {
    try receive(["STANDIN_STUBS": text])
  }
}

extension Stub {
  /// Where the stub hangs in the index.
  fileprivate var key: String { "\(RegisteredStub(self, sequence: 0).key)" }
}
