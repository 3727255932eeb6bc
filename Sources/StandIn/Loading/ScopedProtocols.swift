import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// One `URLProtocol` class for each registry: the class that a session was configured with says where its requests go.
///
/// The classes are specialisations of a generic one, made at run time; the type argument is the registry's number in
/// binary. They are never freed (about 1 KB each), and never used twice, since a session may outlive its registry.
enum ScopedProtocols {
  private struct Table {
    var latest = 0
    var registries: [ObjectIdentifier: WeakRegistry] = [:]
  }

  private static let table = Locked(Table())

  static func makeClass(for registry: StubRegistry) -> AnyClass {
    table.withLock { table in
      table.latest += 1
      let made: AnyClass = specialisation(table.latest)
      table.registries[ObjectIdentifier(made)] = WeakRegistry(registry)
      return made
    }
  }

  static func registry(of protocolClass: AnyClass) -> StubRegistry? {
    table.withLock { $0.registries[ObjectIdentifier(protocolClass)] }?.registry
  }

  static func forget(_ protocolClass: AnyClass) {
    table.withLock { $0.registries[ObjectIdentifier(protocolClass)] = nil }
  }

  /// The class whose type argument spells a number in binary, lowest digit first.
  private static func specialisation(_ number: Int) -> AnyClass {
    var digits: any BinaryDigits.Type = NoDigits.self
    var rest = number
    while rest > 0 {
      digits = prepend(isOne: rest.isMultiple(of: 2) == false, to: digits)
      rest /= 2
    }
    return protocolClass(for: digits)
  }

  private static func prepend<Rest: BinaryDigits>(
    isOne: Bool, to rest: Rest.Type
  ) -> any BinaryDigits.Type {
    isOne ? One<Rest>.self : Zero<Rest>.self
  }

  private static func protocolClass<Number: BinaryDigits>(for number: Number.Type) -> AnyClass {
    ScopedProtocol<Number>.self
  }
}

private protocol BinaryDigits {}
private enum NoDigits: BinaryDigits {}
private enum Zero<Rest: BinaryDigits>: BinaryDigits {}
private enum One<Rest: BinaryDigits>: BinaryDigits {}

private final class ScopedProtocol<Number: BinaryDigits>: StubURLProtocol {
  override class func currentRoute() -> Route {
    let registry = ScopedProtocols.registry(of: self)
    // A `withStubs` block adds to the registry it stands in, also for that registry's sessions.
    // With a cache corelibs asks on a queue that knows of no scope; the one that was started last is a good guess then.
    if let inner = Scope.current ?? SharedInterception.registry, let registry,
      inner.isInside(registry)
    {
      return Route(registry: inner, expected: Scope.expected)
    }
    return Route(registry: registry, expected: Scope.expected)
  }
}

extension StubRegistry {
  /// Whether this registry is a scope inside another one.
  fileprivate func isInside(_ other: StubRegistry) -> Bool {
    var registry = parent
    while let current = registry {
      if current === other { return true }
      registry = current.parent
    }
    return false
  }
}
