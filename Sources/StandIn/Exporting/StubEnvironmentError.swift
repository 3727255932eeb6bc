public import Foundation

/// Stubs can't travel to another process, or what came from there can't be read.
public struct StubEnvironmentError: LocalizedError, CustomNSError, Sendable,
  CustomStringConvertible
{
  /// What is wrong, a line for each thing.
  public let problems: [String]

  package init(_ problems: [String]) {
    self.problems = problems
  }

  package init(_ problem: String) {
    self.init([problem])
  }

  /// The problems, one line each.
  public var description: String { problems.joined(separator: "\n") }

  /// The same as the description.
  public var errorDescription: String? { description }

  /// The domain of the error as `NSError`.
  public static var errorDomain: String { "StandIn.StubEnvironmentError" }

  /// The text, for those who see the error as `NSError`.
  public var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }
}

/// Something that is no data, and so can't be written down for another process.
struct NotExportable: Error {
  let reason: String

  init(_ reason: String) {
    self.reason = reason
  }
}
