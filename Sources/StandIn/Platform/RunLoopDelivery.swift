import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delivery for Apple's Foundation: the client is called on the thread of `startLoading`, through its run loop.
///
/// It uses public API only. It compiles on Linux too, where tests look at the calls it makes; it was never run on an
/// Apple platform.
final class RunLoopDelivery: Delivery, @unchecked Sendable {
  // SAFETY: the protocol and its client are touched on the thread of `startLoading` only.
  private let urlProtocol: URLProtocol

  init(_ urlProtocol: URLProtocol) {
    self.urlProtocol = urlProtocol
  }

  static func prepare() {}

  var requestFacts: RequestFacts? { RequestFacts(urlProtocol.request) }

  var taskFacts: TaskFacts { TaskFacts() }

  var delegates: TaskDelegates? { nil }

  var isSuspended: Bool { false }

  var sendsAtOnce: Bool { true }

  var wantsPieces: Bool { true }

  func serialPlace() -> any SerialPlace { RunLoopPlace(runLoop: .current) }

  static func prepareForPieces() {}

  func send(_ response: HTTPURLResponse, body: Data) {
    receive(response)
    if !body.isEmpty { load(body) }
    finish()
  }

  func receive(_ response: URLResponse) {
    urlProtocol.client?.urlProtocol(
      urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
  }

  func load(_ piece: Data) {
    urlProtocol.client?.urlProtocol(urlProtocol, didLoad: piece)
  }

  func finish() {
    urlProtocol.client?.urlProtocolDidFinishLoading(urlProtocol)
  }

  func finish(with file: URL) throws {
    // The system writes the file of a download itself.
    load(try Data(contentsOf: file))
    finish()
  }

  func fail(_ error: any Error) {
    urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
  }

  func redirect(to request: URLRequest, _ response: HTTPURLResponse) {
    let client = urlProtocol.client
    client?.urlProtocol(urlProtocol, wasRedirectedTo: request, redirectResponse: response)
    // The system starts a new load for the redirect; this one is to end.
    fail(CocoaError(.userCancelled))
  }
}

private struct RunLoopPlace: SerialPlace, @unchecked Sendable {
  // SAFETY: `perform` is the one thing of a run loop that may be used on every thread.
  let runLoop: RunLoop

  func perform(_ work: @escaping @Sendable () -> Void) {
    runLoop.perform(inModes: [.default, .common], block: work)
    #if canImport(ObjectiveC)
      CFRunLoopWakeUp(runLoop.getCFRunLoop())
    #endif
  }
}

/// Apple's shared session asks the registered classes anew for each request.
///
/// It compiles on Linux too, where it is not used. It was never run on an Apple platform.
struct RegisteredSharedSession: Sendable {
  func install(_ protocolClass: URLProtocol.Type) {
    _ = URLProtocol.registerClass(protocolClass)
  }

  func uninstall(_ protocolClass: URLProtocol.Type) {
    URLProtocol.unregisterClass(protocolClass)
  }
}
