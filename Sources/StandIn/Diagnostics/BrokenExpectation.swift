/// A stub that was not used as it is expected to be.
package struct BrokenExpectation: Sendable {
  package let stub: Stub
  /// How often it was used.
  package let count: Int
  /// Requests that it forbids.
  package let forbidden: [InterceptedRequest]

  /// Compares what is expected of a stub with what happened; nil where that is the same.
  package init?(
    of stub: Stub, used count: Int, forbidden: [InterceptedRequest], mustBeUsed: Bool
  ) {
    let mayBeUnused = stub.isOptional || stub.isLastResort
    let needed = mayBeUnused ? 0 : stub.expectation?.minimum ?? (mustBeUsed ? 1 : 0)
    guard count < needed || !forbidden.isEmpty else { return nil }
    self.stub = stub
    self.count = count
    self.forbidden = forbidden
  }

  /// What was expected, and how often the stub was used.
  var headline: String {
    let name = stub.name.map { " \(SwiftLiteral.string($0))" } ?? ""
    let place = stub.place
    guard forbidden.isEmpty else {
      return "Stub\(name) was requested \(forbidden.count.times), expected never\(place):"
    }
    let was = count == 0 ? "was never used" : "was used \(count.times)"
    guard let expectation = stub.expectation else { return "Stub\(name) \(was)\(place):" }
    let atLeast = expectation.maximum == nil ? "at least " : ""
    return "Stub\(name) \(was), expected \(atLeast)\(expectation.minimum.times)\(place):"
  }
}

extension BrokenExpectation {
  /// The failure.
  ///
  /// - Parameter near: What came instead, as a paragraph.
  /// - Returns: The failure, at the line of the stub.
  func failure(near: String) -> Failure {
    var lines = [headline, "  \(stub.excerpt)"]
    if !forbidden.isEmpty {
      lines += forbidden.prefix(3).map { "  \($0.line)" }
    } else {
      if stub.expectation == nil { lines.append("  Say .optional() where that is fine.") }
      lines += ["", near]
    }
    return Failure(text: lines.joined(separator: "\n"), location: stub.location)
  }
}
