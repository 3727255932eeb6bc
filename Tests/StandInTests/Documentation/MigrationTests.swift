import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A page about another library, and the code of its new lines.
struct MigrationPage: Sendable, CustomTestStringConvertible {
  let name: String
  let stubs: @Sendable (MigrationExamples.Given) -> Void
  /// How many rows its tables have at least.
  let rows: Int

  var testDescription: String { name }

  static let all = [
    MigrationPage(name: "Nocilla", stubs: MigrationExamples.nocilla, rows: 35),
    MigrationPage(name: "Mockingjay", stubs: MigrationExamples.mockingjay, rows: 30),
    MigrationPage(name: "Moya", stubs: MigrationExamples.moya, rows: 28),
    MigrationPage(name: "LocalServer", stubs: MigrationExamples.localServer, rows: 25),
    MigrationPage(name: "URLSessionMock", stubs: MigrationExamples.urlSessionMock, rows: 35),
    MigrationPage(name: "OHHTTPStubs", stubs: MigrationExamples.ohhttpStubs, rows: 50),
    MigrationPage(name: "Mocker", stubs: MigrationExamples.mocker, rows: 32),
    MigrationPage(name: "URLProtocol", stubs: MigrationExamples.urlProtocol, rows: 31),
  ]
}

/// Every new line of a migration page is compiled, and every line that is compiled for one stands on it.
struct MigrationTests {
  /// A cell is code, or says in words why there is none.
  private static let words = [
    "not needed: ", "there is none: ", "there is none yet: ", "unchanged: ",
  ]

  @Test(arguments: MigrationPage.all)
  func everyNewLineIsCompiled(_ page: MigrationPage) throws {
    let rows = try Page("MigratingFrom\(page.name)").tableRows
    #expect(rows.count >= page.rows)
    let compiled = Set(try lines(of: page).map(\.withoutDiscarding))
    for row in rows {
      try #require(row.count == 2, "\(row)")
      #expect(row[0].hasPrefix("`") || row[0].hasPrefix("a "), "\(row[0])")
      guard !Self.words.contains(where: row[1].hasPrefix) else { continue }
      let code = try #require(row[1].codeSpan, "neither code nor words: \(row[1])")
      #expect(compiled.contains(code), "not compiled: \(code)")
    }
  }

  @Test(arguments: MigrationPage.all)
  func everyCompiledLineIsShown(_ page: MigrationPage) throws {
    let text = try Page("MigratingFrom\(page.name)")
    let shown = Set(
      text.tableRows.compactMap(\.last?.codeSpan)
        + text.blocks("swift").joined().map { $0.trimmingCharacters(in: .whitespaces) })
    // What stands in functions; the rest is around it.
    for line in try lines(of: page) where line.hasPrefix("    ") && !line.isScaffolding {
      #expect(shown.contains(line.withoutDiscarding), "not on the page: \(line)")
    }
  }

  @Test(arguments: MigrationPage.all)
  func theNewLinesAreInOrder(_ page: MigrationPage) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    let given = try MigrationExamples.Given.usual(with: registry)
    Scope.$current.withValue(registry) { page.stubs(given) }
    #expect(registry.stubs.count > 10)
    #expect(recorder.texts == [])
  }

  @Test func thereIsNoOtherPage() throws {
    let pages = MigrationPage.all.map { "MigratingFrom\($0.name)" }
    #expect(try Page.names.filter { $0.hasPrefix("MigratingFrom") } == pages.sorted())
  }

  @Test func routesGetTheItemsOfAQuery() async throws {
    let registry = StubRegistry()
    registry.route([.get], "/users{?page}") {
      MigrationExamples.users(page: $0.parameters["page"])
    }
    for (query, text) in [("?page=2", "2"), ("", "1"), ("?page=3&sort=up", "3")] {
      let (data, _) = try await registry.response(
        to: request("GET", "https://api.example.com/users\(query)"))
      #expect(String(decoding: data, as: UTF8.self) == text)
    }
  }

  private func lines(of page: MigrationPage) throws -> [String] {
    try String(
      contentsOf: Page.root.appendingPathComponent(
        "Tests/StandInTests/Documentation/MigrationExamples+\(page.name).swift"), encoding: .utf8
    ).components(separatedBy: "\n")
  }
}

extension MigrationExamples.Given {
  fileprivate static func usual(with registry: StubRegistry) throws -> Self {
    let url = try #require(URL(string: "https://api.example.com/users/1"))
    return Self(
      registry: registry, handle: StubRegistry.recorded().registry.stub(.everything),
      session: registry.session, url: url,
      fileURL: try #require(Bundle.module.url(forResource: "user", withExtension: "json")),
      request: URLRequest(url: url),
      response: try #require(
        HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)))
  }
}

extension String {
  /// The text of a cell that is one span of code.
  fileprivate var codeSpan: String? {
    guard count > 2, hasPrefix("`"), hasSuffix("`") else { return nil }
    let code = dropFirst().dropLast()
    return code.contains("`") ? nil : String(code)
  }

  /// The line, without what keeps the compiler from warning of a value that is not used.
  fileprivate var withoutDiscarding: String {
    let line = trimmingCharacters(in: .whitespaces)
    return line.hasPrefix("_ = ") ? String(line.dropFirst(4)) : line
  }

  fileprivate var isScaffolding: Bool {
    let line = trimmingCharacters(in: .whitespaces)
    return line.contains("given.") || ["do {", "}", ""].contains(line)
      || line.wholeMatch(of: /_ = \w+/) != nil
  }
}
