/// The extent in which a registry is current: a test, or a `withStubs` block.
package enum Scope {
  /// The registry of the innermost scope that the running task is in.
  @TaskLocal package static var current: StubRegistry?

  /// The registry that a new scope stands in; nil where there is none with stubs.
  package static var around: StubRegistry? {
    if let known = current ?? SharedInterception.wide { return known }
    let shared = StubRegistry.shared
    return shared.registeredStubs.isEmpty ? nil : shared
  }

  /// What a running `expectUnstubbedRequest` waits for.
  @TaskLocal package static var expected: ExpectedRefusals?
}

extension StubRegistry {
  /// The registry of the running scope, otherwise `shared`.
  ///
  /// A scope is a test that has stubs of its own, or a `withStubs` block. Code that runs outside the test's task, such as
  /// a callback on a queue, finds the scope that lives, if there is but one.
  public static var current: StubRegistry {
    Scope.current ?? SharedInterception.wide ?? LinkedAmbience.current?.registry
      ?? SharedInterception.registry ?? shared
  }
}

/// Registers a stub in the current scope's registry, or in `StubRegistry.shared` where there is no scope.
///
/// - Parameter stub: The stub.
/// - Returns: Its handle.
@discardableResult
public func stub(_ stub: Stub) -> StubHandle {
  StubRegistry.current.stub(stub)
}

/// Registers several stubs in the current scope's registry, in this order, so that the last one wins.
///
/// - Parameters:
///   - first: The first stub.
///   - second: The second one.
///   - rest: The others.
/// - Returns: Their handles, in the same order.
@discardableResult
public func stub(_ first: Stub, _ second: Stub, _ rest: Stub...) -> [StubHandle] {
  let registry = StubRegistry.current
  return ([first, second] + rest).map { registry.stub($0) }
}

/// Runs a block with a registry of its own, whose requests on `URLSession.shared` are answered from stubs.
///
/// The stubs come on top of those of the current registry; afterwards everything is as before. What `stub(_:)` adds
/// within the block goes when the block ends, and expectations are verified then.
///
/// ```swift
/// let name = try withStubs(.get("/me").respond(.json(["name": "Ada"]))) { try client.loadName() }
/// ```
///
/// - Parameters:
///   - stubs: The stubs.
///   - body: The block.
/// - Returns: What the block returns.
/// - Throws: What the block throws.
public func withStubs<R>(_ stubs: Stub..., perform body: () throws -> R) rethrows -> R {
  let registry = StubRegistry(parent: Scope.around)
  for stub in stubs { registry.stub(stub) }
  registry.beginScope(ofTask: true)
  defer { registry.endScope() }
  return try Scope.$current.withValue(registry, operation: body)
}

/// Runs an asynchronous block with a registry of its own, whose requests on `URLSession.shared` are answered from stubs.
///
/// The stubs come on top of those of the current registry; afterwards everything is as before. What `stub(_:)` adds
/// within the block goes when the block ends, and expectations are verified then.
///
/// ```swift
/// let user = try await withStubs(.get("/users/{id}").respond(.json(["name": "Ada"]))) {
///   try await UserClient().user(id: 42)
/// }
/// ```
///
/// - Parameters:
///   - stubs: The stubs.
///   - isolation: The actor on which the block runs.
///   - body: The block.
/// - Returns: What the block returns.
/// - Throws: What the block throws.
public func withStubs<R>(
  _ stubs: Stub..., isolation: isolated (any Actor)? = #isolation,
  perform body: () async throws -> R
) async rethrows -> R {
  let registry = StubRegistry(parent: Scope.around)
  for stub in stubs { registry.stub(stub) }
  registry.beginScope(ofTask: true)
  defer { registry.endScope() }
  return try await Scope.$current.withValue(registry, operation: body)
}
