#if canImport(FoundationNetworking)
  import Foundation
  public import FoundationNetworking
#else
  public import Foundation
#endif

extension StubRegistry {
  /// Calls a closure for each request, before it gets its answer.
  ///
  /// Callbacks run on no URLSession queue and under no lock, in the order in which they were added; the request waits for
  /// them. Each request that a redirect leads to counts.
  ///
  /// ```swift
  /// registry.onRequest { request in log.append(request.curlCommand) }
  /// ```
  ///
  /// - Parameter action: The closure.
  public func onRequest(_ action: @escaping @Sendable (InterceptedRequest) -> Void) {
    withState { $0.callbacks.request.append(action) }
  }

  /// Calls a closure with each response, or the error that stands for one, before the app gets it.
  ///
  /// A refused request has its `UnstubbedRequestError` here; a cancelled one is not heard of.
  ///
  /// - Parameter action: The closure.
  public func onResponse(
    _ action: @escaping @Sendable (InterceptedRequest, Result<HTTPURLResponse, any Error>) -> Void
  ) {
    withState { $0.callbacks.response.append(action) }
  }

  /// Calls a closure for each request that no stub answers, whatever the policy makes of it.
  ///
  /// - Parameter action: The closure.
  public func onUnstubbedRequest(_ action: @escaping @Sendable (UnstubbedRequestError) -> Void) {
    withState { $0.callbacks.unstubbed.append(action) }
  }
}

/// The closures that want to know what happens in a registry.
struct Callbacks: Sendable {
  var request: [@Sendable (InterceptedRequest) -> Void] = []
  var response: [@Sendable (InterceptedRequest, Result<HTTPURLResponse, any Error>) -> Void] = []
  var unstubbed: [@Sendable (UnstubbedRequestError) -> Void] = []

  var isEmpty: Bool { request.isEmpty && response.isEmpty && unstubbed.isEmpty }
}

extension StubRegistry {
  /// Whether somebody wants to know of requests or responses, here or in a scope around.
  var isObserved: Bool { !withState { $0.callbacks.isEmpty } || parent?.isObserved == true }

  func tell(of request: InterceptedRequest) {
    for action in withState({ $0.callbacks.request }) { action(request) }
    parent?.tell(of: request)
  }

  func tell(of response: Result<HTTPURLResponse, any Error>, to request: InterceptedRequest) {
    for action in withState({ $0.callbacks.response }) { action(request, response) }
    parent?.tell(of: response, to: request)
  }

  func tell(of error: UnstubbedRequestError) {
    for action in withState({ $0.callbacks.unstubbed }) { action(error) }
    parent?.tell(of: error)
  }
}
