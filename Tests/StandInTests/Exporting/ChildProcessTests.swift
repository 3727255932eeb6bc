import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Stubs in a process of its own: what a test exports, a real app answers from.
struct ChildProcessTests {
  private let registry = StubRegistry.recorded().registry

  /// The program beside the tests.
  private static let program: URL = {
    #if canImport(ObjectiveC)
      let tests = Bundle(for: BundleFinder.self).bundleURL
    #else
      let tests = URL(fileURLWithPath: CommandLine.arguments[0])
    #endif
    return tests.deletingLastPathComponent().appendingPathComponent("ChildApp")
  }()

  /// Starts the app with an environment, and gives what it prints, line by line.
  private func run(
    _ requests: [String], _ environment: [String: String]
  ) throws -> (lines: [String], errors: String) {
    let folder = FileManager.default.temporaryDirectory
      .appendingPathComponent("child-\(UUID().uuidString)")
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(at: folder) }
    let (output, errors) = (
      folder.appendingPathComponent("output"), folder.appendingPathComponent("errors")
    )
    for file in [output, errors] { try Data().write(to: file) }
    let app = Process()
    app.executableURL = Self.program
    app.arguments = requests
    app.environment = ProcessInfo.processInfo.environment.merging(environment) { $1 }
    app.standardOutput = try FileHandle(forWritingTo: output)
    app.standardError = try FileHandle(forWritingTo: errors)
    try app.run()
    let watchdog = DispatchWorkItem { app.terminate() }
    DispatchQueue.global().asyncAfter(deadline: .now() + 60, execute: watchdog)
    app.waitUntilExit()
    watchdog.cancel()
    #expect(app.terminationStatus == 0)
    return (
      try String(contentsOf: output, encoding: .utf8).split(separator: "\n").map(String.init),
      try String(contentsOf: errors, encoding: .utf8)
    )
  }

  private func temporary(_ name: String) -> URL {
    FileManager.default.temporaryDirectory.appendingPathComponent("\(UUID().uuidString)-\(name)")
  }

  @Test func anAppAnswersFromTheStubsOfATest() throws {
    registry.stub(.get("https://api.test/me").respond(.json(["name": "Ada"])))
    registry.stub(.get("https://api.test/flaky").respond(.status(503), .text("at last")))
    registry.stub(
      .get("https://api.test/cart").inScenario("cart", from: "empty").respond(.text("nothing")),
      .post("https://api.test/cart").body("item=7")
        .inScenario("cart", from: "empty", to: "full").respond(.status(201)),
      .get("https://api.test/cart").inScenario("cart", from: "full").respond(.text("something")))
    registry.stub(
      .get("https://api.test/late").respond(.text("late").delayed(by: .milliseconds(50))))
    registry.stub(.get("https://api.test/offline").respond(.failure(.notConnectedToInternet)))
    registry.stub(.get("https://api.test/old").respond(.redirect(to: "/me")))
    registry.stub(.get("https://api.test/once").once())
    let line = #line - 1
    let (lines, errors) = try run(
      [
        "GET https://api.test/me", "GET https://api.test/me", "GET https://api.test/flaky",
        "GET https://api.test/flaky", "GET https://api.test/cart",
        "POST https://api.test/cart item=7", "GET https://api.test/cart",
        "GET https://api.test/late", "GET https://api.test/offline", "GET https://api.test/old",
        "GET https://api.test/once", "GET https://api.test/once",
      ], try registry.exportedEnvironment())
    #expect(
      lines.prefix(12) == [
        "started: true", #"200 {"name":"Ada"}"#, #"200 {"name":"Ada"}"#, "503 ", "200 at last",
        "200 nothing", "201 ", "200 something", "200 late",
        "error: NSURLErrorDomain -1009 The Internet connection appears to be offline.",
        #"200 {"name":"Ada"}"#, "200 ",
      ])
    // What is refused there names the stub's place here.
    #expect(
      lines.last?.contains(
        #"⏎The nearest stub (StandInTests/ChildProcessTests.swift:\#(line)):⏎"#) == true)
    #expect(errors.hasPrefix("StandIn: No stub answers GET https://api.test/once\n"))
  }

  @Test func bodiesComeFromFilesAndLongStubsGoByFile() throws {
    let file = temporary("body.txt")
    try Data(String(repeating: "x", count: 100_000).utf8).write(to: file)
    defer { try? FileManager.default.removeItem(at: file) }
    registry.stub(.get("https://api.test/file").respond(.file(file)))
    let short = try registry.exportedEnvironment()
    #expect(short["STANDIN_STUBS"]?.hasPrefix("StandIn 1 ") == true)
    #expect(short["STANDIN_STUBS_FILE"] == "")

    let long = String(repeating: "long ", count: 20_000)
    registry.stub(.get("https://api.test/long").respond(.text(long)))
    let environment = try registry.exportedEnvironment()
    #expect(environment["STANDIN_STUBS"] == "")
    // Nothing stays of an environment that this is merged into.
    let (lines, _) = try run(
      ["GET https://api.test/file", "GET https://api.test/long"],
      short.merging(environment) { $1 })
    #expect(lines.map(\.count) == ["started: true".count, 100_004, long.count + 4])
  }

  @Test func theJournalComesBack() throws {
    let file = temporary("journal")
    defer { try? FileManager.default.removeItem(at: file) }
    registry.stub(.post("https://api.test/login").respond(.status(204)))
    registry.unstubbedRequestPolicy = .respond(.text("default", status: 404))
    let (lines, _) = try run(
      ["POST https://api.test/login user=ada", "GET https://api.test/unknown"],
      try registry.exportedEnvironment(journal: file))
    #expect(lines == ["started: true", "204 ", "404 default"])
    let journal = try StubJournal(contentsOf: file)
    #expect(
      journal.requests.map(\.description) == [
        "POST https://api.test/login", "GET https://api.test/unknown",
      ])
    #expect(journal.requests[0].text == "user=ada")
    #expect(journal.requests(matching: .path("/login")).count == 1)
    #expect(journal.unstubbedRequests.map(\.url.path) == ["/unknown"])
    #expect(journal.failures == [])
    #expect(!journal.isCutOff)
  }

  @Test func theJournalHasWhatFailed() throws {
    let file = temporary("journal")
    defer { try? FileManager.default.removeItem(at: file) }
    let (lines, _) = try run(
      ["GET https://api.test/unknown"], try registry.exportedEnvironment(journal: file))
    #expect(lines.count == 2)
    let journal = try StubJournal(contentsOf: file)
    #expect(journal.failures.count == 1)
    #expect(
      journal.failures.first?.hasPrefix("No stub answers GET https://api.test/unknown") == true)
  }

  @Test func severalProcessesMayShareAJournal() async throws {
    let file = temporary("journal")
    defer { try? FileManager.default.removeItem(at: file) }
    registry.stub(.everything)
    let environment = try registry.exportedEnvironment(journal: file)
    let requests = (0..<20).map {
      "POST https://api.test/\($0) \(String(repeating: "x", count: $0 * 7))"
    }
    try await withThrowingTaskGroup(of: Void.self) { group in
      for _ in 0..<3 { group.addTask { _ = try run(requests, environment) } }
      try await group.waitForAll()
    }
    #expect(try StubJournal(contentsOf: file).requests.count == 60)
  }

  @Test func withoutStubsNothingIsIntercepted() throws {
    #expect(try run([], [:]).lines == ["started: false"])
  }

  struct Wrong: Sendable, CustomTestStringConvertible {
    var environment: [String: String]
    var problem: String
    var testDescription: String { problem }
  }

  private static let variable = "the variable STANDIN_STUBS"

  @Test(arguments: [
    Wrong(
      environment: ["STANDIN_STUBS": "nonsense"],
      problem:
        #"\#(variable) does not hold what exportedEnvironment() writes: it begins with "nonsense""#),
    Wrong(environment: ["STANDIN_STUBS": ""], problem: "\(variable) is empty"),
    Wrong(
      environment: ["STANDIN_STUBS": "StandIn 1 2 {}{}"],
      problem: "\(variable) was changed: it has 4 bytes where 2 were written"),
    Wrong(
      environment: ["STANDIN_STUBS": "StandIn 2 2 {}"],
      problem:
        "\(variable) is of version 2, and this StandIn reads version 1: use the same StandIn on both sides"
    ),
    Wrong(
      environment: ["STANDIN_STUBS": "StandIn 1"],
      problem: "\(variable) is cut off before its stubs"),
    Wrong(
      environment: ["STANDIN_STUBS": "StandIn 1 100 {\"stubs\":"],
      problem: "\(variable) is cut off: it has 9 of 100 bytes"),
    Wrong(
      environment: ["STANDIN_STUBS_FILE": "/nowhere/stubs.txt"],
      problem: "the file /nowhere/stubs.txt can't be read: there is none"),
    Wrong(
      environment: ["STANDIN_JOURNAL": "/nowhere/journal"], problem: "\(variable) is missing"),
  ])
  func aWrongEnvironmentStubsNothingAndLetsNothingPass(_ example: Wrong) throws {
    let (lines, _) = try run(["GET http://127.0.0.1:1/"], example.environment)
    #expect(lines.first == "not started: \(example.problem)")
    #expect(
      lines.last?.hasPrefix(
        "error: StandIn.UnstubbedRequestError 1 No stub answers GET http://127.0.0.1:1/⏎⏎The stubs of the environment can't be used: \(example.problem)⏎"
      ) == true, "\(lines)")
  }

  @Test func aJournalThatCanNotBeWrittenIsAnError() throws {
    var environment = try registry.exportedEnvironment()
    environment["STANDIN_JOURNAL"] = "/nowhere/journal"
    let (lines, _) = try run([], environment)
    #expect(
      lines.first?.hasPrefix("not started: the journal /nowhere/journal can't be written") == true)
    #expect(throws: StubEnvironmentError.self) {
      try registry.exportedEnvironment(journal: URL(fileURLWithPath: "/nowhere/journal"))
    }
  }
}

#if canImport(ObjectiveC)
  private final class BundleFinder {}
#endif
