import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Asks a task's delegate what corelibs asks only for its own protocols.
struct TaskDelegates: Sendable {
  let task: URLSessionTask
  let session: URLSession
  /// The delegate of the task alone, which is asked first.
  private let own: UncheckedDelegate

  /// Finds the delegates of a task; to be called on the task's queue, where corelibs keeps them.
  init(_ task: URLSessionTask, in session: URLSession) {
    self.task = task
    self.session = session
    own = UncheckedDelegate(delegate: Self.ownDelegate(of: task, in: session))
  }

  /// The delegate that is told and asked about the task.
  private var delegate: (any URLSessionTaskDelegate)? {
    own.delegate ?? session.delegate as? any URLSessionTaskDelegate
  }

  /// Asks whether to follow a redirect; hands over the request to make, or nil to deliver the response.
  func redirect(
    _ response: HTTPURLResponse, to request: URLRequest,
    _ answer: @escaping @Sendable (URLRequest?) -> Void
  ) {
    guard let delegate else { return answer(request) }
    session.delegateQueue.addOperation { [session, task] in
      delegate.urlSession(
        session, task: task, willPerformHTTPRedirection: response, newRequest: request,
        completionHandler: answer)
    }
  }

  /// What to do about a challenge.
  enum Reply: Sendable {
    case use(URLCredential)
    case deliver
    case cancel
  }

  /// Asks what to do about a challenge; without a delegate the response is delivered.
  func answer(
    _ challenge: Challenge, of response: HTTPURLResponse, previousFailureCount: Int,
    _ answer: @escaping @Sendable (Reply) -> Void
  ) {
    guard let delegate else { return answer(.deliver) }
    session.delegateQueue.addOperation { [session, task] in
      let challenge = challenge.authenticationChallenge(
        for: response, previousFailureCount: previousFailureCount)
      delegate.urlSession(session, task: task, didReceive: challenge) { disposition, credential in
        switch disposition {
        case .useCredential: answer(credential.map(Reply.use) ?? .deliver)
        case .cancelAuthenticationChallenge: answer(.cancel)
        case .performDefaultHandling, .rejectProtectionSpace: answer(.deliver)
        @unknown default: answer(.deliver)
        }
      }
    }
  }

  /// Asks for the stream of a streamed upload; blocks until there is one, for a minute at most.
  func newBodyStream() -> InputStream? {
    guard let delegate else { return nil }
    let result = Locked<UncheckedStream?>(nil)
    let answered = DispatchSemaphore(value: 0)
    session.delegateQueue.addOperation { [session, task] in
      delegate.urlSession(session, task: task) { stream in
        result.withLock { $0 = stream.map { UncheckedStream(stream: $0) } }
        answered.signal()
      }
    }
    _ = answered.wait(timeout: .now() + 60)
    return result.withLock { $0 }?.stream
  }

  /// Whether somebody may want to know of sent bytes.
  var hasDelegate: Bool { delegate != nil }

  /// Tells of a body that was sent.
  func didSend(_ count: Int64) {
    guard let delegate else { return }
    session.delegateQueue.addOperation { [session, task] in
      delegate.urlSession(
        session, task: task, didSendBodyData: count, totalBytesSent: count,
        totalBytesExpectedToSend: count)
    }
  }

  /// Tells of bytes that were written into the file of a download.
  func didWrite(_ count: Int64, total: Int64, expected: Int64) {
    guard let delegate = delegate as? any URLSessionDownloadDelegate,
      let task = task as? URLSessionDownloadTask
    else { return }
    session.delegateQueue.addOperation { [session] in
      delegate.urlSession(
        session, downloadTask: task, didWriteData: count, totalBytesWritten: total,
        totalBytesExpectedToWrite: expected)
    }
  }

  /// Waits until the delegate has taken what it was sent so far.
  ///
  /// - Throws: `LoadStopped` when the task is over.
  func catchUp() async throws {
    let outcome = FirstResult<Void>()
    session.delegateQueue.addOperation { outcome.settle(.success(())) }
    try await outcome.value
  }

  /// Whether a task has a completion handler, as every asynchronous call has; true where that can't be told.
  ///
  /// To be called on the task's queue.
  static func hasCompletionHandler(_ task: URLSessionTask, in session: URLSession) -> Bool {
    guard let behaviour = behaviour(of: task, in: session) else { return true }
    // The one case without a payload is `callDelegate`.
    return !Mirror(reflecting: behaviour).children.isEmpty
  }

  private static func behaviour(of task: URLSessionTask, in session: URLSession) -> Any? {
    guard let registry = Reflected.value("taskRegistry", of: session),
      let behaviours = Reflected.value("behaviours", of: registry) as? [Int: Any]
    else { return nil }
    return behaviours[task.taskIdentifier]
  }

  /// The delegate of `data(for:delegate:)` and its relatives, which corelibs keeps in the session's task registry.
  private static func ownDelegate(
    of task: URLSessionTask, in session: URLSession
  ) -> (any URLSessionTaskDelegate)? {
    guard let behaviour = behaviour(of: task, in: session) else { return task.delegate }
    return delegate(in: behaviour) ?? task.delegate
  }

  private static func delegate(in value: Any) -> (any URLSessionTaskDelegate)? {
    if let delegate = value as? any URLSessionTaskDelegate { return delegate }
    let mirror = Mirror(reflecting: value)
    guard [.enum, .tuple, .optional].contains(mirror.displayStyle) else { return nil }
    return mirror.children.lazy.compactMap { delegate(in: $0.value) }.first
  }
}

/// SAFETY: set once; what is called on the delegate is called on the session's delegate queue.
private struct UncheckedDelegate: @unchecked Sendable {
  let delegate: (any URLSessionTaskDelegate)?
}
