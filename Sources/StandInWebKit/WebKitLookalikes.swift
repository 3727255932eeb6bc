// What `SchemeHandler` needs of WebKit, where there is none: so that it compiles and is tested on Linux, too.
#if !canImport(WebKit)
  package import Foundation

  #if canImport(FoundationNetworking)
    package import FoundationNetworking
  #endif

  @MainActor
  package protocol WKURLSchemeTask: NSObjectProtocol {
    var request: URLRequest { get }
    func didReceive(_ response: URLResponse)
    func didReceive(_ data: Data)
    func didFinish()
    func didFailWithError(_ error: any Error)
  }

  @MainActor
  package protocol WKURLSchemeHandler: NSObjectProtocol {
    func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask)
    func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask)
  }

  @MainActor
  package final class WKWebView {
    package static var ownSchemes: Set<String> = []

    package init() {}

    package static func handlesURLScheme(_ urlScheme: String) -> Bool {
      ownSchemes.contains(urlScheme)
    }
  }

  @MainActor
  package final class WKWebViewConfiguration {
    private var handlers: [String: any WKURLSchemeHandler] = [:]

    package init() {}

    package func urlSchemeHandler(forURLScheme urlScheme: String) -> (any WKURLSchemeHandler)? {
      handlers[urlScheme]
    }

    package func setURLSchemeHandler(
      _ urlSchemeHandler: (any WKURLSchemeHandler)?, forURLScheme urlScheme: String
    ) {
      handlers[urlScheme] = urlSchemeHandler
    }
  }
#endif
