extension UnstubbedRequestError {
  /// A stub that nearly answered a request.
  public struct NearMiss: Sendable, CustomStringConvertible {
    /// The stub.
    public let stub: Stub
    /// What differs, part by part; empty where the stub may just not be used.
    package let mismatches: [Mismatch]
    /// Why the stub would not answer even if nothing differed.
    package let reason: String?
    /// The changes each of which would let the stub answer, in words.
    package let repairs: [String]
    /// What is odd about the stub, and may be why it does not answer.
    package let findings: [String]

    package init(
      stub: Stub, mismatches: [Mismatch], reason: String? = nil, repairs: [String] = [],
      findings: [String] = []
    ) {
      self.stub = stub
      self.mismatches = mismatches
      self.reason = reason
      self.repairs = repairs
      self.findings = findings
    }

    /// What differs, or why the stub is silent, a line for each thing.
    package var reasons: [String] { mismatches.map(\.description) + (reason.map { [$0] } ?? []) }

    /// The changes, as the end of a sentence.
    package var repair: String? {
      repairs.isEmpty ? nil : repairs.joined(separator: ", or ")
    }

    /// The stub, where it was written, what differs, and the change that would let it answer.
    public var description: String {
      let lines =
        reasons + (repair.map { ["To let it answer, \($0)"] } ?? [])
        + findings.map { "Note that \($0)" }
      return Excerpt.place(stub) + lines.map { "\n  \($0)" }.joined()
    }
  }
}
