import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking

  typealias PlatformDelivery = CorelibsDelivery
  typealias PlatformSharedSession = CorelibsSharedSession
#else
  typealias PlatformDelivery = RunLoopDelivery
  typealias PlatformSharedSession = RegisteredSharedSession
#endif

/// How one load talks to URLSession.
///
/// An object of it is used in the load's serial place only: where URLSession calls `startLoading` and `stopLoading`, and
/// in blocks that its serial place runs.
protocol Delivery: AnyObject, Sendable {
  init(_ urlProtocol: URLProtocol)

  /// Finds out what loads will need; called before the first one, off the URLSession queues.
  static func prepare()

  // MARK: What is asked for

  /// The request as the session sends it; nil where it has no URL.
  var requestFacts: RequestFacts? { get }

  var taskFacts: TaskFacts { get }

  /// Who is asked and told about the task; nil where URLSession does that itself.
  var delegates: TaskDelegates? { get }

  /// Whether the task is suspended; URLSession then calls `startLoading` again when it is resumed.
  var isSuspended: Bool { get }

  /// Whether the task takes a whole response within `startLoading`.
  var sendsAtOnce: Bool { get }

  /// Whether somebody gets the pieces of a body one by one, and not only the whole.
  var wantsPieces: Bool { get }

  /// Where steps are taken later; called in `startLoading`.
  func serialPlace() throws -> any SerialPlace

  // MARK: What is answered

  /// Makes what sending in pieces needs; called off the serial place.
  static func prepareForPieces()

  /// Sends a whole response.
  func send(_ response: HTTPURLResponse, body: Data)

  func receive(_ response: URLResponse)
  func load(_ piece: Data)
  func finish()

  /// Ends a task that wants a file.
  func finish(with file: URL) throws

  func fail(_ error: any Error)

  /// Hands a redirect over to URLSession; called where `taskFacts.followsRedirects` is false.
  func redirect(to request: URLRequest, _ response: HTTPURLResponse)
}

extension Delivery {
  /// Sends an answer that is immediate.
  func send(_ answer: PreparedResponse, to request: RequestFacts) {
    do {
      let body = try answer.loadBody(for: request.method)
      guard let response = try answer.response(to: request) else { return }
      send(response, body: body)
    } catch {
      fail(error)
    }
  }
}
