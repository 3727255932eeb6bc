import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  typealias PlatformDelivery = CorelibsDelivery
  typealias PlatformSharedSession = CorelibsSharedSession
#else
  typealias PlatformDelivery = RunLoopDelivery
  typealias PlatformSharedSession = RegisteredSharedSession
#endif

/// How one load talks to URLSession.
///
/// All but `perform` is called in the load's serial place: where URLSession calls `startLoading` and `stopLoading`, or in
/// a block that `perform` runs.
protocol Delivery: AnyObject, Sendable {
  init(_ urlProtocol: URLProtocol)

  /// The task's body, where it is not in the request; nil where the request says all.
  var requestBody: RequestBody? { get }

  /// Whether the task takes a response within `startLoading`.
  var sendsAtOnce: Bool { get }

  /// Makes `perform` work; called in `startLoading`.
  func prepareToWait() throws

  /// Runs a block in the load's serial place, later.
  func perform(_ work: @escaping @Sendable () -> Void)

  /// Sends a whole response, unless the task is over.
  func send(_ response: HTTPURLResponse, body: Data)

  /// Fails the task with an error, unless it is over.
  func fail(_ error: any Error)
}

extension Delivery {
  /// Sends an answer to a request with a method.
  func send(_ answer: PreparedResponse, to method: HTTPMethod, at url: URL) {
    do {
      send(answer, body: try answer.loadBody(for: method), at: url)
    } catch {
      fail(error)
    }
  }

  /// Sends an answer whose body is at hand.
  func send(_ answer: PreparedResponse, body: Data, at url: URL) {
    switch answer.response.kind {
    case .message, .complete:
      if let response = answer.httpResponse(for: url) {
        send(response, body: body)
      } else {
        fail(URLError(.badServerResponse, failing: url))
      }
    case .failure(let error): fail(error)
    case .urlError(let code): fail(URLError(code, failing: url))
    case .never, .passthrough: break
    }
  }
}
