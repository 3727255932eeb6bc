import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What the articles show is compiled, and holds.
struct ArticleTests {
  private static let folders = [
    "Tests/StandInTests/Documentation", "Tests/StandInXCTestTests/Documentation",
    "Tests/StandInTestingTests/Documentation",
  ]

  @Test(arguments: try Page.names)
  func everyBlockIsCompiled(_ name: String) throws {
    let sources = try Self.sources()
    for block in try Page(name).blocks("swift") {
      // A block may gather what stands apart in a file, as imports and declarations do.
      let paragraphs = block.map { $0.trimmingCharacters(in: .whitespaces) }
        .split(separator: "").map { $0.joined(separator: "\n") }
      #expect(
        sources.contains { source in paragraphs.allSatisfy { source.contains("\n\($0)\n") } },
        "not compiled anywhere:\n\(block.joined(separator: "\n"))")
      #expect(!block.contains { $0.contains("…") }, "\(block.joined(separator: "\n"))")
    }
  }

  @Test(arguments: ["Matching", "Answering", "Expecting"])
  func everyExampleIsShown(_ name: String) throws {
    let shown = Set(
      try Page(name).blocks("swift").joined().map { $0.trimmingCharacters(in: .whitespaces) })
    let file = Page.root.appendingPathComponent("\(Self.folders[0])/ArticleExamples+\(name).swift")
    let statements = try String(contentsOf: file, encoding: .utf8).components(separatedBy: "\n")
      .filter { $0.hasPrefix("    stub(") || $0.hasPrefix("    registry.") }
    for line in statements {
      #expect(shown.contains(line.trimmingCharacters(in: .whitespaces)), "not shown: \(line)")
    }
  }

  /// The compiled files, their lines without indentation.
  private static func sources() throws -> [String] {
    let files = try folders.flatMap { folder in
      try FileManager.default.contentsOfDirectory(
        atPath: Page.root.appendingPathComponent(folder).path
      ).map { "\(folder)/\($0)" }
    }
    return try (files + ["Fixtures/Client/Package.swift"]).map { file in
      let lines = try String(
        contentsOf: Page.root.appendingPathComponent(file), encoding: .utf8
      ).components(separatedBy: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
      return "\n\(lines.joined(separator: "\n"))\n"
    }
  }

  // MARK: The pages hang together

  @Test func theLandingPageLeadsToEveryPage() throws {
    let landing = try Page("StandIn").text
    for name in try Page.names where name != "StandIn" {
      #expect(landing.contains("\n- <doc:\(name)>\n"), "\(name)")
    }
  }

  @Test func readmeLeadsToPagesThatExist() throws {
    let text = try String(
      contentsOf: Page.root.appendingPathComponent("README.md"), encoding: .utf8)
    let links = text.matches(of: /\]\(([^)]+)\)/).map { String($0.1) }
    #expect(links.count > 15)
    for link in links {
      let file = Page.root.appendingPathComponent(link)
      #expect(FileManager.default.fileExists(atPath: file.path), "\(link)")
    }
  }

  // MARK: The code runs

  @Test func registersItsStubs() async throws {
    let (registry, recorder) = StubRegistry.recorded()
    Scope.$current.withValue(registry) {
      ArticleExamples.matching()
      ArticleExamples.answering(registry)
    }
    #expect(recorder.texts == [])
    #expect(registry.stubs.count > 60)
  }

  @Test(arguments: [
    ArticleExamples.expectations, ArticleExamples.order, ArticleExamples.unused,
    ArticleExamples.lookingBack, ArticleExamples.waiting, ArticleExamples.beingTold,
    ArticleExamples.takingAway,
  ])
  func expects(_ example: @Sendable (StubRegistry) async throws -> Void) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    try await Scope.$current.withValue(registry) { try await example(registry) }
    #expect(recorder.texts == [])
  }

  @Test func answersWithoutATestFramework() async throws {
    let url = try #require(URL(string: "https://api.example.com/me"))
    #expect(try await WithoutTestsExamples.session(url) == Data(#"{"name":"Ada"}"#.utf8))
    let (data, last) = try await WithoutTestsExamples.oneLine(url)
    #expect(data == Data(#"{"name":"Ada"}"#.utf8))
    #expect(last?.url == url)
  }

  // MARK: What the pages say holds

  @Test func urlsMatchAsTheTableSays() throws {
    let rows = try Page("Matching").tableRows.filter { $0.count == 3 && $0[2].contains("https") }
    #expect(rows.count == 10)
    for row in rows {
      let pattern = URLPattern(try #require(row[0].codeSpans.first))
      #expect(pattern.problem == nil)
      for url in row[1].codeSpans {
        #expect(try captures(pattern, url) != nil, "\(row[0]): \(url)")
      }
      for url in row[2].codeSpans {
        #expect(try captures(pattern, url) == nil, "\(row[0]): \(url)")
      }
      #expect(!row[1].codeSpans.isEmpty && !row[2].codeSpans.isEmpty)
    }
  }

  @Test func templatesCaptureAsTheTableSays() throws {
    let rows = try Page("Matching").tableRows.filter { $0[0].contains("{") }
    #expect(rows.count == 9)
    for row in rows {
      let found = try captures(
        URLPattern(try #require(row[0].codeSpans.first)), try #require(row[1].codeSpans.first))
      let text = found.map { found in
        found.sorted { $0.key < $1.key }.map { "\($0.key): \($0.value)" }.joined(separator: ", ")
      }
      #expect(text == row.dropFirst(2).first?.codeSpans.first ?? "", "\(row)")
    }
  }

  private func captures(_ pattern: URLPattern, _ url: String) throws -> [String: String]? {
    let normalized = try #require(NormalizedURL(url))
    var captures: [String: String] = [:]
    return pattern.matches(normalized, text: url, query: nil, captures: &captures) ? captures : nil
  }

  @Test func explainsAndLintsAsThePageShows() async throws {
    let blocks = try Page("Expecting").blocks("text").map { $0.joined(separator: "\n") }
    func at(_ line: UInt, _ stub: Stub) -> Stub {
      stub.located(
        SourceLocation(
          fileID: "AppTests/UserTests.swift", filePath: "UserTests.swift", line: line, column: 1))
    }
    let url = try #require(URL(string: "https://api.example.com/users/42"))
    let explained = StubRegistry()
    explained.stub(at(12, .everything.priority(-1)))
    explained.stub(at(13, .get("/users/{id}")))
    explained.stub(
      at(14, .get("https://api.example.com/users/7").respond(.status(404))))
    let shadowed = StubRegistry()
    shadowed.stub(at(12, .get("/users/42")), at(13, .get("/users/{id}")))
    #expect(
      blocks == [
        ArticleExamples.explaining(explained, url), ArticleExamples.linting(shadowed)[0],
      ])
  }
}

extension String {
  /// The spans of code in a cell.
  fileprivate var codeSpans: [String] {
    matches(of: /`([^`]+)`/).map { String($0.1) }
  }
}
