import Foundation
import Testing

@testable import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The calls that the delivery for Apple's Foundation makes, on a client that records them.
struct RunLoopDeliveryTests {
  private let client = RecordingClient()
  private let delivery: RunLoopDelivery
  private let response: HTTPURLResponse

  init() throws {
    let url = try #require(URL(string: "https://api.test/a"))
    response = try #require(
      HTTPURLResponse(url: url, statusCode: 201, httpVersion: nil, headerFields: nil))
    delivery = RunLoopDelivery(
      SilentProtocol(request: URLRequest(url: url), cachedResponse: nil, client: client))
  }

  @Test func sendsAWholeResponse() {
    delivery.send(response, body: Data("body".utf8))
    #expect(client.calls.withLock { $0 } == ["response 201 notAllowed", "data body", "finish"])
  }

  @Test func sendsNoDataWhereThereIsNone() {
    delivery.send(response, body: Data())
    #expect(client.calls.withLock { $0 } == ["response 201 notAllowed", "finish"])
  }

  @Test func sendsPiecesAsTheyAre() {
    delivery.receive(response)
    delivery.load(Data("a".utf8))
    delivery.load(Data("b".utf8))
    delivery.finish()
    #expect(
      client.calls.withLock { $0 } == ["response 201 notAllowed", "data a", "data b", "finish"])
  }

  @Test func fails() {
    delivery.fail(URLError(.timedOut))
    #expect(client.calls.withLock { $0 } == ["failure -1001"])
  }

  @Test func handsRedirectsOver() {
    delivery.redirect(to: URLRequest(url: URL(fileURLWithPath: "/there")), response)
    #expect(client.calls.withLock { $0 }.first == "redirect /there 201")
    #expect(client.calls.withLock { $0 }.count == 2)
  }

  @Test func leavesTheRestToURLSession() {
    #expect(delivery.sendsAtOnce)
    #expect(delivery.wantsPieces)
    #expect(!delivery.taskFacts.followsRedirects)
    #expect(!delivery.taskFacts.wantsFile)
    #expect(delivery.delegates == nil)
    #expect(delivery.requestFacts?.url.path == "/a")
  }

  @Test func takesStepsOnItsRunLoop() async throws {
    let isSame: Bool = await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        let thread = ObjectIdentifier(Thread.current)
        let place = delivery.serialPlace()
        let isDone = Locked(false)
        place.perform {
          isDone.withLock { $0 = true }
          continuation.resume(returning: ObjectIdentifier(Thread.current) == thread)
        }
        while !isDone.withLock({ $0 }) {
          _ = RunLoop.current.run(mode: .default, before: Date(timeIntervalSinceNow: 0.01))
        }
      }
    }
    #expect(isSame)
  }
}

private final class RecordingClient: NSObject, URLProtocolClient, Sendable {
  let calls = Locked<[String]>([])

  private func note(_ call: String) {
    calls.withLock { $0.append(call) }
  }

  func urlProtocol(
    _ protocol: URLProtocol, didReceive response: URLResponse,
    cacheStoragePolicy policy: URLCache.StoragePolicy
  ) {
    let status = (response as? HTTPURLResponse)?.statusCode ?? 0
    note("response \(status) \(policy == .notAllowed ? "notAllowed" : "allowed")")
  }

  func urlProtocol(_ protocol: URLProtocol, didLoad data: Data) {
    note("data \(String(decoding: data, as: UTF8.self))")
  }

  func urlProtocolDidFinishLoading(_ protocol: URLProtocol) { note("finish") }

  func urlProtocol(_ protocol: URLProtocol, didFailWithError error: any Error) {
    note("failure \((error as NSError).code)")
  }

  func urlProtocol(
    _ protocol: URLProtocol, wasRedirectedTo request: URLRequest, redirectResponse: URLResponse
  ) {
    note(
      "redirect \(request.url?.path ?? "") \((redirectResponse as? HTTPURLResponse)?.statusCode ?? 0)"
    )
  }

  func urlProtocol(_ protocol: URLProtocol, cachedResponseIsValid cachedResponse: CachedURLResponse)
  {}
  func urlProtocol(_ protocol: URLProtocol, didReceive challenge: URLAuthenticationChallenge) {}
  func urlProtocol(_ protocol: URLProtocol, didCancel challenge: URLAuthenticationChallenge) {}
}

private final class SilentProtocol: URLProtocol {
  override class func canInit(with request: URLRequest) -> Bool { false }
  override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
  override func startLoading() {}
  override func stopLoading() {}
}
