import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Interception of sessions that belong to no registry, for as long as a scope lives or a registry is started.
package enum SharedInterception {
  private struct State {
    /// The registries of the living scopes, oldest first.
    var scopes: [StubRegistry] = []
    /// Those of them that are not bound to a task but go for the whole process, as a test of XCTest does.
    var wide: [StubRegistry] = []
    /// The registries that somebody started, oldest first.
    var started: [StubRegistry] = []

    var isEmpty: Bool { scopes.isEmpty && started.isEmpty }

    /// The living scopes in which no other one stands.
    var innermost: [StubRegistry] {
      guard scopes.count > 1 else { return scopes }
      let outer = Set(scopes.compactMap { $0.parent.map(ObjectIdentifier.init) })
      return scopes.filter { !outer.contains(ObjectIdentifier($0)) }
    }
  }

  private static let state = Locked(State())
  /// Held while the shared session is changed.
  ///
  /// Never taken by a URL protocol: changing the session waits for its queue.
  private static let installation = Locked(PlatformSharedSession())

  // MARK: Who answers

  /// Who may answer a request of code that is in no scope, such as a callback on a queue.
  ///
  /// The living scope, if there is but one; the scopes, if there are several; otherwise the registry that was started
  /// last.
  package static var candidates: [StubRegistry] {
    state.withLock { state in
      state.scopes.isEmpty ? Array(state.started.suffix(1)) : state.innermost
    }
  }

  /// The scope of the whole process, as far as there is one: a test of XCTest, or the registry that was started last.
  package static var wide: StubRegistry? {
    state.withLock { $0.wide.last ?? $0.started.last }
  }

  /// The registry of code that is in no scope; nil where there is none, or more than one.
  package static var registry: StubRegistry? {
    let candidates = candidates
    return candidates.count == 1 ? candidates[0] : nil
  }

  static var isActive: Bool { state.withLock { !$0.isEmpty } }

  static func contains(_ registry: StubRegistry) -> Bool {
    state.withLock { state in
      state.started.contains { $0 === registry } || state.scopes.contains { $0 === registry }
    }
  }

  // MARK: Coming and going

  static func start(_ registry: StubRegistry) {
    change { state in
      if !state.started.contains(where: { $0 === registry }) { state.started.append(registry) }
    }
  }

  static func stop(_ registry: StubRegistry) {
    change { $0.started.removeAll { $0 === registry } }
  }

  static func begin(_ scope: StubRegistry, ofTask: Bool) {
    change { state in
      state.scopes.append(scope)
      if !ofTask { state.wide.append(scope) }
    }
  }

  static func end(_ scope: StubRegistry) {
    change { state in
      state.wide.removeAll { $0 === scope }
      // The newest is nearly always the last.
      if let index = state.scopes.lastIndex(where: { $0 === scope }) {
        state.scopes.remove(at: index)
      }
    }
  }

  private static func change(_ change: (inout State) -> Void) {
    PlatformDelivery.prepare()
    NewSessions.intercept()
    installation.withLock { session in
      let (was, isNow) = state.withLock { state in
        let was = !state.isEmpty
        change(&state)
        return (was, !state.isEmpty)
      }
      if isNow, !was { session.install(SharedSessionProtocol.self) }
      if was, !isNow { session.uninstall(SharedSessionProtocol.self) }
    }
  }
}

/// The protocol that sessions of no registry load with: the shared one, and those that are made while a scope lives.
final class SharedSessionProtocol: StubURLProtocol {
  override class func canInit(with request: URLRequest) -> Bool {
    Scope.current != nil || SharedInterception.isActive
  }

  override class func currentRoute() -> Route {
    if let scope = Scope.current { return Route(registry: scope, expected: Scope.expected) }
    let candidates = SharedInterception.candidates
    return candidates.count == 1
      ? Route(registry: candidates[0], expected: Scope.expected)
      : Route(candidates: candidates, expected: Scope.expected)
  }
}
