#if !canImport(WebKit)
  import Foundation
  import StandIn
  import StandInWebKit

  #if canImport(FoundationNetworking)
    import FoundationNetworking
  #endif

  /// A task of a web view's that notes what it is told, and what WebKit would raise an exception for.
  ///
  /// That it is told on the main actor is the compiler's business: on Linux, that need not be the main thread.
  @MainActor
  final class RecordingSchemeTask: NSObject, WKURLSchemeTask {
    enum Event: Equatable {
      case response(Int)
      case data(String)
      case finish, failure
    }

    let request: URLRequest
    private(set) var events: [Event] = []
    private(set) var response: HTTPURLResponse?
    private(set) var error: (any Error)?
    private(set) var misuses: [String] = []
    var isStopped = false
    /// Called after each event.
    var react: (Event) -> Void = { _ in }
    private var isOver = false
    private var waiters: [CheckedContinuation<Void, Never>] = []

    init(_ request: URLRequest) {
      self.request = request
    }

    /// Returns when the task was told how it ended.
    func end() async {
      guard !isOver else { return }
      await withCheckedContinuation { waiters.append($0) }
    }

    private func note(_ event: Event, isLast: Bool = false) {
      if isStopped { misuses.append("\(event) after the stop") }
      if isOver { misuses.append("\(event) after the end") }
      events.append(event)
      react(event)
      guard isLast else { return }
      isOver = true
      for waiter in waiters { waiter.resume() }
      waiters = []
    }

    func didReceive(_ response: URLResponse) {
      self.response = response as? HTTPURLResponse
      note(.response(self.response?.statusCode ?? 0))
    }

    func didReceive(_ data: Data) {
      if response == nil { misuses.append("data before a response") }
      note(.data(String(decoding: data, as: UTF8.self)))
    }

    func didFinish() {
      if response == nil { misuses.append("an end before a response") }
      note(.finish, isLast: true)
    }

    func didFailWithError(_ error: any Error) {
      self.error = error
      note(.failure, isLast: true)
    }
  }
#endif
