/// A state that several stubs share, such as whether a cart is empty or full.
///
/// It begins in the state that the first registered stub names.
package final class Scenario: Sendable {
  /// The state in which it began.
  package let start: String
  private let current: Locked<String>

  package init(in state: String) {
    start = state
    current = Locked(state)
  }

  package var state: String { current.withLock { $0 } }

  package func set(_ state: String) {
    current.withLock { $0 = state }
  }

  /// Goes from one state to the next, if it is in that state; of several at once, one does.
  package func advance(from state: String, to next: String?) -> Bool {
    current.withLock { current in
      guard current == state else { return false }
      current = next ?? state
      return true
    }
  }

  /// What a stub has to do with a scenario.
  package struct Step: Sendable, Hashable {
    package var scenario: String
    /// The state in which the stub answers.
    package var state: String
    /// The state afterwards; nil leaves it as it is.
    package var next: String?

    package init(scenario: String, state: String, next: String?) {
      self.scenario = scenario
      self.state = state
      self.next = next
    }

    package var problem: String? {
      scenario.isEmpty ? "a scenario needs a name: \(source)" : nil
    }

    package var source: String {
      let next = next.map { ", to: \(SwiftLiteral.string($0))" } ?? ""
      return
        ".inScenario(\(SwiftLiteral.string(scenario)), from: \(SwiftLiteral.string(state))\(next))"
    }
  }
}

extension Stub {
  /// Answers only while a scenario is in one state, and takes it to another one.
  ///
  /// Stubs that name the same scenario share its state, which begins as what the first of them asks for. Of several
  /// requests at once, one takes the scenario to the next state.
  ///
  /// ```swift
  /// stub(.get("/cart").inScenario("cart", from: "empty").respond(.json([])))
  /// stub(.post("/cart").inScenario("cart", from: "empty", to: "full").respond(.status(201)))
  /// stub(.get("/cart").inScenario("cart", from: "full").respond(.json([["item": 7]])))
  /// ```
  ///
  /// - Parameters:
  ///   - name: The scenario.
  ///   - state: The state in which the stub answers.
  ///   - next: The state after a request; nil leaves it as it is.
  /// - Returns: The stub with this condition.
  public func inScenario(_ name: String, from state: String, to next: String? = nil) -> Stub {
    var stub = self
    stub.step = Scenario.Step(scenario: name, state: state, next: next)
    return stub
  }
}

extension StubRegistry {
  /// The state of a scenario; nil where no stub names it.
  ///
  /// - Parameter scenario: Its name.
  /// - Returns: The state.
  public func state(ofScenario scenario: String) -> String? {
    knownScenario(scenario)?.state
  }

  /// Takes a scenario to a state; does nothing where no stub names the scenario.
  ///
  /// - Parameters:
  ///   - state: The state.
  ///   - scenario: The scenario's name.
  public func setState(_ state: String, ofScenario scenario: String) {
    knownScenario(scenario)?.set(state)
  }

  /// The states in which all scenarios began.
  var scenarioStarts: [String: String] {
    (parent?.scenarioStarts ?? [:]).merging(withState { $0.scenarios.mapValues(\.start) }) { $1 }
  }

  /// Begins a scenario before a stub names it.
  func beginScenario(_ name: String, in state: String) {
    withState { $0.scenarios[name] = Scenario(in: state) }
  }

  private func knownScenario(_ name: String) -> Scenario? {
    withState { $0.scenarios[name] } ?? parent?.knownScenario(name)
  }

  /// The scenario of a stub, which it begins if nobody has: shared with the scopes around.
  func scenario(of step: Scenario.Step) -> Scenario {
    if let known = knownScenario(step.scenario) { return known }
    return withState { state in
      let scenario = state.scenarios[step.scenario] ?? Scenario(in: step.state)
      state.scenarios[step.scenario] = scenario
      return scenario
    }
  }
}
