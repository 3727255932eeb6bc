import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// However much there is to say, a refusal can be read.
struct RefusalLengthTests {
  private let scene = RefusingScene()
  private var registry: StubRegistry { scene.registry }

  private func message(_ request: URLRequest) async throws -> String {
    try await scene.refusal(request).description
  }

  /// Requests and stubs that make for long messages.
  private func hostile() -> (stubs: [Stub], request: URLRequest) {
    let many = Dictionary(uniqueKeysWithValues: (0..<60).map { ("X-\($0)", "\($0)") })
    let json = "{" + (0..<120).map { "\"key\($0)\":\"\($0)\"" }.joined(separator: ",") + "}"
    let broken = (0..<20).map { _ in Stub.request("POST", "nonsense") }
    let near = (0..<20).map { number in
      Stub.post("https://api.test/from").headers(many.mapValues { _ in "\(number)" })
        .body(json: ["key1": 0, "key2": 0, "key3": 0])
    }
    return (
      broken + near,
      request(
        "POST", "https://api.test/from?\(String(repeating: "q=1&", count: 200))", headers: many,
        body: json)
    )
  }

  @Test func hasFortyLinesAtMost() async throws {
    let (stubs, sent) = hostile()
    for stub in stubs { registry.stub(stub) }
    let text = try await message(sent)
    let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.count <= 40)
    #expect(lines.allSatisfy { $0.utf8.count <= 2_100 })
    // Nothing that matters is missing for that.
    for part in [
      "No stub answers POST", "The nearest stub", "To stub it, add:", "more conditions",
      "Invalid stub",
    ] {
      #expect(text.contains(part))
    }
  }

  @Test func hasFortyLinesAtMostAfterRedirects() async throws {
    let (stubs, sent) = hostile()
    for stub in stubs { registry.stub(stub) }
    let redirects = try (0..<20).map { try #require(URL(string: "https://api.test/\($0)")) }
    let seen = try #require(
      await #expect(throws: UnstubbedRequestError.self) { try await registry.response(to: sent) })
    let error = UnstubbedRequestError(
      request: seen.request, nearMisses: seen.nearMisses, brokenStubs: seen.brokenStubs,
      redirects: redirects, reason: "It came after its scope had ended, which made it.")
    #expect(error.description.split(separator: "\n", omittingEmptySubsequences: false).count <= 40)
    #expect(error.description.contains("  … and 18 more\n"))
  }

  @Test(arguments: ["A B", "x\ny", "", "gét"])
  func aMethodThatIsNoneIsQuoted(_ method: String) async throws {
    let text = try await message(request(method, "https://api.test/a"))
    #expect(text.hasPrefix("No stub answers \"") || method.isEmpty)
    #expect(text.split(separator: "\n")[0].hasSuffix("https://api.test/a"))
  }

  @Test func aURLThatIsTooLongIsCut() async throws {
    let text = try await message(
      request("GET", "https://api.test/" + String(repeating: "a", count: 50_000)))
    #expect(text.utf8.count < 2_000)
    #expect(text.contains("  // It is too long to be shown: `error.snippet` has it.\n"))
  }
}
