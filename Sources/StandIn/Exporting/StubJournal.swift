public import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What another process requested from the stubs that it was given, and what went wrong there.
///
/// ```swift
/// let file = FileManager.default.temporaryDirectory.appendingPathComponent("journal")
/// app.launchEnvironment.merge(try stubs.exportedEnvironment(journal: file)) { $1 }
/// app.launch()
/// app.buttons["Log in"].tap()
/// let journal = try StubJournal(contentsOf: file)
/// XCTAssertEqual(journal.requests(matching: .path("/login")).count, 1)
/// XCTAssertEqual(journal.failures, [])
/// ```
public struct StubJournal: Sendable {
  /// The requests, stubbed or not, oldest first.
  public let requests: [InterceptedRequest]
  /// The requests that no stub answered, oldest first.
  public let unstubbedRequests: [InterceptedRequest]
  /// The messages of what went wrong: refused requests and invalid stubs.
  public let failures: [String]
  /// Whether the last entry is incomplete, as when the process was killed while it wrote it; it is left out.
  public let isCutOff: Bool

  /// Reads a journal as far as it has been written.
  ///
  /// - Parameter url: The file that was named for it.
  /// - Throws: `StubEnvironmentError` where it can't be read, or is no journal.
  public init(contentsOf url: URL) throws {
    let data: Data
    do {
      data = try Data(contentsOf: url)
    } catch {
      throw StubEnvironmentError(FileBody.problem(url, error))
    }
    var requests: [InterceptedRequest] = []
    var unstubbed: [InterceptedRequest] = []
    var failures: [String] = []
    let lines = data.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
    for (index, line) in lines.dropLast().enumerated() {
      do {
        switch try JSONDecoder().decode(JournalEntry.self, from: line) {
        case .request(let request): requests.append(try InterceptedRequest(request))
        case .unstubbed(let request): unstubbed.append(try InterceptedRequest(request))
        case .failure(let text): failures.append(text)
        }
      } catch {
        throw StubEnvironmentError(
          "the file \(url.path) is no journal: line \(index + 1) is \(Excerpt.of(Data(line), 80))")
      }
    }
    self.requests = requests
    unstubbedRequests = unstubbed
    self.failures = failures
    let rest = lines.last ?? Data()
    guard rest.isEmpty || rest.first == UInt8(ascii: "{") else {
      throw StubEnvironmentError(
        "the file \(url.path) is no journal: line \(lines.count) is \(Excerpt.of(Data(rest), 80))")
    }
    isCutOff = !rest.isEmpty
  }

  /// The requests that a matcher accepts, oldest first.
  ///
  /// - Parameter matcher: The matcher.
  /// - Returns: The requests.
  public func requests(matching matcher: RequestMatcher) -> [InterceptedRequest] {
    requests.filter(matcher.accepts)
  }
}

extension InterceptedRequest {
  /// A request that another process has written down.
  fileprivate init(_ entry: JournalEntry.Request) throws {
    guard let url = URL(string: entry.url) else { throw URLError(.badURL) }
    var request = URLRequest(url: url)
    request.httpMethod = entry.method
    for header in entry.headers { request.setValue(header.value, forHTTPHeaderField: header.name) }
    guard let facts = RequestFacts(request, body: RequestBody(entry.body)) else {
      throw URLError(.badURL)
    }
    self.init(facts)
  }
}
