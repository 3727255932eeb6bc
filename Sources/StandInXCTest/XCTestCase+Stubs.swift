@_exported public import StandIn
public import XCTest

extension XCTestCase {
  /// The registry of this test: made when it is first asked for, and ended with the test.
  ///
  /// From then on every request that `URLSession.shared` makes is answered from it or refused. A refusal, an invalid stub
  /// or a broken expectation fails the test.
  public var stubs: StubRegistry { TestRegistries.registry(of: self) }

  /// Registers a stub for this test, or within a `withStubs` block for that block.
  ///
  /// ```swift
  /// override func setUp() {
  ///   stub(.get("https://api.example.com/me").respond(.fixture("me.json", in: .module)))
  /// }
  /// ```
  ///
  /// - Parameter stub: The stub.
  /// - Returns: Its handle.
  @discardableResult
  public func stub(_ stub: Stub) -> StubHandle {
    currentRegistry.stub(stub)
  }

  /// Registers several stubs for this test or block, in this order, so that the last one wins.
  ///
  /// - Parameters:
  ///   - first: The first stub.
  ///   - second: The second one.
  ///   - rest: The others.
  /// - Returns: Their handles, in the same order.
  @discardableResult
  public func stub(_ first: Stub, _ second: Stub, _ rest: Stub...) -> [StubHandle] {
    let registry = currentRegistry
    return ([first, second] + rest).map { registry.stub($0) }
  }

  /// Registers stubs for this test or block that are expected to be used one after the other.
  ///
  /// - Parameters:
  ///   - first: The stub that is used first; each is expected once unless it says otherwise.
  ///   - rest: Those that are used after it, in this order.
  /// - Returns: Their handles, in the same order.
  @discardableResult
  public func stub(inOrder first: Stub, _ rest: Stub...) -> [StubHandle] {
    currentRegistry.stub(inOrder: [first] + rest)
  }

  // NB: inside a test case this method hides the free function, so it must do the same.
  private var currentRegistry: StubRegistry { Scope.current ?? stubs }
}
