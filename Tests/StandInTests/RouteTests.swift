import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct RouteTests {
  private let registry: StubRegistry
  private let recorder: FailureRecorder

  init() {
    (registry, recorder) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
  }

  private func text(_ method: String, _ url: String) async throws -> String {
    let (data, _) = try await registry.session.data(for: request(method, url))
    return String(decoding: data, as: UTF8.self)
  }

  private func isRefused(_ method: String, _ url: String) async -> Bool {
    do {
      _ = try await text(method, url)
      return false
    } catch {
      return error is UnstubbedRequestError
    }
  }

  // MARK: Patterns

  @Test func haveCapturesAndTheQuery() async throws {
    registry.route([.get, .post], "/users/{id}") { request in
      let page = request.query.first { $0.name == "page" }?.value ?? "none"
      return .text("\(request.method) \(request.parameters["id"] ?? "") \(page)")
    }
    #expect(try await text("GET", "https://a.test/users/42?page=2") == "GET 42 2")
    #expect(try await text("POST", "https://b.test/users/%C3%A5") == "POST å none")
    #expect(await isRefused("PUT", "https://a.test/users/42"))
    #expect(await isRefused("GET", "https://a.test/users"))
  }

  @Test func ofNoMethodAreForAll() async throws {
    registry.route([], "/any") { _ in .text("pattern") }
    registry.route([], /\/number\/\d$/) { _ in .text("regex") }
    registry.route([], containing: "/text") { _ in .text("text") }
    #expect(try await text("PURGE", "https://a.test/any") == "pattern")
    #expect(try await text("PURGE", "https://a.test/number/1") == "regex")
    #expect(try await text("PURGE", "https://a.test/some/texts") == "text")
  }

  // MARK: Regular expressions

  @Test func ofARegexHaveItsGroups() async throws {
    registry.route([.get, .delete], /\/users\/(?<id>\d+)\/(\w+)$/) { request in
      let all = ["id", "1", "2"].map { request.parameters[$0] ?? "-" }
      return .text("\(request.method) \(all.joined(separator: " "))")
    }
    #expect(try await text("GET", "https://a.test/v1/users/42/posts") == "GET 42 42 posts")
    #expect(try await text("DELETE", "https://a.test/users/7/x") == "DELETE 7 7 x")
    #expect(await isRefused("POST", "https://a.test/users/42/posts"))
    #expect(await isRefused("GET", "https://a.test/users/ada/posts"))
  }

  // MARK: Texts

  struct TextCase: Sendable, CustomTestStringConvertible {
    var text: String
    var url: String
    var isFound = true

    var testDescription: String { "\(text) in \(url)" }
  }

  @Test(arguments: [
    TextCase(text: "/v2/", url: "https://a.test/api/v2/users?x=1"),
    TextCase(text: "https://A.test:443/", url: "https://A.test:443/"),
    TextCase(text: "?page=2&", url: "https://a.test/?page=2&size=3"),
    TextCase(text: "%7e", url: "https://a.test/%7e"),
    TextCase(text: ".test", url: "https://a.test"),
    TextCase(text: "https://a.test/whole", url: "https://a.test/whole"),
    TextCase(text: "(.*)[", url: "https://a.test/?q=(.*)[", isFound: false),
    TextCase(text: "/V2/", url: "https://a.test/v2/", isFound: false),
    TextCase(text: "~", url: "https://a.test/%7e", isFound: false),
    TextCase(text: "å", url: "https://a.test/%C3%A5", isFound: false),
    TextCase(text: "\0", url: "https://a.test/", isFound: false),
    TextCase(text: String(repeating: "a", count: 100_000), url: "https://a.test/", isFound: false),
  ])
  func ofATextSearchTheURLAsItIsWritten(_ example: TextCase) async throws {
    registry.route([.get], containing: example.text) { _ in .text("found") }
    #expect(registry.requests(matching: .url(containing: example.text)).isEmpty)
    #expect(await isRefused("GET", example.url) == !example.isFound)
    #expect(
      registry.requests(matching: .url(containing: example.text)).count == (example.isFound ? 1 : 0)
    )
    #expect(recorder.failures.isEmpty)
  }

  @Test func ofATextAreForTheirMethods() async throws {
    registry.route([.get, .post], containing: "users") { .text("\($0.method)") }
    #expect(try await text("GET", "https://a.test/users") == "GET")
    #expect(try await text("POST", "https://a.test/users") == "POST")
    #expect(await isRefused("PUT", "https://a.test/users"))
  }

  @Test func ofAnEmptyTextAreInvalid() async throws {
    registry.route([], containing: "") { _ in .status(200) }
    let line = #line - 1
    #expect(
      recorder.texts == [
        """
        Invalid stub (StandInTests/RouteTests.swift:\(line)):
          .matching(.url(containing: "")).respond { … }
          .url(containing: "") asks for nothing: an empty text stands in every URL
        """
      ])
    #expect(await isRefused("GET", "https://a.test/"))
    #expect(registry.requests(matching: .url(containing: "")).isEmpty)
    registry.stub(.get("https://a.test/").where(!.url(containing: "")))
    #expect(recorder.failures.count == 2)
  }

  // MARK: Messages

  @Test func ofATextSayWhatTheyAre() {
    registry.route([.get], containing: #"/"v2"/"#) { _ in .status(200) }
    registry.route([], containing: "v3") { _ in .status(200) }
    registry.stub(.get("/x").where(.url(containing: "a=1")))
    #expect(
      registry.stubs.map(\.description) == [
        ##".matching(.method("GET") && .url(containing: #"/"v2"/"#)).respond { … }"##,
        #".matching(.url(containing: "v3")).respond { … }"#,
        #".get("/x").where(.url(containing: "a=1"))"#,
      ])
  }

  @Test func ofATextSayWhatDiffersWithoutSecrets() {
    registry.route([.get], containing: "access_token=tiger&v=2") { _ in .status(200) }
    let line = #line - 1
    #expect(
      registry.explain(request("GET", "https://ada:lovelace@a.test/?v=2&access_token=lion")) == """
        GET https://ada:***@a.test/?v=2&access_token=***
        - .matching(.method("GET") && .url(containing: "access_token=***&v=2")).respond { … } \
        (StandInTests/RouteTests.swift:\(line))
            URL: expected a URL with "access_token=***&v=2", got "https://ada:***@a.test/?v=2&access_token=***"
        No stub answers it.
        """)
  }

  @Test func haveThePlaceOfTheCall() throws {
    registry.route([.get], /a/) { _ in .status(200) }
    registry.route([.get], containing: "a") { _ in .status(200) }
    registry.defaultRoute { _ in .status(200) }
    registry.defaultRoute(.status(404))
    let line = UInt(#line)
    #expect(registry.stubs.map(\.location?.line) == [line - 4, line - 3, line - 2, line - 1])
  }
}
