package import Foundation
@_exported public import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif
#if canImport(WebKit)
  package import WebKit
#endif

/// Answers what web views load from a registry, documents and what belongs to them alike.
///
/// WebKit can't be told of redirects, so they are followed here. It raises an exception when a task is told something after
/// it was stopped, so each step asks first. Cookies that responses set are not kept.
@MainActor
package final class SchemeHandler: NSObject, WKURLSchemeHandler {
  package static let schemes = ["http", "https"]

  package var registry: StubRegistry
  private var loads: [ObjectIdentifier: Load] = [:]
  private var count = 0

  private struct Load: Sendable {
    /// Tells it from an earlier load of the same task.
    var number: Int
    var work: Task<Void, Never>
  }

  package init(_ registry: StubRegistry) {
    self.registry = registry
  }

  deinit {
    for load in loads.values { load.work.cancel() }
  }

  /// The number of tasks that are neither finished nor stopped.
  package var pending: Int { loads.count }

  package func webView(_ webView: WKWebView, start task: any WKURLSchemeTask) {
    forget(task)
    count += 1
    let (number, request, registry) = (count, task.request, registry)
    let work = Task { [weak self] in
      let result: Result<(Data, HTTPURLResponse), any Error>
      do {
        result = .success(try await registry.finalResponse(to: request))
      } catch {
        result = .failure(error)
      }
      self?.deliver(result, to: task, number)
    }
    loads[ObjectIdentifier(task)] = Load(number: number, work: work)
  }

  package func webView(_ webView: WKWebView, stop task: any WKURLSchemeTask) {
    forget(task)
  }

  private func forget(_ task: any WKURLSchemeTask) {
    loads.removeValue(forKey: ObjectIdentifier(task))?.work.cancel()
  }

  private func deliver(
    _ result: Result<(Data, HTTPURLResponse), any Error>, to task: any WKURLSchemeTask,
    _ number: Int
  ) {
    let id = ObjectIdentifier(task)
    // Asked before each step: the page may stop the task while it is told something.
    var isRunning: Bool { loads[id]?.number == number }
    guard isRunning else { return }
    switch result {
    case .success((let data, let response)):
      task.didReceive(response)
      if isRunning, !data.isEmpty { task.didReceive(data) }
      guard isRunning else { return }
      loads[id] = nil
      task.didFinish()
    case .failure(let error):
      loads[id] = nil
      task.didFailWithError(error)
    }
  }
}
