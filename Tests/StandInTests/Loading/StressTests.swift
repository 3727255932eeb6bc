import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Mixed requests over several sessions, a third of them cancelled at a random moment, while stubs come and go.
///
/// `STANDIN_STRESS_REQUESTS` sets how many; without it the number is one for every day.
struct StressTests {
  private static let count =
    ProcessInfo.processInfo.environment["STANDIN_STRESS_REQUESTS"].flatMap(Int.init) ?? 1_000

  enum Form: CaseIterable {
    case data, upload, download, redirect, pieces, delayed, closure, refused
  }

  @Test(.timeLimit(.minutes(5)))
  func nothingIsLostOrMixedUp() async throws {
    let (registry, _) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
    registry.stub(.get("/data/{n}").respond { .text($0.parameters["n"] ?? "") })
    registry.stub(.get("/fixed").respond(.text("fixed")))
    registry.stub(.post("/upload/{n}").body(matching: /^\d+$/).respond { .text($0.text ?? "") })
    registry.stub(.get("/from/{n}").respond { .redirect(to: "/data/\($0.parameters["n"] ?? "")") })
    registry.stub(
      .get("/pieces/{n}").respond {
        .text(String(repeating: $0.parameters["n"] ?? "", count: 9)).chunked(
          into: 5, every: .microseconds(100))
      })
    registry.stub(
      .get("/delayed/{n}").respond { request in
        .text(request.parameters["n"] ?? "").delayed(by: .milliseconds(2))
      })
    let sessions = (0..<8).map { index in
      index.isMultiple(of: 2)
        ? registry.makeSession(delegate: RecordingDelegate()) : registry.makeSession()
    }

    let churn = Task.detached {
      var number = 0
      while !Task.isCancelled {
        let handle = registry.stub(.get("/churn/\(number)"), .everything.priority(-9).never())
        for stub in handle { stub.remove() }
        number += 1
        try? await Task.sleep(for: .microseconds(500))
      }
    }
    let wrong = Locked<[String]>([])
    await withTaskGroup(of: Void.self) { group in
      for number in 0..<Self.count {
        if number >= 200 { await group.next() }
        let session = sessions[number % sessions.count]
        group.addTask {
          if let fault = await Self.fault(of: number, in: session) {
            wrong.withLock { $0.append(fault) }
          }
        }
      }
    }
    churn.cancel()
    await churn.value
    #expect(wrong.withLock { $0 } == [])
  }

  /// Makes one request; gives what is wrong with its answer.
  private static func fault(of number: Int, in session: URLSession) async -> String? {
    var generator = SeededGenerator(seed: UInt64(number))
    let form = Form.allCases[number % Form.allCases.count]
    let isCancelled = Int.random(in: 0..<10, using: &generator) < 3
    let pause = Duration.microseconds(Int.random(in: 0..<4_000, using: &generator))
    let task = Task { try await text(form, number, session) }
    if isCancelled {
      try? await Task.sleep(for: pause)
      task.cancel()
    }
    do {
      let text = try await task.value
      let expected = expectation(form, number)
      return text == expected
        ? nil : "\(form) \(number): \(text ?? "nothing") for \(expected ?? "nothing")"
    } catch let error as URLError where error.code == .cancelled {
      return isCancelled ? nil : "\(form) \(number): cancelled by nobody"
    } catch is CancellationError {
      return isCancelled ? nil : "\(form) \(number): cancelled by nobody"
    } catch is UnstubbedRequestError {
      return form == .refused ? nil : "\(form) \(number): refused"
    } catch {
      return "\(form) \(number): \(error)"
    }
  }

  private static func expectation(_ form: Form, _ number: Int) -> String? {
    switch form {
    case .pieces: String(repeating: "\(number)", count: 9)
    case .delayed where number.isMultiple(of: 3): "fixed"
    case .refused: nil
    default: "\(number)"
    }
  }

  private static func text(_ form: Form, _ number: Int, _ session: URLSession) async throws
    -> String?
  {
    func get(_ path: String) async throws -> String {
      let sent = request("GET", "https://api.test\(path)")
      return String(decoding: try await session.data(for: sent).0, as: UTF8.self)
    }
    switch form {
    case .data, .closure: return try await get("/data/\(number)")
    case .upload:
      let sent = request("POST", "https://api.test/upload/\(number)")
      let data = try await session.upload(for: sent, from: Data("\(number)".utf8)).0
      return String(decoding: data, as: UTF8.self)
    case .download:
      let sent = request("GET", "https://api.test/data/\(number)")
      let file = try await session.download(for: sent).0
      return String(decoding: try Data(contentsOf: file), as: UTF8.self)
    case .redirect: return try await get("/from/\(number)")
    case .pieces: return try await get("/pieces/\(number)")
    case .delayed: return try await get(number.isMultiple(of: 3) ? "/fixed" : "/delayed/\(number)")
    case .refused: return try await get("/unknown/\(number)")
    }
  }
}
