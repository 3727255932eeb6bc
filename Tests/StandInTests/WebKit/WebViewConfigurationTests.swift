#if !canImport(WebKit)
  import Foundation
  import StandIn
  import StandInWebKit
  import Testing

  @MainActor
  @Suite(.serialized)
  struct WebViewConfigurationTests {
    private let registry: StubRegistry
    private let recorder: FailureRecorder
    private let configuration = WKWebViewConfiguration()

    init() {
      (registry, recorder) = StubRegistry.recorded()
    }

    private func handler(_ scheme: String) -> SchemeHandler? {
      configuration.urlSchemeHandler(forURLScheme: scheme) as? SchemeHandler
    }

    @Test func getsAHandlerForHTTP() {
      registry.install(on: configuration)
      #expect(handler("http") != nil)
      #expect(handler("https")?.registry === registry)
      #expect(recorder.failures.isEmpty)
    }

    @Test func mayBeGivenToAnotherRegistry() {
      registry.install(on: configuration)
      let (other, _) = StubRegistry.recorded()
      other.install(on: configuration)
      #expect(handler("http")?.registry === other)
      #expect(handler("https")?.registry === other)
    }

    @Test func isLeftAloneWhereWebKitKeepsASchemeToItself() {
      WKWebView.ownSchemes = ["https"]
      defer { WKWebView.ownSchemes = [] }
      registry.install(on: configuration)
      #expect(handler("http") != nil)
      #expect(handler("https") == nil)
      #expect(
        recorder.texts == [
          "Web views can't load https from stubs: WebKit keeps the scheme to itself."
        ])
    }

    @Test func isLeftAloneWhereItHasAHandlerOfTheApps() {
      final class AppHandler: NSObject, WKURLSchemeHandler {
        func webView(_ webView: WKWebView, start urlSchemeTask: any WKURLSchemeTask) {}
        func webView(_ webView: WKWebView, stop urlSchemeTask: any WKURLSchemeTask) {}
      }
      configuration.setURLSchemeHandler(AppHandler(), forURLScheme: "http")
      registry.install(on: configuration)
      #expect(configuration.urlSchemeHandler(forURLScheme: "http") is AppHandler)
      #expect(handler("https") != nil)
      #expect(
        recorder.texts == [
          "Web views can't load http from stubs: the configuration has a handler already."
        ])
    }
  }
#endif
