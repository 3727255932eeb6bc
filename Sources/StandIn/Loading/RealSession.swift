import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The real network: a session that no registry intercepts.
final class RealSession: NSObject, Sendable {
  /// What comes from the network.
  enum Event: Sendable {
    case response(URLResponse)
    case data(Data)
  }

  private struct Transfer {
    var events: AsyncThrowingStream<Event, any Error>.Continuation
    var delegates: TaskDelegates?
    /// What came with a challenge: it is the answer only if nobody has credentials.
    var held: [Event]?

    /// Hands on what comes, or holds it back.
    mutating func take(_ event: Event) {
      if case .response(let response) = event {
        held = (response as? HTTPURLResponse).flatMap(Challenge.init).map { _ in [] }
      }
      if held == nil { events.yield(event) } else { held?.append(event) }
    }

    /// Hands on what was held back, since nothing better will come.
    mutating func release() {
      for event in held ?? [] { events.yield(event) }
      held = nil
    }
  }

  private let transfers = Locked<[Int: Transfer]>([:])
  private let made = Locked<URLSession?>(nil)

  private var session: URLSession {
    made.withLock { made in
      if let made { return made }
      let configuration = NewSessions.untouched { .ephemeral }
      configuration.urlCache = nil
      // Cookies and credentials are those of the app's session.
      configuration.httpCookieStorage = nil
      configuration.urlCredentialStorage = nil
      let session = URLSession(configuration: configuration, delegate: self, delegateQueue: nil)
      made = session
      return session
    }
  }

  /// Lets go of the session when its transfers are done: a session keeps its delegate until then.
  func release() {
    made.withLock { made in
      made?.finishTasksAndInvalidate()
      made = nil
    }
  }

  /// Makes a request, and gives what comes back.
  ///
  /// - Parameters:
  ///   - request: The request.
  ///   - body: Its body.
  ///   - limit: How long it may go without progress.
  ///   - delegates: Who is asked about challenges.
  /// - Returns: The response, which may be a redirect, then its body in the pieces in which it comes. Ending the iteration
  ///   cancels the request.
  func events(
    of request: URLRequest, body: Data, limit: TimeLimit, delegates: TaskDelegates?
  ) -> AsyncThrowingStream<Event, any Error> {
    AsyncThrowingStream { continuation in
      if let url = request.url, url.isFileURL { return Self.read(url, into: continuation) }
      var request = request
      request.httpBodyStream = nil
      request.httpBody = body.isEmpty ? nil : body
      request.timeoutInterval = limit.seconds
      let task = session.dataTask(with: request)
      transfers.withLock {
        $0[task.taskIdentifier] = Transfer(events: continuation, delegates: delegates)
      }
      continuation.onTermination = { [weak self] _ in
        task.cancel()
        self?.transfers.withLock { $0[task.taskIdentifier] = nil }
      }
      task.resume()
    }
  }

  /// Answers a `file:` URL, which corelibs does not load.
  private static func read(
    _ url: URL, into events: AsyncThrowingStream<Event, any Error>.Continuation
  ) {
    let file = FileBody(url)
    guard file.problem == nil, let data = try? ResponseBody.file(file).load() else {
      events.finish(throwing: URLError(.fileDoesNotExist, failing: url))
      return
    }
    let type = MediaType(file.contentType)
    events.yield(
      .response(
        URLResponse(
          url: url, mimeType: type?.essence, expectedContentLength: data.count,
          textEncodingName: type?.charset)))
    events.yield(.data(data))
    events.finish()
  }

  private func transfer(of task: URLSessionTask) -> Transfer? {
    transfers.withLock { $0[task.taskIdentifier] }
  }

  private func change(_ task: URLSessionTask, _ change: (inout Transfer) -> Void) {
    transfers.withLock { transfers in
      guard var transfer = transfers[task.taskIdentifier] else { return }
      change(&transfer)
      transfers[task.taskIdentifier] = transfer
    }
  }
}

extension RealSession: URLSessionDataDelegate {
  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    change(dataTask) { $0.take(.response(response)) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    change(dataTask) { $0.take(.data(data)) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    if error == nil { change(task) { $0.release() } }
    transfer(of: task)?.events.finish(throwing: error)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    // Whoever asked for the request follows, who knows its body, its cookies and its delegate.
    completionHandler(nil)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    guard let transfer = transfer(of: task) else {
      return completionHandler(.performDefaultHandling, nil)
    }
    guard let response = challenge.failureResponse as? HTTPURLResponse,
      let basic = Challenge(response)
    else { return completionHandler(.performDefaultHandling, nil) }
    let decide = { @Sendable (reply: TaskDelegates.Reply) in
      switch reply {
      case .use(let credential):
        self.change(task) { $0.held = nil }
        completionHandler(.useCredential, credential)
      case .cancel: completionHandler(.cancelAuthenticationChallenge, nil)
      case .deliver:
        // NB: corelibs has no way on from here but an error. The response and its body have come already.
        self.change(task) { $0.release() }
        transfer.events.finish()
      }
    }
    let failures = challenge.previousFailureCount
    guard failures < Challenge.limit, let delegates = transfer.delegates else {
      return decide(.deliver)
    }
    delegates.answer(basic, of: response, previousFailureCount: failures, decide)
  }
}
