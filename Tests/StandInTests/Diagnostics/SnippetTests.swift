import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What is printed as a snippet compiles, and answers its own request and no other.
///
/// `CompiledSnippets.swift` holds the snippets of the corpus as real code. After a change to the corpus or to how
/// snippets are written, `STANDIN_RECORD_SNIPPETS=1 swift test --filter SnippetTests` writes it anew.
struct SnippetTests {
  private static let file = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("CompiledSnippets.swift")

  @Test func printsWhatIsCompiled() throws {
    let source = Self.source(of: SnippetCorpus.requests.map(\.stubSnippet))
    if ProcessInfo.processInfo.environment["STANDIN_RECORD_SNIPPETS"] != nil {
      try source.write(to: Self.file, atomically: true, encoding: .utf8)
    }
    let compiled = try String(contentsOf: Self.file, encoding: .utf8)
    // Compared line by line: a difference of whole files can't be read.
    let (printed, known) = (source.split(separator: "\n"), compiled.split(separator: "\n"))
    #expect(printed.count == known.count)
    let difference = zip(printed, known).first { $0 != $1 }
    #expect(difference == nil)
    #expect(SnippetCorpus.requests.count >= 150)
  }

  @Test(arguments: SnippetCorpus.requests.indices)
  func answersItsOwnRequestAndNoOther(_ index: Int) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
    try #require(CompiledSnippets.all.indices.contains(index))
    Scope.$current.withValue(registry) { CompiledSnippets.all[index]() }
    #expect(recorder.texts == [])
    await #expect(throws: Never.self) {
      try await registry.response(to: SnippetCorpus.requests[index])
    }
    let stub = try #require(registry.registeredStubs.first)
    let own = try #require(RequestFacts(SnippetCorpus.requests[index]))
    for request in SnippetCorpus.requests {
      let facts = try #require(RequestFacts(request))
      let isSame =
        facts.description == own.description && request.httpBody == own.urlRequest.httpBody
      guard !isSame, stub.match(InterceptedRequest(facts)) != nil else { continue }
      Issue.record("also answers \(facts.description)")
    }
  }

  /// The file that holds the snippets as code.
  private static func source(of snippets: [String]) -> String {
    let functions = snippets.enumerated().map { index, snippet in
      let lines = snippet.split(separator: "\n", omittingEmptySubsequences: false)
        .map { "    \($0)" }.joined(separator: "\n")
      return "  private static func snippet\(index)() {\n\(lines)\n  }\n"
    }
    let names = snippets.indices.map { "    snippet\($0)," }.joined(separator: "\n")
    return """
      // Written by SnippetTests: the snippets of SnippetCorpus, as real code.
      // swift-format-ignore-file

      import Foundation
      import StandIn

      enum CompiledSnippets {
        static let all: [@Sendable () -> Void] = [
      \(names)
        ]

      \(functions.joined(separator: "\n"))}

      """
  }
}

extension RequestFacts {
  /// Method and URL as they are compared, and the headers.
  fileprivate var description: String {
    "\(method) \(target?.description ?? url.absoluteString) \(urlRequest.allHTTPHeaderFields ?? [:])"
  }
}
