import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transfer {
  func send(
    _ answer: PreparedResponse, _ response: HTTPURLResponse, to request: InterceptedRequest,
    _ limit: TimeLimit, _ load: PendingLoad
  ) async throws {
    if task.wantsFile {
      return try await download(answer, response, to: request, limit, load)
    }
    let body = try answer.loadBody(for: request.method)
    let pieces = answer.pieces(of: body)
    guard pieces.count > 1 else {
      try await limit.wait(answer.interval, request.url)
      return try await load.step { delivery in
        delivery.send(response, body: body)
        load.finish()
      }
    }
    PlatformDelivery.prepareForPieces()
    try await load.step { $0.receive(response) }
    for piece in pieces {
      try await limit.wait(answer.interval, request.url)
      try await load.step { $0.load(piece) }
    }
    try await load.step { delivery in
      delivery.finish()
      load.finish()
    }
  }

  private func download(
    _ answer: PreparedResponse, _ response: HTTPURLResponse, to request: InterceptedRequest,
    _ limit: TimeLimit, _ load: PendingLoad
  ) async throws {
    PlatformDelivery.prepareForPieces()
    let file = try registry.newDownloadFile()
    let delegates = try await load.step { delivery in
      delivery.receive(response)
      return delivery.delegates
    }
    if let source = answer.fileToCopy(for: request.method), answer.interval == nil {
      let count = Int64(try file.copy(source.url))
      delegates?.didWrite(count, total: count, expected: count)
    } else {
      let body = try answer.loadBody(for: request.method)
      var written: Int64 = 0
      for piece in answer.pieces(of: body) {
        try await limit.wait(answer.interval, request.url)
        try file.append(piece)
        written += Int64(piece.count)
        delegates?.didWrite(
          Int64(piece.count), total: written, expected: Int64(body.count))
      }
    }
    try file.close()
    try await load.step { delivery in
      try delivery.finish(with: file.url)
      load.finish()
    }
  }

  // MARK: The real network

  /// Lets the real network answer, and follows its redirects there.
  func passThrough(_ hop: Hop, _ load: PendingLoad) async throws {
    var hop = hop
    PlatformDelivery.prepareForPieces()
    while true {
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
    let file = task.wantsFile ? try registry.newDownloadFile() : nil
    var written: Int64 = 0
    var expected: Int64 = -1
    for try await event in events {
      switch event {
      case .response(let response):
        if let response = response as? HTTPURLResponse, response.statusCode != 401,
          case .follow(let next) = try await next(after: response, hop, limit, load)
        {
          return next
        }
        if let response = response as? HTTPURLResponse {
          try await tell(of: .success(response), to: hop.request, limit)
        }
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
    try await load.step { delivery in
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
