import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// What a load must know of its task and session.
struct TaskFacts: Sendable {
  var isUpload = false
  /// Whether the task ends with a file that the load has to write.
  var wantsFile = false
  /// Whether the load has to follow redirects itself.
  var followsRedirects = false
  var cookies = SessionCookies.none
  /// The session's `timeoutIntervalForRequest`, in seconds.
  var sessionInterval: TimeInterval?

  func timeLimit(of request: URLRequest) -> TimeLimit {
    TimeLimit(request, sessionInterval: sessionInterval)
  }
}

/// Where steps that touch a task are taken, one after the other.
protocol SerialPlace: Sendable {
  func perform(_ work: @escaping @Sendable () -> Void)
}
