import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// How a request is made.
enum TaskStyle: String, CaseIterable, Sendable {
  case async, completionHandler, sessionDelegate, taskDelegate
}

/// What kind of task makes it.
enum TaskKind: Sendable {
  case data
  case upload(Data)
  case uploadFile(URL)
  case uploadStream, download
}

/// What the app learns of a request.
struct TaskOutcome: Sendable {
  var status: Int?
  var url: URL?
  var fields: [String: String] = [:]
  var body: Data?
  var error: (any Error)?

  var text: String? { body.map { String(decoding: $0, as: UTF8.self) } }
  var code: URLError.Code? { (error as? URLError)?.code }

  mutating func take(_ response: URLResponse?) {
    url = response?.url
    guard let response = response as? HTTPURLResponse else { return }
    status = response.statusCode
    for (name, value) in response.allHeaderFields {
      if let name = name as? String { fields[name.lowercased()] = value as? String }
    }
  }
}

/// Makes requests in every style against a registry.
struct TaskRunner {
  let registry: StubRegistry
  let style: TaskStyle
  let delegate: RecordingDelegate
  let session: URLSession

  init(
    _ registry: StubRegistry, _ style: TaskStyle, delegate: RecordingDelegate = RecordingDelegate(),
    configure: (URLSessionConfiguration) -> Void = { _ in }
  ) {
    self.registry = registry
    self.style = style
    self.delegate = delegate
    let configuration = URLSessionConfiguration.stubbed(by: registry)
    configure(configuration)
    session = URLSession(
      configuration: configuration, delegate: style == .taskDelegate ? nil : delegate,
      delegateQueue: nil)
  }

  func run(_ kind: TaskKind = .data, _ request: URLRequest) async -> TaskOutcome {
    switch style {
    case .async: await runAsync(kind, request, delegate: nil)
    case .taskDelegate: await runAsync(kind, request, delegate: delegate)
    case .completionHandler: await runHandler(kind, request)
    case .sessionDelegate: await runDelegate(kind, request)
    }
  }

  private func runAsync(
    _ kind: TaskKind, _ request: URLRequest, delegate: RecordingDelegate?
  ) async -> TaskOutcome {
    var outcome = TaskOutcome()
    do {
      let (data, response): (Data, URLResponse)
      switch kind {
      case .data: (data, response) = try await session.data(for: request, delegate: delegate)
      case .upload(let body):
        (data, response) = try await session.upload(for: request, from: body, delegate: delegate)
      case .uploadFile(let file):
        (data, response) = try await session.upload(
          for: request, fromFile: file, delegate: delegate)
      case .uploadStream: return await runDelegate(kind, request)
      case .download:
        let (file, fileResponse) = try await session.download(for: request, delegate: delegate)
        (data, response) = (try Self.moved(file), fileResponse)
      }
      outcome.body = data
      outcome.take(response)
    } catch {
      outcome.error = error
    }
    return outcome
  }

  private func runHandler(_ kind: TaskKind, _ request: URLRequest) async -> TaskOutcome {
    await withCheckedContinuation { continuation in
      let done = { @Sendable (data: Data?, response: URLResponse?, error: (any Error)?) in
        var outcome = TaskOutcome(body: data, error: error)
        outcome.take(response)
        continuation.resume(returning: outcome)
      }
      switch kind {
      case .data: session.dataTask(with: request, completionHandler: done).resume()
      case .upload(let body):
        session.uploadTask(with: request, from: body, completionHandler: done).resume()
      case .uploadFile(let file):
        session.uploadTask(with: request, fromFile: file, completionHandler: done).resume()
      case .uploadStream:
        Task { continuation.resume(returning: await runDelegate(kind, request)) }
      case .download:
        session.downloadTask(with: request) { file, response, error in
          do {
            done(try file.map(Self.moved), response, error)
          } catch {
            done(nil, response, error)
          }
        }.resume()
      }
    }
  }

  private func runDelegate(_ kind: TaskKind, _ request: URLRequest) async -> TaskOutcome {
    let task: URLSessionTask
    switch kind {
    case .data: task = session.dataTask(with: request)
    case .upload(let body): task = session.uploadTask(with: request, from: body)
    case .uploadFile(let file): task = session.uploadTask(with: request, fromFile: file)
    case .uploadStream: task = session.uploadTask(withStreamedRequest: request)
    case .download: task = session.downloadTask(with: request)
    }
    return await delegate.outcome(of: task)
  }

  /// The bytes of a downloaded file, which is moved first, as apps do.
  static func moved(_ file: URL) throws -> Data {
    let target = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    try FileManager.default.moveItem(at: file, to: target)
    defer { try? FileManager.default.removeItem(at: target) }
    return try Data(contentsOf: target)
  }
}

/// Records what a delegate is told, and answers what it is asked.
final class RecordingDelegate: NSObject, URLSessionDataDelegate, URLSessionDownloadDelegate,
  Sendable
{
  typealias RedirectAnswer = @Sendable (HTTPURLResponse, URLRequest) -> URLRequest?
  typealias ChallengeAnswer =
    @Sendable (URLAuthenticationChallenge) -> (
      URLSession.AuthChallengeDisposition, URLCredential?
    )

  struct State {
    var outcome = TaskOutcome()
    var pieces: [Data] = []
    var redirects: [String] = []
    var challenges: [String] = []
    var sent: [Int64] = []
    var written: [Int64] = []
    var expected: Int64?
    var completions = 0
    var waiting: CheckedContinuation<TaskOutcome, Never>?
  }

  let state = Locked(State())
  private let redirect: RedirectAnswer
  private let challenge: ChallengeAnswer?
  private let bodyStream: (@Sendable () -> InputStream?)?
  /// What is done when a piece comes, which is the one of this number.
  private let piece: (@Sendable (URLSessionDataTask, Int) -> Void)?

  init(
    redirect: @escaping RedirectAnswer = { $1 }, challenge: ChallengeAnswer? = nil,
    bodyStream: (@Sendable () -> InputStream?)? = nil,
    piece: (@Sendable (URLSessionDataTask, Int) -> Void)? = nil
  ) {
    self.redirect = redirect
    self.challenge = challenge
    self.bodyStream = bodyStream
    self.piece = piece
  }

  subscript<Value>(_ path: KeyPath<State, Value>) -> Value { state.withLock { $0[keyPath: path] } }

  func outcome(of task: URLSessionTask) async -> TaskOutcome {
    await withCheckedContinuation { continuation in
      state.withLock { state in
        state.outcome = TaskOutcome()
        state.pieces = []
        state.waiting = continuation
      }
      task.resume()
    }
  }

  // MARK: Data

  func urlSession(
    _ session: URLSession, dataTask: URLSessionDataTask, didReceive response: URLResponse,
    completionHandler: @escaping @Sendable (URLSession.ResponseDisposition) -> Void
  ) {
    state.withLock { $0.outcome.take(response) }
    completionHandler(.allow)
  }

  func urlSession(_ session: URLSession, dataTask: URLSessionDataTask, didReceive data: Data) {
    let number = state.withLock { state in
      state.pieces.append(data)
      state.outcome.body = (state.outcome.body ?? Data()) + data
      return state.pieces.count
    }
    piece?(dataTask, number)
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didCompleteWithError error: (any Error)?
  ) {
    let waiting = state.withLock { state in
      state.completions += 1
      state.outcome.error = error
      if error == nil {
        state.outcome.take(task.response)
        state.outcome.body = state.outcome.body ?? Data()
      }
      defer { state.waiting = nil }
      return state.waiting.map { ($0, state.outcome) }
    }
    waiting.map { $0.0.resume(returning: $0.1) }
  }

  // MARK: Uploads and downloads

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didSendBodyData bytesSent: Int64,
    totalBytesSent: Int64, totalBytesExpectedToSend: Int64
  ) {
    state.withLock { $0.sent.append(totalBytesSent) }
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    needNewBodyStream completionHandler: @escaping @Sendable (InputStream?) -> Void
  ) {
    completionHandler(bodyStream?())
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask,
    didFinishDownloadingTo location: URL
  ) {
    let data = try? TaskRunner.moved(location)
    state.withLock { $0.outcome.body = data }
  }

  func urlSession(
    _ session: URLSession, downloadTask: URLSessionDownloadTask, didWriteData bytesWritten: Int64,
    totalBytesWritten: Int64, totalBytesExpectedToWrite: Int64
  ) {
    state.withLock { state in
      state.written.append(totalBytesWritten)
      state.expected = totalBytesExpectedToWrite
    }
  }

  // MARK: Questions

  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    state.withLock { state in
      state.redirects.append(
        "\(response.statusCode) \(request.httpMethod ?? "") \(request.url?.absoluteString ?? "")")
    }
    completionHandler(redirect(response, request))
  }

  func urlSession(
    _ session: URLSession, task: URLSessionTask, didReceive challenge: URLAuthenticationChallenge,
    completionHandler:
      @escaping @Sendable (URLSession.AuthChallengeDisposition, URLCredential?) -> Void
  ) {
    let space = challenge.protectionSpace
    state.withLock { state in
      state.challenges.append(
        "\(space.host):\(space.port) \(space.realm ?? "") \(challenge.previousFailureCount)")
    }
    let answer = self.challenge?(challenge) ?? (.performDefaultHandling, nil)
    completionHandler(answer.0, answer.1)
  }
}
