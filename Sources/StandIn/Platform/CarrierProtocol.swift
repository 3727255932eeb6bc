#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Finishes a task with a body that was sent in pieces, or with a downloaded file.
  ///
  /// Corelibs completes a task with the last piece that its protocol object was given, and a download with a file that
  /// only its own protocols can name. So the task is finished through another protocol object, which was given the
  /// whole in one piece: by way of a task of a session that nobody listens to.
  final class CarrierProtocol: URLProtocol {
    override class func canInit(with request: URLRequest) -> Bool { false }
    override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
    override func startLoading() {}
    override func stopLoading() {}

    /// A task that is never resumed, whose data goes nowhere.
    private static let sink: URLSessionDataTask = {
      let configuration = NewSessions.untouched { .ephemeral }
      configuration.urlCache = nil
      configuration.protocolClasses = [CarrierProtocol.self]
      let session = URLSession(configuration: configuration)
      return session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
    }()

    /// Makes the sink; to be called off the URLSession queues, on which no task can be made.
    static func prepare() {
      _ = sink
    }

    /// Finishes the task of a protocol object with a whole body.
    static func finish(_ urlProtocol: URLProtocol, with body: Data) {
      loaded(with: body, for: urlProtocol).map {
        urlProtocol.client?.urlProtocolDidFinishLoading($0)
      }
    }

    /// Finishes the download task of a protocol object with a file.
    ///
    /// - Throws: `UnknownToolchainError` where this Foundation keeps the file's name elsewhere.
    static func finish(_ urlProtocol: URLProtocol, with file: URL) throws {
      // The properties must hold something to be recognised by.
      guard let carrier = loaded(with: Data(), for: urlProtocol) else { return }
      try ProtocolProperties.set("temporaryFileURL", to: file, in: carrier)
      urlProtocol.client?.urlProtocolDidFinishLoading(carrier)
    }

    /// A carrier for a protocol object's task, which was given a body.
    private static func loaded(with body: Data, for urlProtocol: URLProtocol) -> CarrierProtocol? {
      guard let client = urlProtocol.client, let task = urlProtocol.task else { return nil }
      let carrier = CarrierProtocol(
        request: urlProtocol.request, cachedResponse: nil, client: client)
      carrier.task = sink
      client.urlProtocol(carrier, didLoad: body)
      carrier.task = task
      return carrier
    }
  }
#endif
