#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The delivery for swift-corelibs-foundation.
  ///
  /// The client is called on the task's own queue, and only while the task runs: elsewhere corelibs loses answers, and a
  /// call for a task that is over ends the process.
  final class CorelibsDelivery: Delivery, @unchecked Sendable {
    // SAFETY: the protocol, its task and its client are touched on the task's queue only.
    private let urlProtocol: URLProtocol
    private var queue: DispatchQueue?

    init(_ urlProtocol: URLProtocol) {
      self.urlProtocol = urlProtocol
    }

    var requestBody: RequestBody? {
      guard let task = urlProtocol.task as? URLSessionUploadTask else { return nil }
      return UploadBody.of(task)
    }

    var sendsAtOnce: Bool { !(urlProtocol.task is URLSessionDownloadTask) }

    func prepareToWait() throws {
      guard queue == nil else { return }
      guard let task = urlProtocol.task,
        let found = Reflected.value("workQueue", of: task) as? DispatchQueue
      else { throw UnknownToolchainError(what: "a task's queue") }
      queue = found
    }

    func perform(_ work: @escaping @Sendable () -> Void) {
      queue?.async(execute: work)
    }

    /// The client, as long as the task takes calls.
    private var liveClient: (any URLProtocolClient)? {
      urlProtocol.task?.state == .running ? urlProtocol.client : nil
    }

    func send(_ response: HTTPURLResponse, body: Data) {
      guard let client = liveClient else { return }
      let isChallenge = response.statusCode == 401 || response.statusCode == 407
      let response = isChallenge ? ChallengeResponse.copy(of: response) : response
      client.urlProtocol(urlProtocol, didReceive: response, cacheStoragePolicy: .notAllowed)
      if !body.isEmpty { client.urlProtocol(urlProtocol, didLoad: body) }
      if isChallenge {
        ChallengeResponse.finishing { client.urlProtocolDidFinishLoading(urlProtocol) }
      } else {
        client.urlProtocolDidFinishLoading(urlProtocol)
      }
    }

    func fail(_ error: any Error) {
      liveClient?.urlProtocol(urlProtocol, didFailWithError: error)
    }
  }

  /// Corelibs' shared session looks into its live configuration for each request.
  struct CorelibsSharedSession: Sendable {
    private var cache: URLCache?

    mutating func install(_ protocolClass: URLProtocol.Type) {
      let session = URLSession.shared
      let configuration = session.configuration
      var cache: URLCache?
      Self.exclusively(session) {
        cache = configuration.urlCache
        configuration.protocolClasses = [protocolClass] + (configuration.protocolClasses ?? [])
        // NB: with a cache corelibs makes the protocol on another queue, where no task-local value tells the scope.
        configuration.urlCache = nil
      }
      self.cache = cache
    }

    mutating func uninstall(_ protocolClass: URLProtocol.Type) {
      let session = URLSession.shared
      let configuration = session.configuration
      Self.exclusively(session) {
        configuration.protocolClasses = configuration.protocolClasses?.filter {
          $0 != protocolClass
        }
        if configuration.urlCache == nil { configuration.urlCache = cache }
      }
      cache = nil
    }

    /// Runs a block while no task of the session looks into the configuration: they do that on the session's queue.
    private static func exclusively(_ session: URLSession, _ body: () -> Void) {
      if let queue = Reflected.value("workQueue", of: session) as? DispatchQueue {
        queue.sync(execute: body)
      } else {
        body()
      }
    }
  }
#endif
