/// Stubs that are expected to be used one after the other.
///
/// A stub is due when all before it were used as often as they have to be, and as long as none behind it was used.
package final class CallOrder: Sendable {
  /// How often each has to be used before the next one is due.
  private let minima: [Int]
  private let labels: [String]
  private let state = Locked(State())

  private struct State {
    var counts: [Int] = []
    /// The last stub that was used.
    var position = 0
    /// Those that were removed, for which nobody waits.
    var removed: Set<Int> = []
  }

  /// Creates the order of some stubs, which all have expectations.
  package init(_ stubs: [Stub]) {
    minima = stubs.map { $0.isOptional ? 0 : $0.expectation?.minimum ?? 1 }
    labels = stubs.map(Excerpt.place)
    state.withLock { $0.counts = stubs.map { _ in 0 } }
  }

  /// Uses a stub, if it is its turn and what else it takes can be had.
  package func advance(to index: Int, if isFree: () -> Bool) -> Bool {
    state.withLock { state in
      guard obstacle(to: index, state) == nil, isFree() else { return false }
      state.counts[index] += 1
      state.position = index
      return true
    }
  }

  /// Lets nobody wait for a stub any more.
  package func remove(_ index: Int) {
    state.withLock { _ = $0.removed.insert(index) }
  }

  /// Why it is not the turn of a stub; nil where it is.
  package func obstacle(to index: Int) -> String? {
    state.withLock { obstacle(to: index, $0) }
  }

  private func obstacle(to index: Int, _ state: State) -> String? {
    guard index >= state.position else {
      return "its turn is over, since \(labels[state.position]) was used"
    }
    // What was left behind has been used often enough.
    for earlier in state.position..<index
    where state.counts[earlier] < minima[earlier] && !state.removed.contains(earlier) {
      return "it is not its turn yet: \(labels[earlier]) comes first"
    }
    return nil
  }
}

extension Stub {
  /// The stubs in an order, each expected once unless it says otherwise.
  package static func ordered(_ stubs: [Stub]) -> [Stub] {
    let stubs = stubs.map { $0.expectation == nil ? $0.once() : $0 }
    let order = CallOrder(stubs)
    return stubs.enumerated().map { index, stub in
      var stub = stub
      stub.turn = Turn(order: order, index: index)
      return stub
    }
  }

  /// A place in an order.
  package struct Turn: Sendable {
    package var order: CallOrder
    package var index: Int

    /// Why it is not the stub's turn; nil where it is.
    package var obstacle: String? { order.obstacle(to: index) }
  }
}

extension StubRegistry {
  /// Registers stubs that are expected to be used one after the other, each once unless it says otherwise.
  ///
  /// A stub does not answer before its turn, nor afterwards: a request out of order goes on to older stubs, or is refused
  /// with that reason. What was not requested by the end is reported like every broken expectation.
  ///
  /// ```swift
  /// registry.stub(
  ///   inOrder: .post("/login").respond(.status(204)), .get("/me").respond(.json(["name": "Ada"])),
  ///   .post("/logout").respond(.status(204)))
  /// ```
  ///
  /// - Parameters:
  ///   - first: The stub that is used first.
  ///   - rest: Those that are used after it, in this order.
  /// - Returns: Their handles, in the same order.
  @discardableResult
  public func stub(inOrder first: Stub, _ rest: Stub...) -> [StubHandle] {
    stub(inOrder: [first] + rest)
  }

  @discardableResult
  package func stub(inOrder stubs: [Stub]) -> [StubHandle] {
    Stub.ordered(stubs).map { stub($0) }
  }
}

/// Registers stubs in the current scope's registry that are expected to be used one after the other.
///
/// - Parameters:
///   - first: The stub that is used first; each is expected once unless it says otherwise.
///   - rest: Those that are used after it, in this order.
/// - Returns: Their handles, in the same order.
@discardableResult
public func stub(inOrder first: Stub, _ rest: Stub...) -> [StubHandle] {
  StubRegistry.current.stub(inOrder: [first] + rest)
}
