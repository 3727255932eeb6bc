import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
  import StandInInterposer
#endif

/// Sessions that an app makes itself from `.default` or `.ephemeral`.
///
/// Their configurations are given the protocol of the shared session when they are made. It answers while a scope lives or
/// a registry is started, and otherwise lets requests pass.
enum NewSessions {
  /// Begins to intercept configurations; does nothing when that is so already.
  static func intercept() {
    _ = isIntercepting
  }

  #if canImport(FoundationNetworking)
    /// Whether configurations pass through here: not in a statically linked program.
    static let isIntercepting: Bool = {
      standin_intercept_configurations { configuration in
        let configuration = Unmanaged<URLSessionConfiguration>.fromOpaque(configuration)
          .takeUnretainedValue()
        NewSessions.add(to: configuration)
      }
      return URLSessionConfiguration.default.protocolClasses?.contains {
        $0 == SharedSessionProtocol.self
      } ?? false
    }()
  #else
    static let isIntercepting = ConfigurationSwizzling.begin()
  #endif

  /// Puts the protocol before those of a new configuration.
  static func add(to configuration: URLSessionConfiguration) {
    // The library's own sessions are made on purpose, and are to reach the network.
    guard !isPaused else { return }
    configuration.protocolClasses =
      [SharedSessionProtocol.self] + (configuration.protocolClasses ?? [])
    // NB: with a cache corelibs makes the protocol on another queue, where no task-local value tells the scope.
    configuration.urlCache = nil
  }

  @TaskLocal private static var isPaused = false

  /// Makes a configuration that is left as the system makes it.
  static func untouched(_ make: () -> URLSessionConfiguration) -> URLSessionConfiguration {
    $isPaused.withValue(true, operation: make)
  }
}
