public import Foundation

#if canImport(FoundationNetworking)
  public import FoundationNetworking
#endif

extension StubRegistry {
  // MARK: The shared session

  /// Intercepts the requests of `URLSession.shared`, also where it was used before; does nothing if that is so already.
  ///
  /// Every request the session then makes is answered from this registry or refused. The registry is kept until `stop()`.
  public func start() {
    SharedInterception.start(self)
  }

  /// Ends the interception of `URLSession.shared`, which is then as it was before; does nothing if it is not intercepted.
  public func stop() {
    SharedInterception.stop(self)
  }

  /// Whether `start()` is in force.
  public var isStarted: Bool { SharedInterception.contains(self) }

  // MARK: Sessions of one's own

  /// Makes the sessions that are created from a configuration answer from this registry.
  ///
  /// - Parameter configuration: The configuration; sessions made from it before are not changed on Apple platforms.
  public func intercept(_ configuration: URLSessionConfiguration) {
    PlatformDelivery.prepare()
    let own: AnyClass = protocolClass
    let others = (configuration.protocolClasses ?? []).filter { $0 != own }
    configuration.protocolClasses = [own] + others
  }

  /// A session that answers from this registry; the same one each time.
  public var session: URLSession {
    resource(\.session) { makeSession(delegate: nil, delegateQueue: nil) }
  }

  /// Creates a session that answers from this registry.
  ///
  /// - Parameters:
  ///   - delegate: The session's delegate.
  ///   - delegateQueue: The queue on which the delegate is called; nil for a serial one of the session's own.
  /// - Returns: The session.
  public func makeSession(
    delegate: (any URLSessionDelegate)? = nil, delegateQueue: OperationQueue? = nil
  ) -> URLSession {
    URLSession(
      configuration: .stubbed(by: self), delegate: delegate, delegateQueue: delegateQueue)
  }

  #if canImport(FoundationNetworking)
    /// Makes a session that is there already answer from this registry.
    ///
    /// Only on Linux, where a session looks into its configuration for each request. Elsewhere the configuration must be
    /// intercepted before the session is made from it.
    ///
    /// - Parameter session: The session.
    public func intercept(_ session: URLSession) {
      CorelibsSharedSession.exclusively(session) { intercept(session.configuration) }
    }
  #endif

  private var protocolClass: AnyClass {
    resource(\.protocolClass) { ScopedProtocols.makeClass(for: self) }
  }

  /// A resource that is made when it is first asked for.
  private func resource<Value>(
    _ path: WritableKeyPath<SessionResources, Value?>, _ make: () throws -> Value
  ) rethrows -> Value {
    if let known = withState({ $0.resources[keyPath: path] }) { return known }
    // Made outside the lock, since it may need other resources; the first one made counts.
    let made = try make()
    return withState { state in
      let first = state.resources[keyPath: path] ?? made
      state.resources[keyPath: path] = first
      return first
    }
  }

  // MARK: What loads need

  /// The real network.
  var realSession: RealSession { resource(\.realSession) { RealSession() } }

  /// An empty file for a download, which goes with the registry unless it is moved away.
  func newDownloadFile() throws -> DownloadFile {
    try DownloadFile(in: try folder)
  }

  /// A file with this content, which goes with the registry.
  func newFile(named name: String, _ content: Data) throws -> URL {
    let url = try folder.appendingPathComponent(name)
    try content.write(to: url)
    // It may hold what is nobody else's business.
    try FileManager.default.setAttributes([.posixPermissions: 0o600], ofItemAtPath: url.path)
    return url
  }

  /// The folder of files that go with the registry.
  private var folder: URL {
    get throws {
      let folder = resource(\.folder) {
        FileManager.default.temporaryDirectory
          .appendingPathComponent("StandIn-\(UUID().uuidString)", isDirectory: true)
      }
      // Each time: a test may have tidied up.
      try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
      return folder
    }
  }
}

/// What a registry made for sessions, in order to release it.
package struct SessionResources {
  var protocolClass: AnyClass?
  var session: URLSession?
  var realSession: RealSession?
  var folder: URL?

  func release() {
    if let protocolClass { ScopedProtocols.forget(protocolClass) }
    // NB: `session` is not invalidated: somebody may still use it, and a task of an invalidated session ends the process.
    realSession?.release()
    // Gone already where the system has tidied up.
    if let folder { try? FileManager.default.removeItem(at: folder) }
  }
}

extension URLSessionConfiguration {
  /// A configuration whose sessions answer from a registry, and keep neither cookies nor a cache on disk.
  ///
  /// - Parameter registry: The registry; the configuration does not keep it.
  /// - Returns: A new ephemeral configuration without a `URLCache`.
  public static func stubbed(by registry: StubRegistry) -> URLSessionConfiguration {
    let configuration = NewSessions.untouched { .ephemeral }
    // A cache costs a change of queue for each request, and nothing here is ever stored in it.
    configuration.urlCache = nil
    registry.intercept(configuration)
    return configuration
  }
}

extension URLSession {
  /// Creates a session that answers from a registry, and keeps the registry until the session is invalidated or gone.
  ///
  /// - Parameter registry: The registry.
  /// - Returns: The session.
  public static func stubbed(by registry: StubRegistry) -> URLSession {
    URLSession(
      configuration: .stubbed(by: registry), delegate: RegistryKeeper(registry), delegateQueue: nil)
  }
}

/// A delegate that does nothing but keep a registry: a session keeps its delegate.
final class RegistryKeeper: NSObject, URLSessionDelegate {
  let registry: StubRegistry

  init(_ registry: StubRegistry) {
    self.registry = registry
  }
}
