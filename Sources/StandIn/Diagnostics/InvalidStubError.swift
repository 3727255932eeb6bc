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
    let place = stub.place
    let source = Excerpt.line(Secrets.masked(text: stub.hidingSecrets.description).text)
    var lines = ["Invalid stub\(place):", "  \(source)"]
    lines += problems.prefix(36).map { "  \(Excerpt.flat(Secrets.masked(text: $0).text, 600))" }
    if problems.count > 36 { lines.append("  … and \(problems.count - 36) more") }
    return lines.joined(separator: "\n")
  }

  /// The same as the description.
  public var errorDescription: String? { description }

  /// The domain of the error as `NSError`.
  public static var errorDomain: String { "StandIn.InvalidStubError" }

  /// The text, for those who see the error as `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}
