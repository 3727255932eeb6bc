import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Transfer {
  /// How much of a file is read and sent at a time.
  private static var blockSize: Int { 1 << 18 }

  func send(
    _ answer: PreparedResponse, _ response: HTTPURLResponse, to request: InterceptedRequest,
    _ limit: TimeLimit, _ load: PendingLoad
  ) async throws {
    if task.wantsFile {
      return try await download(answer, response, to: request, limit, load)
    }
    let content = answer.content(for: request.method)
    let sizes = answer.sizes(of: content)
    let isLarge = content.loaded == nil && content.count > Self.blockSize
    let isWaitedFor = isLarge ? try await load.step { $0.wantsPieces } : false
    guard isWaitedFor || sizes.count > 1 else {
      let body = try content.load()
      try await limit.wait(answer.interval, request.url)
      return try await load.step { delivery in
        delivery.send(response, body: body)
        load.finish()
      }
    }
    PlatformDelivery.prepareForPieces()
    let delegates = try await load.step { delivery in
      delivery.receive(response)
      return isWaitedFor ? delivery.delegates : nil
    }
    try await read(content, in: sizes, of: answer, request, limit) { block in
      try await load.step { $0.load(block) }
      // Not more of a file is in memory than the delegate is busy with; elsewhere than on corelibs that is up to URLSession.
      try await delegates?.catchUp()
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
    let content = answer.content(for: request.method)
    let expected = Int64(content.count)
    if answer.interval == nil, let source = content.fileToCopy {
      let count = Int64(try file.copy(source.url))
      delegates?.didWrite(count, total: count, expected: expected)
    } else {
      var written: Int64 = 0
      try await read(content, in: answer.sizes(of: content), of: answer, request, limit) { block in
        try file.append(block)
        written += Int64(block.count)
        delegates?.didWrite(Int64(block.count), total: written, expected: expected)
      }
    }
    try file.close()
    try await load.step { delivery in
      try delivery.finish(with: file.url)
      load.finish()
    }
  }

  /// Reads a body piece by piece, with the waits that are asked for; large pieces of files come in blocks.
  private func read(
    _ content: ResponseBody, in sizes: PieceSizes, of answer: PreparedResponse,
    _ request: InterceptedRequest, _ limit: TimeLimit, _ take: (Data) async throws -> Void
  ) async throws {
    var reader = BodyReader(content.parts)
    let longest = content.loaded == nil ? Self.blockSize : .max
    for size in sizes {
      try await limit.wait(answer.interval, request.url)
      var rest = size
      repeat {
        guard !Task.isCancelled else { throw LoadStopped() }
        let block = try reader.next(min(rest, longest))
        rest -= block.count
        if !block.isEmpty { try await take(block) }
      } while rest > 0
    }
  }
}
