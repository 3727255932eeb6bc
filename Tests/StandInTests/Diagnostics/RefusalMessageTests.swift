import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Whole texts of refusals, as a reader finds them.
struct RefusalMessageTests {
  private let scene = RefusingScene()
  private var registry: StubRegistry { scene.registry }
  private static let file = "StandInTests/RefusalMessageTests.swift"

  private func message(_ request: URLRequest) async throws -> String {
    try await scene.refusal(request).description
  }

  @Test func tellsJSONApartByPath() async throws {
    registry.stub(
      .post("https://api.test/users").body(json: ["user": ["id": 1, "name": "Ada"], "tags": ["a"]]))
    let line = #line - 1
    #expect(
      try await message(
        request(
          "POST", "https://api.test/users",
          body: #"{"user":{"id":2,"age":36},"tags":["a","b"]}"#)) == """
          No stub answers POST https://api.test/users

          The nearest stub (\(Self.file):\(line)):
            .post("https://api.test/users").body(json: ["user": ["id": 1, "name": "Ada"], "tags": ["a"]])
            body $.user.id: expected 1, got 2
            body $.user.name: expected "Ada", got nothing
            body $.user.age: expected nothing, got 36
            body $.tags[1]: expected nothing, got "b"
            To let it answer, use .body(json: ["user": ["id": 2, "age": 36], "tags": ["a", "b"]])

          To stub it, add:
            stub(
              .post("https://api.test/users")
                .body(json: ["user": ["id": 2, "age": 36], "tags": ["a", "b"]])
                .respond(.status(200)))

          To send it by hand:
            curl --request 'POST' --header 'Content-Type:' 'https://api.test/users' --data-raw '{"user":{"id":2,"age":36},"tags":["a","b"]}'
          """)
  }

  @Test func masksSecretsAndSaysSo() async throws {
    registry.stub(
      .post("https://api.test/login").header("Authorization", "Bearer one").body(json: [
        "user": "ada", "password": "one",
      ]))
    let line = #line - 3
    #expect(
      try await message(
        request(
          "POST", "https://api.test/login?token=two",
          headers: ["Authorization": "Bearer two", "Content-Type": "application/json"],
          body: #"{"user":"ada","password":"two"}"#)) == """
          No stub answers POST https://api.test/login?token=***

          The nearest stub (\(Self.file):\(line)):
            .post("https://api.test/login").header("Authorization", "***").body(json: ["user": "ada", "password": "***"])
            query "token": expected none, got "***"
            header Authorization: expected "***", got another value
            body $.password: expected "***", got another value

          To stub it, add:
            stub(
              .post("https://api.test/login")
                .anyQuery()
                .header("Content-Type", "application/json")
                .body(jsonContaining: ["user": "ada"])
                .respond(.status(200)))

          To send it by hand:
            curl --request 'POST' --header 'Authorization: ***' --header 'Content-Type: application/json' \
          'https://api.test/login?token=***' --data-raw '{"user":"ada","password":"***"}'

          *** masks secrets, which the snippet leaves out: header Authorization, query "token", body $.password
          """)
  }

  @Test func namesExhaustedForbiddingAndRemovedStubs() async throws {
    registry.stub(.get("/a"))
    registry.stub(.get("/a")).remove()
    registry.stub(.get("/a").never())
    let line = #line - 1
    #expect(
      try await message(request("GET", "https://api.test/a")) == """
        No stub answers GET https://api.test/a

        The nearest stub (\(Self.file):\(line)):
          .get("/a").never()
          it says .never(): no such request is expected
          To let it answer, leave out .never()

        Others near it:
          .get("/a") (\(Self.file):\(line - 2))
            it is not asked, since .get("/a").never() (\(Self.file):\(line)) comes before it
          .get("/a") (\(Self.file):\(line - 1))
            it was removed, and would have answered

        To stub it, add:
          stub(.get("https://api.test/a").respond(.status(200)))

        To send it by hand:
          curl 'https://api.test/a'
        """)
  }

  @Test func removedStubsThatWouldNotHaveAnsweredAreForgotten() async throws {
    registry.stub(.get("/b")).remove()
    registry.stub(.post("/a"))
    registry.removeAll()
    #expect(try await !message(request("GET", "https://api.test/a")).contains("removed"))
    #expect(try await message(request("POST", "https://api.test/a")).contains("it was removed"))
    // A registry that lives long keeps only the last ones.
    for _ in 0..<500 { registry.stub(.get("/b")).remove() }
    #expect(try await !message(request("POST", "https://api.test/a")).contains("removed"))
  }

  @Test func showsFindingsThatBearOnIt() async throws {
    registry.stub(.get(.regex(#"^https://api.test/users/\d+$"#)))
    registry.stub(.get("/users{#part}"))
    registry.stub(.get("/users").body("x").respond(.text("x", status: 204)))
    let text = try await message(request("GET", "https://api.test/users/x"))
    #expect(text.contains("Note that an unescaped dot in the host of .regex("))
    #expect(
      text.contains("Note that a variable in {#…} never matches, since no fragment is sent\n"))
    #expect(text.contains(#"Note that it asks for a body, .body("x"), which a GET rarely has"#))
    // What is odd about an answer has nothing to do with a refusal.
    #expect(!text.contains("204"))
  }

  @Test func findsTheNearestOfManyForOneURL() async throws {
    registry.stub(.post("https://api.test/graph").body(json: ["a": 1, "b": ["c": 2]]))
    for number in 0..<300 {
      registry.stub(
        .post("https://api.test/graph").body(json: ["x": .number("\(number)"), "y": 1, "z": 2]))
    }
    let text = try await message(
      request("POST", "https://api.test/graph", body: #"{"a":1,"b":{"c":3}}"#))
    #expect(
      text.contains("\n  body $.b.c: expected 2, got 3\n  To let it answer, use .body(json: "))
  }

  @Test func oneLineIsEnoughForAStub() async throws {
    let many = JSON.array((0..<100).map { .number("\($0)") })
    for _ in 0..<3 { registry.stub(.post("/a").body(json: many)) }
    let text = try await message(request("POST", "https://api.test/a", body: #"{"a":1}"#))
    for part in [
      "Others near it:", "To stub it, add:", #".body(json: ["a": 1])"#, "To send it by hand:",
    ] {
      #expect(text.contains(part))
    }
    #expect(text.split(separator: "\n", omittingEmptySubsequences: false).count < 30)
  }

  @Test func userCodeThatWasNotAskedIsNotBlamed() async throws {
    registry.stub(.get("/a").where("is fine") { _ in true })
    registry.stub(.get("/a").where("is gone") { _ in true }).remove()
    registry.stub(.get("/a").never().priority(2))
    let error = try #require(
      await #expect(throws: UnstubbedRequestError.self) {
        try await registry.response(to: request("GET", "https://api.test/a"))
      })
    #expect(!error.description.contains("it does not hold"))
    #expect(error.description.contains("it is not asked, since .get(\"/a\").priority(2).never()"))
    #expect(error.description.contains("it was removed, and would have answered"))
    // A new stub has to come before the one that forbids.
    #expect(error.snippet.contains("\n    .priority(2)\n"))
  }

  @Test func aStubThatIsUsedUpAndDiffersSaysBoth() async throws {
    registry.stub(.get("/a").once())
    _ = try await registry.response(to: request("GET", "https://api.test/a"))
    let text = try await message(request("GET", "https://api.test/a?b=1"))
    #expect(
      text.contains(
        "\n  query \"b\": expected none, got \"1\"\n  it says .once(), and was used once\n"))
    #expect(!text.contains("To let it answer"))
  }

  @Test func ranksByHostAndPathFirst() async throws {
    registry.stub(.get("https://other.test/users/42"))
    registry.stub(.get("https://api.test/orders"))
    registry.stub(.post("https://api.test/users/42").header("A", "1").header("B", "1").body("x"))
    registry.stub(.get("https://api.test/users/41"))
    let error = try #require(
      await #expect(throws: UnstubbedRequestError.self) {
        try await registry.response(to: request("GET", "https://api.test/users/42"))
      })
    #expect(
      error.nearMisses.map(\.stub.url?.description) == [
        "https://api.test/users/41", "https://api.test/users/42", "https://other.test/users/42",
      ])
  }

  struct TextCase: Sendable, CustomTestStringConvertible {
    var expected: String
    var actual: String
    var line: String
    var testDescription: String { line }
  }

  @Test(arguments: [
    TextCase(expected: "a\nb\nc", actual: "a\nB\nc", line: #"body, line 2: expected "b", got "B""#),
    TextCase(expected: "a\nb", actual: "a", line: #"body, line 2: expected "b", got no such line"#),
    TextCase(expected: "a", actual: "a\n", line: #"body, line 2: expected no such line, got """#),
    TextCase(expected: "a\r\nb", actual: "a\nb", line: #"body, line 1: expected "a\r", got "a""#),
    TextCase(expected: "short", actual: "other", line: #"body: expected "short", got "other""#),
    TextCase(expected: "x", actual: "", line: #"body: expected "x", got an empty body"#),
    TextCase(
      expected: String(repeating: "x", count: 200) + "one",
      actual: String(repeating: "x", count: 200) + "two",
      line: #"body, line 1: expected …"xxxxxxxxxxxxxxxxxxxxone", got …"xxxxxxxxxxxxxxxxxxxxtwo""#),
  ])
  func tellsTextsApartByTheirFirstLine(_ example: TextCase) async throws {
    registry.stub(.post("/a").body(example.expected))
    let text = try await message(request("POST", "https://api.test/a", body: example.actual))
    #expect(text.contains("\n  \(example.line)\n"))
  }

  @Test func tellsBytesApartByTheirFirstOne() async throws {
    registry.stub(.post("/a").body(Data([0, 1, 0xFF])))
    let text = try await message(request("POST", "https://api.test/a", data: Data([0, 1])))
    #expect(
      text.contains("\n  body, byte 2: expected 0xFF of 3 bytes, got the end of 2 bytes\n"))
  }
}
