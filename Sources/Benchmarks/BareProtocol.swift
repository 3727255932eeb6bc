import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What people write by hand: every request gets the same bytes, whatever it asks for.
class BareProtocol: URLProtocol {
  class var body: Data { Payload.small }

  override class func canInit(with request: URLRequest) -> Bool { true }

  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }

  override func startLoading() {
    let body = Self.body
    guard let url = request.url, let client,
      let response = HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: [
          "Content-Type": "application/octet-stream", "Content-Length": String(body.count),
        ])
    else { return }
    client.urlProtocol(self, didReceive: response, cacheStoragePolicy: .notAllowed)
    client.urlProtocol(self, didLoad: body)
    client.urlProtocolDidFinishLoading(self)
  }

  override func stopLoading() {}
}

/// The same with a body of 100 MB.
final class BareLargeProtocol: BareProtocol {
  override class var body: Data { Payload.large }
}

/// The bodies of the responses.
enum Payload {
  static let small = Data(repeating: 0x61, count: 1 << 10)
  static let large = Data(repeating: 0x61, count: 100_000_000)
}

/// Requests a slice of a list of URLs through a session, and checks what comes back.
struct Client: Sendable {
  let session: URLSession
  let requests: [URLRequest]
  var bodySize = Payload.small.count

  /// Makes a number of requests one after the other.
  func inSequence(_ count: Int, turn: Int) async throws {
    for index in 0..<count {
      try await load(requests[(turn * count + index) % requests.count])
    }
  }

  /// Makes a number of requests in so many tasks at a time.
  func concurrently(_ count: Int, tasks: Int, turn: Int) async throws {
    try await withThrowingTaskGroup(of: Void.self) { group in
      for task in 0..<tasks {
        group.addTask { try await inSequence(count / tasks, turn: turn * tasks + task) }
      }
      try await group.waitForAll()
    }
  }

  private func load(_ request: URLRequest) async throws {
    let (data, response) = try await session.data(for: request)
    guard data.count == bodySize, (response as? HTTPURLResponse)?.statusCode == 200 else {
      throw WrongAnswer(request: request, response: response)
    }
  }
}

struct WrongAnswer: Error {
  let request: URLRequest
  let response: URLResponse
}

extension URLSessionConfiguration {
  /// An ephemeral configuration with or without its cache.
  static func ephemeral(cached: Bool) -> URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    if !cached { configuration.urlCache = nil }
    return configuration
  }
}

extension URLSession {
  /// A session that loads with a hand-written protocol.
  static func bare(_ protocolClass: BareProtocol.Type, cached: Bool = false) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral(cached: cached)
    configuration.protocolClasses = [protocolClass]
    return URLSession(configuration: configuration)
  }

  /// A session that answers from a registry, with the same configuration otherwise.
  static func stubbed(_ registry: StubRegistry, cached: Bool = false) -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral(cached: cached)
    registry.intercept(configuration)
    return URLSession(configuration: configuration)
  }
}
