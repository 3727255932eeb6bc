// NB: never compiled or run on the machines of this project, which have no WebKit.
#if canImport(WebKit)
  import ObjectiveC
  public import StandIn
  public import WebKit

  extension StubRegistry {
    /// Answers from this registry what web views load by HTTP; this was never compiled or run on a system with WebKit.
    ///
    /// - Parameter configuration: The configuration, before a web view is made from it.
    @MainActor
    public func intercept(_ configuration: WKWebViewConfiguration) {
      _ = WKWebView.sharesHTTP
      install(on: configuration)
    }
  }

  extension WKWebView {
    /// Lets handlers be set for the schemes that WebKit says it handles itself, once and for the whole process.
    fileprivate static let sharesHTTP: Void = {
      let own = class_getClassMethod(WKWebView.self, #selector(WKWebView.handlesURLScheme(_:)))
      let other = class_getClassMethod(
        WKWebView.self, #selector(WKWebView.standin_handlesURLScheme(_:)))
      if let own, let other { method_exchangeImplementations(own, other) }
    }()

    // Once exchanged, this calls WebKit's own.
    @objc dynamic fileprivate class func standin_handlesURLScheme(_ scheme: String) -> Bool {
      !SchemeHandler.schemes.contains(scheme.lowercased()) && standin_handlesURLScheme(scheme)
    }
  }
#endif
