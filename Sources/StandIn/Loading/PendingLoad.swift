import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A load that is not answered at once: it waits for user code, a delay, a file or the network.
///
/// What the request gets is worked out once, however often its task is suspended and resumed; it is sent only while the
/// load is active.
final class PendingLoad: @unchecked Sendable {
  // SAFETY: the variables are touched in the delivery's serial place only.
  // NB: let go when the load is over, since the delivery holds the protocol, which holds this load.
  private var delivery: PlatformDelivery?
  private let request: InterceptedRequest
  private let answer: Task<PreparedResponse, Never>
  private var sending: Task<Void, Never>?
  private var isActive = false
  private var isFinished = false
  /// Tells the sending of one start from that of the next.
  private var generation = 0

  init(
    _ delivery: PlatformDelivery, request: InterceptedRequest, found: SearchResult, route: Route
  ) {
    self.delivery = delivery
    self.request = request
    let registry = route.registry
    answer = UserCode.run {
      guard let registry else { return PreparedResponse(.never) }
      let prepared =
        if case .matched(let stub, let use, let request) = found {
          await registry.answer(to: request, with: stub, use: use)
        } else {
          await registry.answer(to: request, expected: route.expected)
        }
      guard case .passthrough = prepared.response.kind else { return prepared }
      return await registry.realAnswer(to: request).delayed(like: prepared)
    }
  }

  /// Begins to send, or goes on after the task was suspended.
  func start() {
    guard !isActive, !isFinished, let delivery else { return }
    do {
      try delivery.prepareToWait()
    } catch {
      finish()
      delivery.fail(error)
      return
    }
    isActive = true
    generation += 1
    let started = generation
    sending = UserCode.run { [self, answer, request] in
      let prepared = await answer.value
      if let delay = prepared.delay {
        guard (try? await Task.sleep(for: delay)) != nil else { return }
      }
      if case .never = prepared.response.kind { return }
      let ready = Result { try prepared.loadBody(for: request.method) }
      delivery.perform { [self] in send(prepared, ready, started) }
    }
  }

  /// Stops sending.
  ///
  /// - Parameter forGood: Whether the task is over; otherwise it is suspended and may be resumed.
  func stop(forGood: Bool) {
    isActive = false
    sending?.cancel()
    sending = nil
    guard forGood else { return }
    finish()
    answer.cancel()
  }

  private func finish() {
    isActive = false
    isFinished = true
    sending = nil
    delivery = nil
  }

  private func send(
    _ prepared: PreparedResponse, _ body: Result<Data, any Error>, _ started: Int
  ) {
    guard isActive, generation == started, let delivery else { return }
    finish()
    switch body {
    case .success(let body): delivery.send(prepared, body: body, at: request.url)
    case .failure(let error): delivery.fail(error)
    }
  }
}

extension PreparedResponse {
  fileprivate func delayed(like other: PreparedResponse) -> PreparedResponse {
    guard let delay = other.delay else { return self }
    return PreparedResponse(response.delayed(by: delay))
  }
}
