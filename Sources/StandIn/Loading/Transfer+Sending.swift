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
      try file.copy(source.url)
      delegates?.didWrite(
        Int64(source.count), total: Int64(source.count), expected: Int64(source.count))
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

  func passThrough(
    _ request: InterceptedRequest, _ load: PendingLoad
  ) async throws {
    let delegates = try await load.step { $0.delegates }
    let events = try registry.realSession.events(of: request, delegates: delegates)
    let file = task.wantsFile ? try registry.newDownloadFile() : nil
    PlatformDelivery.prepareForPieces()
    var written: Int64 = 0
    var expected: Int64 = -1
    for try await event in events {
      switch event {
      case .response(let response):
        if let response = response as? HTTPURLResponse {
          task.cookies.store(response, of: request.urlRequest)
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
  }
}
