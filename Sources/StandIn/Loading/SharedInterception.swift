import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Interception of `URLSession.shared`, for as long as a registry is started.
package enum SharedInterception {
  /// The started registries; the last one answers requests that belong to no scope.
  private static let started = Locked<[StubRegistry]>([])
  /// Held while the shared session is changed.
  ///
  /// Never taken by a URL protocol: changing the session waits for its queue.
  private static let installation = Locked(PlatformSharedSession())

  package static var registry: StubRegistry? { started.withLock { $0.last } }

  static func isStarted(_ registry: StubRegistry) -> Bool {
    started.withLock { $0.contains { $0 === registry } }
  }

  static func start(_ registry: StubRegistry) {
    PlatformDelivery.prepare()
    installation.withLock { session in
      let isFirst = started.withLock { started in
        defer { if !started.contains(where: { $0 === registry }) { started.append(registry) } }
        return started.isEmpty
      }
      if isFirst { session.install(SharedSessionProtocol.self) }
    }
  }

  static func stop(_ registry: StubRegistry) {
    installation.withLock { session in
      let wasLast = started.withLock { started in
        guard started.contains(where: { $0 === registry }) else { return false }
        started.removeAll { $0 === registry }
        return started.isEmpty
      }
      if wasLast { session.uninstall(SharedSessionProtocol.self) }
    }
  }
}

/// The protocol that the shared session loads with while a registry is started.
final class SharedSessionProtocol: StubURLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    currentRoute().registry != nil
  }

  override class func currentRoute() -> Route {
    Route(registry: Scope.current ?? SharedInterception.registry, expected: Scope.expected)
  }
}
