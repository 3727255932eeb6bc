import Foundation

/// What the integration of a test framework offers to code that stands in no scope.
package protocol Ambience: AnyObject {
  /// The registry of the running test; nil where none runs.
  static var registry: StubRegistry? { get }
  /// Where failures go that belong to no scope; nil where no test runs.
  static var reporter: (any FailureReporter)? { get }
}

/// The integration that is linked into this process.
///
/// It is looked up by name, since this library knows no test framework, and a test may use nothing of the integration
/// before it makes a registry of its own or calls a helper.
package enum LinkedAmbience {
  package static var current: (any Ambience.Type)? {
    NSClassFromString("StandInXCTest.XCTestAmbience") as? any Ambience.Type
  }
}
