/// A reference to a registry that does not keep it.
package final class WeakRegistry: @unchecked Sendable {
  // SAFETY: set in the initialiser only; the runtime makes reading a weak reference atomic.
  package private(set) weak var registry: StubRegistry?

  package init(_ registry: StubRegistry) {
    self.registry = registry
  }
}
