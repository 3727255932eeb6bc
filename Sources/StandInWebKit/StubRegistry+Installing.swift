package import StandIn

#if canImport(WebKit)
  package import WebKit
#endif

extension StubRegistry {
  /// Makes this registry answer for the web views that are made from a configuration.
  ///
  /// What keeps it from doing so is reported as a failure: WebKit would raise an exception.
  @MainActor
  package func install(on configuration: WKWebViewConfiguration) {
    let new = SchemeHandler(self)
    for scheme in SchemeHandler.schemes {
      if let known = configuration.urlSchemeHandler(forURLScheme: scheme) {
        guard let handler = known as? SchemeHandler else {
          report(Failure(text: Self.obstacle(scheme, "the configuration has a handler already")))
          continue
        }
        handler.registry = self
      } else if WKWebView.handlesURLScheme(scheme) {
        report(Failure(text: Self.obstacle(scheme, "WebKit keeps the scheme to itself")))
      } else {
        configuration.setURLSchemeHandler(new, forURLScheme: scheme)
      }
    }
  }

  private static func obstacle(_ scheme: String, _ reason: String) -> String {
    "Web views can't load \(scheme) from stubs: \(reason)."
  }
}
