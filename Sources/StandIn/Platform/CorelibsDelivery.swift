#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The delivery for swift-corelibs-foundation.
  ///
  /// The client is called on the task's own queue, and only while the task runs: elsewhere corelibs loses answers, and a
  /// call for a task that is over ends the process.
  final class CorelibsDelivery: Delivery, @unchecked Sendable {
    // SAFETY: everything is touched on the task's queue only.
    private let urlProtocol: URLProtocol
    /// What has been sent so far, for a completion handler, since corelibs remembers the last piece only.
    private var sent = Data()
    private var pieceCount = 0
    /// Whether it is kept; found out only where there is a second piece.
    private lazy var isCollected = !wantsPieces

    init(_ urlProtocol: URLProtocol) {
      self.urlProtocol = urlProtocol
    }

    static func prepare() {
      _ = TaskClasses.isPossible
    }

    // MARK: What is asked for

    var requestFacts: RequestFacts? {
      guard let task = urlProtocol.task else { return RequestFacts(urlProtocol.request) }
      let body = (task as? URLSessionUploadTask).map { UploadBody.of($0) }
      return SessionHeaders.facts(of: urlProtocol.request, in: TaskSession.of(task), body: body)
    }

    var taskFacts: TaskFacts {
      let configuration = urlProtocol.task.flatMap(TaskSession.of)?.configuration
      return TaskFacts(
        isUpload: urlProtocol.task is URLSessionUploadTask,
        wantsFile: urlProtocol.task is URLSessionDownloadTask, followsRedirects: true,
        cookies: SessionCookies(configuration),
        sessionInterval: configuration?.timeoutIntervalForRequest)
    }

    var delegates: TaskDelegates? {
      guard let task = urlProtocol.task, let session = TaskSession.of(task) else { return nil }
      return TaskDelegates(task, in: session)
    }

    /// NB: a task is suspended a little before `stopLoading` is called, and what is sent in between is lost.
    var isSuspended: Bool { urlProtocol.task?.state == .suspended }

    var sendsAtOnce: Bool {
      switch urlProtocol.task {
      case is URLSessionDownloadTask: false
      // Somebody may want to know how much was sent. An asynchronous call may have a delegate of its own.
      case let task as URLSessionUploadTask:
        TaskSession.of(task)?.delegate == nil
          && !(TaskLayout.known.isOfAsynchronousCall(task) && delegates?.hasDelegate == true)
      default: true
      }
    }

    var wantsPieces: Bool {
      // What can be told without reflection comes first.
      guard let task = urlProtocol.task, let session = TaskSession.of(task),
        session.delegate != nil, !TaskLayout.known.isOfAsynchronousCall(task)
      else { return false }
      return !TaskDelegates.hasCompletionHandler(task, in: session)
    }

    func serialPlace() throws -> any SerialPlace {
      guard let task = urlProtocol.task,
        let queue = TaskLayout.known.workQueue(of: task)
      else { throw UnknownToolchainError(what: "a task's queue") }
      return QueuePlace(queue: queue)
    }

    // MARK: What is answered

    static func prepareForPieces() {
      CarrierProtocol.prepare()
    }

    /// The client, as long as the task takes calls.
    private var liveClient: (any URLProtocolClient)? {
      urlProtocol.task?.state == .running ? urlProtocol.client : nil
    }

    func send(_ response: HTTPURLResponse, body: Data) {
      // One look at the task is enough: it changes on this queue only.
      guard let client = liveClient else { return }
      TaskClasses.retire(urlProtocol.task)
      client.urlProtocol(
        urlProtocol, didReceive: ChallengeResponse.harmless(response),
        cacheStoragePolicy: .notAllowed)
      if !body.isEmpty { client.urlProtocol(urlProtocol, didLoad: body) }
      ChallengeResponse.finishing(response) { client.urlProtocolDidFinishLoading(urlProtocol) }
    }

    func receive(_ response: URLResponse) {
      let response = (response as? HTTPURLResponse).map(ChallengeResponse.harmless) ?? response
      liveClient?.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
    }

    func load(_ piece: Data) {
      guard !piece.isEmpty, let client = liveClient else { return }
      pieceCount += 1
      // The only piece is not copied.
      if pieceCount == 1 {
        sent = piece
      } else if isCollected {
        sent.append(piece)
      } else {
        sent = Data()
      }
      client.urlProtocol(urlProtocol, didLoad: piece)
    }

    func finish() {
      guard let client = liveClient else { return }
      TaskClasses.retire(urlProtocol.task)
      ChallengeResponse.finishing(urlProtocol.task?.response) {
        if pieceCount > 1, isCollected {
          CarrierProtocol.finish(urlProtocol, with: sent)
        } else {
          client.urlProtocolDidFinishLoading(urlProtocol)
        }
      }
    }

    func finish(with file: URL) throws {
      guard liveClient != nil else { return }
      TaskClasses.retire(urlProtocol.task)
      try ChallengeResponse.finishing(urlProtocol.task?.response) {
        try CarrierProtocol.finish(urlProtocol, with: file)
      }
    }

    func fail(_ error: any Error) {
      guard let client = liveClient else { return }
      TaskClasses.retire(urlProtocol.task)
      client.urlProtocol(urlProtocol, didFailWithError: error)
    }

    func redirect(to request: URLRequest, _ response: HTTPURLResponse) {
      // NB: corelibs ends the process when it is told of a redirect; the load follows it.
      send(response, body: Data())
    }
  }

  private struct QueuePlace: SerialPlace {
    let queue: DispatchQueue

    func perform(_ work: @escaping @Sendable () -> Void) {
      queue.async(execute: work)
    }
  }
#endif
