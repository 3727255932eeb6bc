import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension Benchmark {
  /// A file of 100 MB: the memory that sending it takes to those who do not want the whole at once.
  static var largeFiles: [Benchmark] {
    [
      Benchmark(name: "100 MB file to a delegate, memory added", unit: "MB", goal: 10) { effort in
        try await memory(effort) { session, delegate, request in
          await delegate.received(by: session.dataTask(with: request))
        }
      },
      Benchmark(name: "99 MB of it into a file, memory added", unit: "MB", goal: 10) { effort in
        try await memory(effort, range: "bytes=1000000-") { session, delegate, request in
          await delegate.received(by: session.downloadTask(with: request))
        }
      },
    ]
  }

  private static func memory(
    _ effort: Effort, range: String? = nil,
    _ load: (URLSession, CountingDelegate, URLRequest) async -> Int
  ) async throws -> Samples {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID()).bin")
    let size = 100_000_000
    try Data().write(to: file)
    let handle = try FileHandle(forWritingTo: file)
    // Nothing but zeros, which take no room on the disk.
    try handle.truncate(atOffset: UInt64(size))
    try handle.close()
    let registry = StubRegistry()
    registry.stub(.get("/file").respond(.file(file)))
    let delegate = CountingDelegate()
    let session = registry.makeSession(delegate: delegate, delegateQueue: nil)
    defer {
      session.invalidateAndCancel()
      try? FileManager.default.removeItem(at: file)
    }
    guard let url = URL(string: "https://api.shop.test/file") else { return Samples() }
    var request = URLRequest(url: url)
    request.setValue(range, forHTTPHeaderField: "Range")
    return await effort.repeated {
      PeakMemory.reset()
      let before = PeakMemory.bytes
      let count = await load(session, delegate, request)
      precondition(count == (range == nil ? size : 99_000_000), "a wrong answer")
      return Double(PeakMemory.bytes - before) / 1_000_000
    }
  }
}

/// Counts the bytes of one task after the other.
private final class CountingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate {
  private let state = Locked((count: 0, waiting: CheckedContinuation<Int, Never>?.none))

  func received(by task: URLSessionTask) async -> Int {
    await withCheckedContinuation { continuation in
      state.withLock { $0 = (0, continuation) }
      task.resume()
    }
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    state.withLock { $0.count += data.count }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let size = try? location.resourceValues(forKeys: [.fileSizeKey]).fileSize
    try? FileManager.default.removeItem(at: location)
    state.withLock { $0.count = size ?? 0 }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let (count, waiting) = state.withLock { state in
      defer { state.waiting = nil }
      return (error == nil ? state.count : -1, state.waiting)
    }
    waiting?.resume(returning: count)
  }
}
