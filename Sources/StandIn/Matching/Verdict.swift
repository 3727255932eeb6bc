/// The outcome of comparing a request with a condition: whether it holds or, on request, why not.
struct Verdict {
  /// Whether every mismatch is wanted, for a message; otherwise the first one ends the comparison.
  let collects: Bool
  private(set) var holds = true
  private(set) var mismatches: [Mismatch] = []

  init(collects: Bool) {
    self.collects = collects
  }

  /// Notes the outcome for one part; returns whether to go on.
  mutating func require(
    _ condition: Bool, _ part: Mismatch.Part, expected: @autoclosure () -> String,
    actual: @autoclosure () -> String
  ) -> Bool {
    if condition { return true }
    holds = false
    guard collects else { return false }
    mismatches.append(Mismatch(part: part, expected: expected(), actual: actual()))
    return true
  }

  /// Notes mismatches that another comparison found; returns whether to go on.
  mutating func require(
    _ condition: Bool, otherwise others: @autoclosure () -> [Mismatch]
  ) -> Bool {
    if condition { return true }
    holds = false
    guard collects else { return false }
    mismatches += others()
    return true
  }
}
