import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The new lines of the migration pages as real code: `MigrationTests` compares the two.
///
/// For each page there is a function that registers stubs, which runs, and one with everything else, which is only
/// compiled. Lines that take something from what is given, and those that begin with `_ =`, are not on the page.
enum MigrationExamples {
  struct User: Codable, Sendable {
    var id: Int
    var name: String
  }

  /// What the lines of the pages work with.
  struct Given: Sendable {
    let registry: StubRegistry
    let handle: StubHandle
    let session: URLSession
    let url: URL
    let fileURL: URL
    let request: URLRequest
    let response: HTTPURLResponse

    let answer = StubResponse.text("hello")
    let logo = StubResponse.data(Data(repeating: 7, count: 5_000), contentType: "image/png")
    let data = Data("hello".utf8)
    let dump = Data("HTTP/1.1 200 OK\r\nContent-Length: 5\r\n\r\nhello".utf8)
    let pattern = "/dogs/[0-9]+$"
    let error: any Error = URLError(.networkConnectionLost)
    let user = User(id: 1, name: "Ada")
    let users = [User(id: 1, name: "Ada")]

    var configuration: URLSessionConfiguration { .ephemeral }
    var delegate: (any URLSessionDelegate)? { nil }
  }

  static func load() async throws {}

  static func log(_ text: String) {}

  static func isMine(_ request: URLRequest) -> Bool { request.httpBody == nil }

  static func users(page: String?) -> StubResponse { .text(page ?? "1") }

  static func answer(to request: URLRequest) -> StubResponse { .status(204) }

  static func answer(to request: InterceptedRequest) async throws -> StubResponse { .status(204) }
}

extension Bundle {
  /// What `Bundle.module` is to a test target with resources.
  static var module: Bundle {
    let folder = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
      .appendingPathComponent("../../../Fixtures/Documentation").standardizedFileURL
    return Bundle(url: folder) ?? .main
  }
}
