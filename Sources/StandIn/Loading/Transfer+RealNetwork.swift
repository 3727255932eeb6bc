import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transfer {
  /// Lets the real network answer, and follows its redirects there.
  func passThrough(_ hop: Hop, _ load: PendingLoad) async throws {
    var hop = hop
    PlatformDelivery.prepareForPieces()
    while true {
      begin(hop)
      let request = hop.request
      let limit = task.timeLimit(of: request.urlRequest)
      // The app's stream may take its time, or never end.
      let body = try await limit.limiting(request.url) { request.body }
      if let failure = request.facts.body.failure { throw failure }
      let delegates = try await load.step { $0.delegates }
      let events = try registry.realSession.events(
        of: request.urlRequest, body: body, limit: limit, delegates: delegates)
      guard let next = try await forward(events, hop, limit, delegates, load) else { return }
      hop = next
    }
  }

  /// Sends what comes from the network; gives the next request instead, where the response asks for one.
  private func forward(
    _ events: AsyncThrowingStream<RealSession.Event, any Error>, _ hop: Hop, _ limit: TimeLimit,
    _ delegates: TaskDelegates?, _ load: PendingLoad
  ) async throws -> Hop? {
    var file: DownloadFile?
    var written: Int64 = 0
    var expected: Int64 = -1
    for try await event in events {
      switch event {
      case .response(let response):
        if let response = response as? HTTPURLResponse {
          try await tell(of: .success(response), to: hop.request, limit)
          if response.statusCode != 401,
            case .follow(let next) = try await next(after: response, hop, limit, load)
          {
            return next
          }
        }
        if task.wantsFile { file = try registry.newDownloadFile() }
        expected = response.expectedContentLength
        try await load.step { $0.receive(response) }
      case .data(let data):
        guard let file else {
          try await load.step { $0.load(data) }
          continue
        }
        try file.append(data)
        written += Int64(data.count)
        delegates?.didWrite(Int64(data.count), total: written, expected: expected)
      }
    }
    // A stream that ends since this task was cancelled ends like any other.
    guard !Task.isCancelled else { throw LoadStopped() }
    try file?.close()
    try await load.step { [file] delivery in
      if let file {
        try delivery.finish(with: file.url)
      } else {
        delivery.finish()
      }
      load.finish()
    }
    return nil
  }
}
