import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a word of Nocilla or Mockingjay does, done by its new line on the migration pages.
struct PeerWord: Sendable, CustomTestStringConvertible {
  let word: String
  let stubs: [Stub]
  let accepted: URLRequest
  /// A request that the stubs leave alone; nil where there is none.
  var refused: URLRequest?
  var status = 200
  var text = ""
  var field: [String: String] = [:]
  var failure: URLError.Code?

  var testDescription: String { word }

  private static let dogs = "https://api.example.com/dogs"
  private static let dump = Data("HTTP/1.1 202 OK\r\nA: 1\r\nContent-Length: 2\r\n\r\nok".utf8)

  static let all: [PeerWord] = [
    PeerWord(
      word: "stubRequest, with the default answer", stubs: [.get("http://www.example.com")],
      accepted: request("GET", "http://www.example.com/"),
      refused: request("POST", "http://www.example.com/")),
    PeerWord(
      word: "regex", stubs: [.get(/^http:\/\/(.*?)\.example\.com\/v1\/dogs\.json/)],
      accepted: request("GET", "http://api.example.com/v1/dogs.json?page=1"),
      refused: request("GET", "https://api.example.com/v1/dogs.json")),
    PeerWord(
      word: "withHeader", stubs: [.get("/dogs").header("Accept", "application/json")],
      accepted: request("GET", dogs, headers: ["accept": "application/json"]),
      refused: request("GET", dogs, headers: ["Accept": "text/html"])),
    PeerWord(
      word: "withHeaders",
      stubs: [.get("/dogs").headers(["Accept": "application/json", "X-Dog": "Rex"])],
      accepted: request("GET", dogs, headers: ["Accept": "application/json", "X-Dog": "Rex"]),
      refused: request("GET", dogs, headers: ["Accept": "application/json"])),
    PeerWord(
      word: "withBody, a text", stubs: [.post("/dogs").body("hello")],
      accepted: request("POST", dogs, body: "hello"),
      refused: request("POST", dogs, body: "hello ")),
    PeerWord(
      word: "withBody, data", stubs: [.post("/dogs").body(Data("foo".utf8))],
      accepted: request("POST", dogs, body: "foo"), refused: request("POST", dogs, body: "fo")),
    PeerWord(
      word: "withBody, a regular expression",
      stubs: [.post("/dogs").body(matching: /^The body starts with this/)],
      accepted: request("POST", dogs, body: "The body starts with this, and goes on"),
      refused: request("POST", dogs, body: "So: The body starts with this")),
    PeerWord(
      word: "a custom matcher", stubs: [.post("/dogs").where("is long") { $0.body.count > 1_000 }],
      accepted: request("POST", dogs, body: String(repeating: "a", count: 1_001)),
      refused: request("POST", dogs, body: "a")),
    PeerWord(
      word: "andReturn", stubs: [.get("/dogs").respond(.status(404))],
      accepted: request("GET", dogs), status: 404),
    PeerWord(
      word: "andReturn with headers and body",
      stubs: [.post("/dogs").respond(.json(["ok": true], status: 201).headers(["B": "2"]))],
      accepted: request("POST", dogs), status: 201, text: #"{"ok":true}"#,
      field: ["B": "2", "Content-Type": "application/json"]),
    PeerWord(
      word: "andReturnRawResponse", stubs: [.get("/dogs").respond(.raw(dump))],
      accepted: request("GET", dogs), status: 202, text: "ok", field: ["A": "1"]),
    PeerWord(
      word: "andFailWithError", stubs: [.get("/dogs").respond(.failure(.notConnectedToInternet))],
      accepted: request("GET", dogs), failure: .notConnectedToInternet),
    PeerWord(
      word: "stubbing again",
      stubs: [
        .post("/authorize").respond(.status(401)), .post("/authorize").respond(.status(200)),
      ],
      accepted: request("POST", "https://api.example.com/authorize")),
    PeerWord(
      word: "everything", stubs: [.everything.respond(.status(404))],
      accepted: request("PURGE", "http://b.example.com:8080/x?y=z"), status: 404),
    PeerWord(
      word: "failure",
      stubs: [.everything.respond(.failure(URLError(.networkConnectionLost)))],
      accepted: request("GET", dogs), failure: .networkConnectionLost),
    PeerWord(
      word: "uri, a template",
      stubs: [.any("/users/{user}").anyQuery().respond(.json(["name": "Ada"]))],
      accepted: request("PUT", "https://b.example.com/users/7?page=2"),
      refused: request("PUT", "https://b.example.com/users"), text: #"{"name":"Ada"}"#),
    PeerWord(
      word: "http, a method and a template",
      stubs: [.get("/users/{user}").respond(.json(["name": "Ada"]))],
      accepted: request("GET", "https://b.example.com/users/7"),
      refused: request("PUT", "https://b.example.com/users/7"), text: #"{"name":"Ada"}"#),
    PeerWord(
      word: "jsonData",
      stubs: [.get("/me").respond(.data(Data("[1]".utf8), contentType: "application/json"))],
      accepted: request("GET", "https://api.example.com/me"), text: "[1]",
      field: ["Content-Type": "application/json"]),
    PeerWord(
      word: "a custom builder",
      stubs: [.get("/echo").anyQuery().respond { .text($0.url.absoluteString) }],
      accepted: request("GET", "https://api.example.com/echo?a"),
      text: "https://api.example.com/echo?a"),
  ]
}

struct PeerWordsTests {
  @Test(arguments: PeerWord.all)
  func doWhatTheyDid(_ word: PeerWord) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
    for stub in word.stubs { registry.stub(stub) }
    do {
      let (data, response) = try await registry.session.data(for: word.accepted)
      let http = try #require(response as? HTTPURLResponse)
      #expect(word.failure == nil)
      #expect(http.statusCode == word.status)
      #expect(String(decoding: data, as: UTF8.self) == word.text)
      for (name, value) in word.field { #expect(http.field(name) == value) }
    } catch let error as URLError {
      #expect(error.code == word.failure)
    }
    if let refused = word.refused {
      await #expect(throws: UnstubbedRequestError.self) {
        try await registry.session.data(for: refused)
      }
    }
    #expect(recorder.texts == [])
  }

  @Test func clearingLeavesTheJournal() async throws {
    let (registry, _) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
    registry.stub(.get("/a"))
    let request = request("GET", "https://api.example.com/a")
    await #expect(throws: Never.self) { try await registry.response(to: request) }
    registry.removeAll()
    await #expect(throws: UnstubbedRequestError.self) { try await registry.response(to: request) }
    #expect(registry.requests.count == 2)
  }
}
