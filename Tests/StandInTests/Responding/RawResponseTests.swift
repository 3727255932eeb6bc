import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RawResponseTests {
  private static let dump = Data("HTTP/1.1 203 So\r\nA: 1\r\nContent-Length: 2\r\n\r\nok".utf8)

  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
  }

  @Test func answersFromData() async throws {
    registry.stub(.everything.respond(.raw(Self.dump)))
    let (data, response) = try await registry.session.data(for: request())
    #expect(String(decoding: data, as: UTF8.self) == "ok")
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 203)
    #expect(http.field("a") == "1")
    #expect(http.field("Content-Type") == nil)
    #expect(recorder.texts == [])
  }

  @Test func answersFromABundle() async throws {
    let folder = try TemporaryFolder()
    let bundle = try folder.bundle(files: ["dumps/ok.txt": "HTTP/2 202 \n\nok"])
    registry.stub(.get("/a").respond(.raw("ok.txt", in: bundle)))
    registry.stub(.get("/b").respond(.raw("dumps/ok.txt", in: bundle)))
    #expect(recorder.texts == [])
    for path in ["a", "b"] {
      let (data, response) = try await registry.session.data(
        for: request("GET", "https://api.test/\(path)"))
      #expect(String(decoding: data, as: UTF8.self) == "ok")
      #expect((response as? HTTPURLResponse)?.statusCode == 202)
    }
  }

  @Test func answersAHeadRequestWithoutItsBody() async throws {
    registry.stub(.everything.respond(.raw(Self.dump)))
    let (data, response) = try await registry.session.data(for: request("HEAD"))
    #expect(data.isEmpty)
    #expect((response as? HTTPURLResponse)?.field("Content-Length") == "2")
  }

  @Test func redirectsWithADumpThatWasNotFollowed() async throws {
    registry.stub(.get("/old").respond(.raw(contentsOf: Dumps.url("moved.txt"))))
    registry.stub(.get("/found").respond(.text("new")))
    let (data, response) = try await registry.session.data(
      for: request("GET", "https://api.test/old"))
    #expect(String(decoding: data, as: UTF8.self) == "new")
    #expect(response.url?.path == "/found")
  }

  @Test func storesTheCookiesOfADump() async throws {
    registry.stub(.get("/a").respond(.raw(contentsOf: Dumps.url("http2.txt"))))
    registry.stub(.get("/b").cookie("a", "1").cookie("b", "2").respond(.text("known")))
    let session = registry.session
    _ = try await session.data(for: request("GET", "https://api.test/a"))
    let data = try await session.data(for: request("GET", "https://api.test/b")).0
    #expect(String(decoding: data, as: UTF8.self) == "known")
  }

  // MARK: Modifiers

  @Test func isModifiedLikeOthers() async throws {
    registry.stub(
      .everything.respond(.raw(Self.dump).status(404).header("A", "2").header("B", "3")))
    let (data, response) = try await registry.response(to: request())
    #expect(String(decoding: data, as: UTF8.self) == "ok")
    #expect(response.statusCode == 404)
    #expect(response.field("A") == "1, 2")
    #expect(response.field("B") == "3")
  }

  @Test(arguments: [
    "raw-gzip.txt", "gzip.txt", "gzip-head.txt", "br-plain.txt", "png.txt", "http2.txt",
  ])
  func takesAnotherBody(_ name: String) async throws {
    let body = Data("another body".utf8)
    registry.stub(.everything.respond(.raw(contentsOf: Dumps.url(name)).body(body)))
    let (data, response) = try await registry.response(to: request())
    #expect(data == body)
    #expect(response.field("Content-Length") == "12")
    #expect(response.field("Content-Encoding") == nil)
    #expect(
      response.field("Content-Type") == (name == "png.txt" ? "image/png" : "application/json"))
  }

  @Test func keepsALengthThatIsAskedFor() async throws {
    registry.stub(.everything.respond(.raw(Self.dump).header("Content-Length", "9").body(Data())))
    #expect(try await registry.response(to: request()).1.field("Content-Length") == "9")
  }

  // MARK: Faults

  @Test(arguments: [
    (
      StubResponse.raw(Data("hello".utf8)),
      """
      the dump can't be read: line 1: expected a status line such as "HTTP/1.1 200 OK", found "hello"; \
      a dump is what `curl -is` writes
      """
    ),
    (
      .raw(contentsOf: URL(fileURLWithPath: "/nowhere/a.txt")),
      "the file /nowhere/a.txt can't be read: there is none"
    ),
    (.raw(contentsOf: URL(fileURLWithPath: "/")), "the file / can't be read: it is a folder"),
    (
      .raw(contentsOf: URL(string: "https://api.test/a.txt") ?? URL(fileURLWithPath: "/")),
      "the file https://api.test/a.txt can't be read: it is not a file URL"
    ),
    (
      .raw(contentsOf: Dumps.url("br.txt")),
      """
      the dump \(Dumps.url("br.txt").path) can't be read: line 7: expected a body that is plain, or compressed with gzip or \
      deflate, found br; record it again, decoded by curl: `curl -is --compressed …`
      """
    ),
    (
      .raw(Data("HTTP/1.1 999 Denied\n\n".utf8)), "the status 999 is not one: it must be 100 to 599"
    ),
  ])
  func saysWhatIsWrong(_ response: StubResponse, _ problem: String) async throws {
    #expect(response.problems == [problem])
    registry.stub(.get("/a").respond(response))
    let text = try #require(recorder.texts.first)
    #expect(text.hasSuffix("\n  \(problem)"))
    let error = await #expect(throws: InvalidStubError.self) {
      try await registry.session.data(for: request("GET", "https://api.test/a"))
    }
    #expect(error?.description == text)
  }

  @Test func saysWhatIsMissingInABundle() throws {
    let folder = try TemporaryFolder()
    let bundle = try folder.bundle(files: ["user.txt": ""])
    #expect(
      StubResponse.raw("usr.txt", in: bundle).problems == [
        #"there is no fixture "usr.txt" in the bundle Test.bundle; close to it: "user.txt""#
      ])
  }

  // MARK: Source

  @Test(arguments: [
    (
      StubResponse.raw(Data("HTTP/2 200 \r\n\r\n\"ok\"".utf8)),
      ##".raw(Data(#"HTTP/2 200 \#r\#n\#r\#n"ok""#.utf8))"##
    ),
    (
      .raw(Data("HTTP/2 200 \n\n".utf8) + Data([0xFF])),
      #".raw(Data(base64Encoded: "SFRUUC8yIDIwMCAKCv8=")!)"#
    ),
    (
      .raw(Data("\u{FEFF}HTTP/2 200\n\n".utf8)),
      #".raw(Data(base64Encoded: "77u/SFRUUC8yIDIwMAoK")!)"#
    ),
    (.raw(Data("HTTP/2 200\n\n".utf8) + Data(count: 2_000)), ".raw(…)"),
    (
      .raw(contentsOf: URL(fileURLWithPath: "/a b.txt")),
      #".raw(contentsOf: URL(fileURLWithPath: "/a b.txt"))"#
    ),
    (.raw("a.txt", in: .main), #".raw("a.txt", in: …)"#),
    (
      .raw(dump).status(203),
      #".raw(Data("HTTP/1.1 203 So\r\nA: 1\r\nContent-Length: 2\r\n\r\nok".utf8))"#
    ),
    (
      .raw(Data("HTTP/2 200\na: b\n\n".utf8)).status(404).header("C", "d").delayed(by: .seconds(1)),
      #".raw(Data("HTTP/2 200\na: b\n\n".utf8)).status(404).header("C", "d").delayed(by: .seconds(1))"#
    ),
    (
      .raw(Data("HTTP/2 404\nContent-Type: a/b\nContent-Length: 1\n\nx".utf8)).body(Data([1])),
      #".data(Data(base64Encoded: "AQ==")!, contentType: "a/b", status: 404).header("Content-Type", "a/b")"#
    ),
  ])
  func isPrintedAsItsSource(_ response: StubResponse, _ source: String) {
    #expect(response.description == source)
  }
}
