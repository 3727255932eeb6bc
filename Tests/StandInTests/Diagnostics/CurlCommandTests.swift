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
    Case(command: "curl 'https://api.test/a?b=%27'"),
    Case(method: "HEAD", command: "curl --head 'https://api.test/a?b=%27'"),
    Case(
      method: "DELETE", headers: ["B": "it's", "A": ""],
      command:
        #"curl --request 'DELETE' --header 'A;' --header 'B: it'\''s' 'https://api.test/a?b=%27'"#
    ),
    Case(
      headers: ["A": " \t"],
      command: "curl --header 'A;' 'https://api.test/a?b=%27'"),
    Case(
      method: "POST", headers: ["Content-Type": "text/plain"], body: Data("@é'$".utf8),
      command:
        #"curl --request 'POST' --header 'Content-Type: text/plain' 'https://api.test/a?b=%27' --data-raw '@é'\''$'"#
    ),
    Case(
      method: "POST", body: Data("100%\n'\\".utf8),
      command:
        #"printf '100\045\012\047\134' | curl --request 'POST' --header 'Content-Type:' 'https://api.test/a?b=%27' --data-binary @-"#
    ),
    Case(
      method: "POST", body: Data([0, 0xFF]),
      command:
        #"printf '\000\377' | curl --request 'POST' --header 'Content-Type:' 'https://api.test/a?b=%27' --data-binary @-"#
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

  @Test(arguments: [
    ("https://api.test/a/../b", "curl --path-as-is 'https://api.test/a/../b'"),
    ("https://api.test/a/%2e%2E/b", "curl --path-as-is 'https://api.test/a/%2e%2E/b'"),
    ("http://[::1]/a", "curl --globoff 'http://[::1]/a'"),
    ("https://api.test/a.b", "curl 'https://api.test/a.b'"),
  ])
  func keepsCurlFromChangingTheURL(_ url: String, _ command: String) throws {
    let facts = try #require(RequestFacts(request("GET", url)))
    #expect(InterceptedRequest(facts).curlCommand == command)
  }

  /// A shell runs the commands of the whole corpus; in place of curl stands a function that writes down its arguments.
  @Test func aShellReadsTheCorpusBackExactly() throws {
    let corpus = try SnippetCorpus.requests.map {
      InterceptedRequest(try #require(RequestFacts($0)))
    }
    let commands = corpus.map { "\($0.curlCommand)\nprintf 'END\\0'\n" }.joined()
    let directory = FileManager.default.temporaryDirectory.appendingPathComponent(
      "curl-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: directory) }
    let script = directory.appendingPathComponent("commands.sh")
    try Data(
      """
      curl() {
        for argument in "$@"; do printf '%s\\0' "$argument"; done
        case "$argument" in @-) cat; printf '\\0';; esac
      }
      \(commands)
      """.utf8
    ).write(to: script)
    let output = directory.appendingPathComponent("output")
    try Data().write(to: output)
    let shell = Process()
    shell.executableURL = URL(fileURLWithPath: "/bin/sh")
    shell.arguments = [script.path]
    shell.standardOutput = try FileHandle(forWritingTo: output)
    try shell.run()
    shell.waitUntilExit()
    #expect(shell.terminationStatus == 0)

    var seen = try Data(contentsOf: output)
    for request in corpus {
      let expected = Data(Self.arguments(of: request))
      #expect(seen.starts(with: expected), "\(request.curlCommand.prefix(300))")
      seen.removeFirst(min(expected.count, seen.count))
    }
    #expect(seen.isEmpty)
  }

  /// What curl should be called with, each argument followed by a NUL.
  private static func arguments(of request: InterceptedRequest) -> [UInt8] {
    var words: [String] = []
    if request.method == .head {
      words.append("--head")
    } else if request.method != .get || !request.body.isEmpty {
      words += ["--request", request.method.rawValue]
    }
    for header in request.headers {
      words += [
        "--header", header.value.isEmpty ? "\(header.name);" : "\(header.name): \(header.value)",
      ]
    }
    if !request.body.isEmpty, request.header("Content-Type") == nil {
      words += ["--header", "Content-Type:"]
    }
    let url = request.url.absoluteString
    if url.contains("[") { words.append("--globoff") }
    words.append(url)
    let body = [UInt8](request.body)
    let isText = String(data: request.body, encoding: .utf8).map { Data($0.utf8) } == request.body
    var bytes = words.flatMap { $0.utf8 + [0] }
    if !body.isEmpty {
      let isPlain = isText && !body.contains { $0 < 0x20 || $0 == 0x7F } && body.count <= 30_000
      bytes += (isPlain ? "--data-raw" : "--data-binary").utf8 + [0]
      bytes += isPlain ? body : "@-".utf8 + [0] + body
      bytes.append(0)
    }
    return bytes + "END".utf8 + [0]
  }
}
