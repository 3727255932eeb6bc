import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The delivery for Apple's Foundation: the client is called on the thread of `startLoading`, through its run loop.
///
/// It compiles on Linux too, where it is not used. It was never run on an Apple platform.
final class RunLoopDelivery: Delivery, @unchecked Sendable {
  // SAFETY: the protocol and its client are touched on the thread of `startLoading` only.
  private let urlProtocol: URLProtocol
  private let runLoop = RunLoop.current

  init(_ urlProtocol: URLProtocol) {
    self.urlProtocol = urlProtocol
  }

  var requestBody: RequestBody? { nil }

  var sendsAtOnce: Bool { true }

  func prepareToWait() {}

  func perform(_ work: @escaping @Sendable () -> Void) {
    runLoop.perform(inModes: [.default, .common], block: work)
    #if canImport(ObjectiveC)
      CFRunLoopWakeUp(runLoop.getCFRunLoop())
    #endif
  }

  func send(_ response: HTTPURLResponse, body: Data) {
    let client = urlProtocol.client
    client?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
    if !body.isEmpty { client?.urlProtocol(urlProtocol, didLoad: body) }
    client?.urlProtocolDidFinishLoading(urlProtocol)
  }

  func fail(_ error: any Error) {
    urlProtocol.client?.urlProtocol(urlProtocol, didFailWithError: error)
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
