#if canImport(ObjectiveC)
  import Foundation
  import ObjectiveC

  /// Exchanges the getters of `URLSessionConfiguration.default` and `.ephemeral` for ones that add the protocol.
  ///
  /// It was never run: no Linux build compiles it.
  enum ConfigurationSwizzling {
    static func begin() -> Bool {
      let pairs: [(Selector, Selector)] = [
        (
          NSSelectorFromString("defaultSessionConfiguration"),
          #selector(URLSessionConfiguration.standin_default)
        ),
        (
          NSSelectorFromString("ephemeralSessionConfiguration"),
          #selector(URLSessionConfiguration.standin_ephemeral)
        ),
      ]
      let methods = pairs.compactMap { own, other -> (Method, Method)? in
        guard let one = class_getClassMethod(URLSessionConfiguration.self, own),
          let two = class_getClassMethod(URLSessionConfiguration.self, other)
        else { return nil }
        return (one, two)
      }
      guard methods.count == pairs.count else { return false }
      for (one, two) in methods { method_exchangeImplementations(one, two) }
      return true
    }
  }

  extension URLSessionConfiguration {
    // Once exchanged, these call the system's getters.
    @objc class func standin_default() -> URLSessionConfiguration {
      let configuration = standin_default()
      NewSessions.add(to: configuration)
      return configuration
    }

    @objc class func standin_ephemeral() -> URLSessionConfiguration {
      let configuration = standin_ephemeral()
      NewSessions.add(to: configuration)
      return configuration
    }
  }
#endif
