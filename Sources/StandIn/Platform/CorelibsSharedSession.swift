#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Corelibs' shared session looks into its live configuration for each request.
  struct CorelibsSharedSession: Sendable {
    private var cache: URLCache?
    /// Looked up once: scopes come and go by the thousand.
    private static let queue = workQueue(of: .shared)

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
    static func exclusively(_ session: URLSession, _ body: () -> Void) {
      let queue = session === URLSession.shared ? queue : workQueue(of: session)
      if let queue { queue.sync(execute: body) } else { body() }
    }

    private static func workQueue(of session: URLSession) -> DispatchQueue? {
      Reflected.value("workQueue", of: session) as? DispatchQueue
    }
  }
#endif
