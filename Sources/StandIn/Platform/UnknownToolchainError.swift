import Foundation

/// Foundation keeps something elsewhere than in the toolchains this was made for.
struct UnknownToolchainError: LocalizedError, CustomNSError, CustomStringConvertible {
  /// What was looked for.
  let what: String

  var description: String {
    "StandIn can't find \(what) in the Foundation of this toolchain (\(Self.toolchain)); it knows Swift 6.1 to 6.3."
  }

  var errorDescription: String? { description }
  var errorUserInfo: [String: Any] { [NSLocalizedDescriptionKey: description] }

  private static var toolchain: String {
    #if compiler(>=6.4)
      "Swift 6.4 or later"
    #elseif compiler(>=6.3)
      "Swift 6.3"
    #elseif compiler(>=6.2)
      "Swift 6.2"
    #else
      "Swift 6.1"
    #endif
  }
}
