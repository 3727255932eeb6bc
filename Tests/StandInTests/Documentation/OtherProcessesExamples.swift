import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// The code of `OtherProcesses.md`; `ChildProcessTests` runs the like of it.
enum OtherProcessesExamples {
  static func run(_ program: URL) throws {
    let registry = StubRegistry()
    registry.stub(.get("https://api.example.com/me").respond(.fixture("user.json", in: .module)))
    let app = Process()
    app.executableURL = program
    let inherited = ProcessInfo.processInfo.environment
    app.environment = inherited.merging(try registry.exportedEnvironment()) { $1 }
    try app.run()
  }

  static func start() throws {
    #if DEBUG
      try StubRegistry.startFromEnvironment()
    #endif
  }

  static func regex(_ registry: StubRegistry) {
    registry.stub(.get(.regex(#"/users/\d+$"#)).respond(.json(["name": "Ada"])))
  }

  static func states(_ registry: StubRegistry) {
    registry.stub(
      .get("/cart").inScenario("cart", from: "empty").respond(.json([])),
      .post("/cart").inScenario("cart", from: "empty", to: "full").respond(.status(201)),
      .get("/cart").inScenario("cart", from: "full").respond(.json([["item": 7]])))
  }

  static func journal(_ app: Process, _ registry: StubRegistry) throws -> StubJournal {
    let file = FileManager.default.temporaryDirectory.appendingPathComponent(UUID().uuidString)
    app.environment = try registry.exportedEnvironment(journal: file)
    try app.run()
    app.waitUntilExit()
    let journal = try StubJournal(contentsOf: file)
    return journal
  }
}
