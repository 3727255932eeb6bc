import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct CurlCommandTests {
  struct Case: Sendable, CustomTestStringConvertible {
    var method = "GET"
    var headers: [String: String] = [:]
    var body = Data()
    var command: String

    var testDescription: String { command }
  }

  @Test(arguments: [
    Case(command: "curl --path-as-is --globoff 'https://api.test/a?b=%27'"),
    Case(method: "HEAD", command: "curl --head --path-as-is --globoff 'https://api.test/a?b=%27'"),
    Case(
      method: "DELETE", headers: ["B": "it's", "A": ""],
      command:
        #"curl --request 'DELETE' --header 'A;' --header 'B: it'\''s' --path-as-is --globoff 'https://api.test/a?b=%27'"#
    ),
    Case(
      headers: ["A": " \t"],
      command: "curl --header 'A;' --path-as-is --globoff 'https://api.test/a?b=%27'"),
    Case(
      method: "POST", headers: ["Content-Type": "text/plain"], body: Data("@é'$".utf8),
      command:
        #"curl --request 'POST' --header 'Content-Type: text/plain' --path-as-is --globoff 'https://api.test/a?b=%27' --data-raw '@é'\''$'"#
    ),
    Case(
      method: "POST", body: Data([0, 0xFF]),
      command:
        #"printf '\000\377' | curl --request 'POST' --header 'Content-Type:' --path-as-is --globoff 'https://api.test/a?b=%27' --data-binary @-"#
    ),
  ])
  func readsBackExactly(_ example: Case) async throws {
    let registry = StubRegistry.recorded().registry
    registry.stub(.everything)
    var sent = request(example.method, "https://api.test/a?b=%27")
    for (name, value) in example.headers { sent.setValue(value, forHTTPHeaderField: name) }
    if !example.body.isEmpty { sent.httpBody = example.body }
    _ = try await registry.response(to: sent)
    #expect(registry.requests.map(\.curlCommand) == [example.command])
  }
}
