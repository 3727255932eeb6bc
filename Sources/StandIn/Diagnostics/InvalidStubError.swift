public import Foundation

/// A stub that can't do what it is for: reported when it is registered, and the error of the requests it would have answered.
public struct InvalidStubError: LocalizedError, CustomNSError, Sendable, CustomStringConvertible {
  /// The stub.
  public let stub: Stub
  /// What is wrong with it, a line for each thing.
  public let problems: [String]

  package init?(_ stub: Stub, problems: [String]) {
    guard !problems.isEmpty else { return nil }
    self.stub = stub
    self.problems = problems
  }

  package var location: SourceLocation? { stub.location }

  /// Where the stub was written, the stub, and what is wrong with it.
  public var description: String {
    let place = location.map { " (\($0))" } ?? ""
    let lines = ["Invalid stub\(place):", "  \(Excerpt.line(stub.hidingSecrets.description))"]
    return (lines + problems.map { "  \($0)" }).joined(separator: "\n")
  }

  /// The same as the description.
  public var errorDescription: String? { description }

  /// The domain of the error as `NSError`.
  public static var errorDomain: String { "StandIn.InvalidStubError" }

  /// The text, for those who see the error as `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
