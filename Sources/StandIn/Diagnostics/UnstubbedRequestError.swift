public import Foundation

/// A request that no stub answers.
public struct UnstubbedRequestError: LocalizedError, CustomNSError, Sendable,
  CustomStringConvertible
{
  /// The request.
  public let request: InterceptedRequest
  /// The stubs that came nearest to it, best first.
  public let nearMisses: [NearMiss]
  /// The URLs that were redirected and led to this request, oldest first.
  public let redirects: [URL]
  /// Stubs of which nobody can tell whether they would have answered, since they are broken.
  package let brokenStubs: [InvalidStubError]
  /// The priority that a stub needs to come before one that forbids the request.
  package let priority: Int
  /// Why the request could not be looked up at all, where that is so.
  package let reason: String?

  package init(
    request: InterceptedRequest, nearMisses: [NearMiss] = [], brokenStubs: [InvalidStubError] = [],
    redirects: [URL] = [], priority: Int = 0, reason: String? = nil
  ) {
    self.request = request
    self.nearMisses = nearMisses
    self.brokenStubs = brokenStubs
    self.redirects = redirects
    self.priority = priority
    self.reason = reason
  }

  /// A request of code in no scope, while several scopes live and not just one of them has a stub for it.
  package init(unattributed request: InterceptedRequest, matching count: Int) {
    let what =
      count == 0
      ? "none of them has a stub that answers it" : "\(count) of them have stubs that answer it"
    self.init(
      request: request,
      reason: """
        Several tests are running, the request was made by code that belongs to none of them (a detached task or a \
        callback on a queue), and \(what). Tie it to its test: give the code a session of the test's registry \
        (StubRegistry.current.session), or let it run in a child task of the test.
        """)
  }

  /// A `stub(…)` statement in Swift that answers this very request.
  public var snippet: String { Snippet(request, priority: priority).text }

  /// The request as a `curl` command for a POSIX shell.
  public var curlCommand: String { request.curlCommand }

  /// What happened, the nearest stubs with all that differs, and the snippet, in 40 lines at most.
  ///
  /// Secrets are masked: values of fields named like passwords and tokens, such as `Authorization`.
  public var description: String { RefusalMessage(self).text }

  /// The same as the description.
  public var errorDescription: String? { description }

  /// The domain of the error as `NSError`.
  public static var errorDomain: String { "StandIn.UnstubbedRequestError" }

  /// The text and the URL, for those who see the error as `NSError`.
  public var errorUserInfo: [String: Any] {
    [
      NSLocalizedDescriptionKey: description,
      NSURLErrorFailingURLErrorKey: request.url,
      URLError.failingURLStringKey: request.url.absoluteString,
    ]
  }
}
