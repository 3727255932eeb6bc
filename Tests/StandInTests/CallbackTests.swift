import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Closures that are told of requests, responses and refusals.
struct CallbackTests {
  private let registry: StubRegistry
  private let log = Locked<[String]>([])

  init() {
    registry = StubRegistry.recorded().registry
    registry.unstubbedRequestPolicy = .throwError
  }

  private func observe(_ registry: StubRegistry) {
    registry.onRequest { [log] request in log.withLock { $0.append("request \(request)") } }
    registry.onResponse { [log] request, result in
      let text =
        switch result {
        case .success(let response): "\(response.statusCode)"
        case .failure(let error): "\(type(of: error))"
        }
      log.withLock { $0.append("response \(text) to \(request)") }
    }
    registry.onUnstubbedRequest { [log] error in
      log.withLock { $0.append("unstubbed \(error.request)") }
    }
  }

  /// The way of a request: through a session or without one.
  enum Way: CaseIterable, Sendable { case session, direct }

  private func send(_ path: String, _ way: Way) async -> (any Error)? {
    let sent = request("GET", "https://api.test\(path)")
    do {
      switch way {
      case .session: _ = try await registry.session.data(for: sent)
      case .direct: _ = try await registry.response(to: sent)
      }
      return nil
    } catch {
      return error
    }
  }

  @Test(arguments: Way.allCases)
  func areToldBeforeTheAppIs(_ way: Way) async {
    observe(registry)
    registry.stub(.get("/a").respond(.text("a", status: 201)))
    registry.stub(.get("/closure").respond { _ in .status(202) })
    registry.stub(.get("/offline").respond(.failure(.notConnectedToInternet)))
    #expect(await send("/a", way) == nil)
    #expect(await send("/closure", way) == nil)
    #expect(await send("/offline", way) is URLError)
    #expect(await send("/unknown", way) is UnstubbedRequestError)
    #expect(
      log.withLock { $0 } == [
        "request GET https://api.test/a", "response 201 to GET https://api.test/a",
        "request GET https://api.test/closure", "response 202 to GET https://api.test/closure",
        "request GET https://api.test/offline", "response URLError to GET https://api.test/offline",
        "request GET https://api.test/unknown", "unstubbed GET https://api.test/unknown",
        "response UnstubbedRequestError to GET https://api.test/unknown",
      ])
  }

  @Test func areToldOfEachStepOfARedirect() async {
    observe(registry)
    registry.stub(.get("/a").respond(.redirect(to: "/b")))
    registry.stub(.get("/b"))
    #expect(await send("/a", .session) == nil)
    #expect(
      log.withLock { $0 } == [
        "request GET https://api.test/a", "response 302 to GET https://api.test/a",
        "request GET https://api.test/b", "response 200 to GET https://api.test/b",
      ])
  }

  @Test func areToldOfWhatThePolicyAnswers() async {
    observe(registry)
    registry.unstubbedRequestPolicy = .respond(.status(404))
    #expect(await send("/a", .session) == nil)
    #expect(
      log.withLock { $0 } == [
        "request GET https://api.test/a", "unstubbed GET https://api.test/a",
        "response 404 to GET https://api.test/a",
      ])
  }

  @Test(arguments: Way.allCases)
  func areToldOfErrorsOfTheNetworkAndOfTime(_ way: Way) async throws {
    observe(registry)
    registry.stub(.everything.respond(.passthrough))
    var real = request("GET", "http://127.0.0.1:1/")
    real.timeoutInterval = 10
    let error = await #expect(throws: URLError.self) {
      switch way {
      case .session: _ = try await registry.session.data(for: real)
      case .direct: _ = try await registry.response(to: real)
      }
    }
    #expect(error?.code == .cannotConnectToHost)
    #expect(log.withLock { $0.last } == "response URLError to GET http://127.0.0.1:1/")
    guard way == .session else { return }
    registry.stub(.get("/slow").respond(.text("late").delayed(by: .seconds(60))))
    var slow = request("GET", "https://api.test/slow")
    slow.timeoutInterval = 0.05
    _ = try? await registry.session.data(for: slow)
    #expect(log.withLock { $0.last } == "response URLError to GET https://api.test/slow")
  }

  @Test func thoseOfAScopeAroundAreToldToo() async {
    observe(registry)
    let inner = StubRegistry(parent: registry)
    inner.stub(.get("/a"))
    _ = try? await inner.session.data(for: request("GET", "https://api.test/a"))
    #expect(log.withLock { $0.count } == 2)
    // What happens around is no matter of the scope within.
    inner.onRequest { [log] _ in log.withLock { $0.append("inner") } }
    _ = await send("/b", .session)
    #expect(log.withLock { !$0.contains("inner") })
  }

  @Test func mayUseTheRegistryAndTakeTheirTime() async throws {
    let registry = registry
    registry.onRequest { request in
      registry.stub(.get("/b").respond(.text("made for \(request.url.path)")))
      Thread.sleep(forTimeInterval: 0.01)
    }
    registry.stub(.get("/a"))
    async let slow = registry.session.data(for: request("GET", "https://api.test/a"))
    async let other = registry.session.data(for: request("GET", "https://api.test/a"))
    _ = try await (slow, other)
    let (data, _) = try await registry.session.data(for: request("GET", "https://api.test/b"))
    #expect(String(decoding: data, as: UTF8.self).hasPrefix("made for "))
  }

  @Test func hearOfEachOfManyRequests() async throws {
    let registry = registry
    let count = Locked(0)
    registry.stub(.get("/{n}"))
    registry.onRequest { _ in count.withLock { $0 += 1 } }
    registry.onResponse { _, _ in count.withLock { $0 += 1 } }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for number in 0..<200 {
        group.addTask {
          _ = try await registry.session.data(for: request("GET", "https://api.test/\(number)"))
        }
      }
      try await group.waitForAll()
    }
    #expect(count.withLock { $0 } == 400)
  }
}
