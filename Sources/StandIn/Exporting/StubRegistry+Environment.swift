public import Foundation

/// The environment variables through which stubs travel.
enum StubEnvironment {
  /// The stubs themselves.
  static let stubs = "STANDIN_STUBS"
  /// The path of a file that holds them, where they are too long for a variable.
  static let file = "STANDIN_STUBS_FILE"
  /// The path of the file for the journal.
  static let journal = "STANDIN_JOURNAL"

  /// Systems limit the length of an environment: what is longer than this travels by file.
  static let longestValue = 65_536

  /// Whether an environment has anything of this.
  static func isPresent(in environment: [String: String]) -> Bool {
    [stubs, file, journal].contains { environment[$0] != nil }
  }
}

extension StubRegistry {
  // MARK: Sending

  /// Writes the stubs into environment variables, for another process that calls ``startFromEnvironment()``.
  ///
  /// ```swift
  /// let app = XCUIApplication()
  /// app.launchEnvironment.merge(try stubs.exportedEnvironment()) { $1 }
  /// app.launch()
  /// ```
  ///
  /// Whatever is data travels: conditions, responses with their delays and chunks, sequences, states of scenarios, orders,
  /// expectations, names and priorities; the unstubbed request policy; and the stubs of scopes around. Each stub begins
  /// unused. Bodies from files and fixtures travel as paths, so the other process must see the same files.
  ///
  /// More than 64 KB go by way of a temporary file, which is removed with the registry: keep it until the other process has
  /// started.
  ///
  /// - Returns: The variables.
  /// - Throws: `StubEnvironmentError` with a line for each stub that is more than data: one with a closure, a `Regex`, or
  ///   an error other than `URLError` and `NSError`.
  public func exportedEnvironment() throws -> [String: String] {
    let exported = try ExportedStubs(
      stubsOfAllScopes, policy: unstubbedRequestPolicy, scenarios: scenarioStarts)
    let text = try exported.text()
    // Each variable is there, so that nothing stays of an environment that this is merged into.
    var environment = [
      StubEnvironment.stubs: text, StubEnvironment.file: "", StubEnvironment.journal: "",
    ]
    if text.utf8.count > StubEnvironment.longestValue {
      let file = try newFile(named: "stubs-\(UUID().uuidString).txt", Data(text.utf8))
      environment[StubEnvironment.stubs] = ""
      environment[StubEnvironment.file] = file.path
    }
    return environment
  }

  /// Writes the stubs into environment variables, and asks the other process for a journal.
  ///
  /// What the other process requests, and what goes wrong there, is found in ``StubJournal`` afterwards.
  ///
  /// - Parameter journal: The URL of a file; one that is there is overwritten.
  /// - Returns: The variables.
  /// - Throws: `StubEnvironmentError` with a line for each stub that is more than data, or where the file can't be written.
  public func exportedEnvironment(journal: URL) throws -> [String: String] {
    var environment = try exportedEnvironment()
    do {
      guard journal.isFileURL else { throw CocoaError(.fileWriteUnsupportedScheme) }
      try Data().write(to: journal)
    } catch {
      throw StubEnvironmentError(
        "the journal \(journal.isFileURL ? journal.path : journal.absoluteString) can't be written: \(error.localizedDescription)"
      )
    }
    environment[StubEnvironment.journal] = journal.path
    return environment
  }

  /// The stubs of the scopes around and of this one, oldest first, with priorities that keep an inner scope's before.
  private var stubsOfAllScopes: [Stub] {
    let scopes = sequence(first: self, next: \.parent).reversed().map(\.stubs)
    guard scopes.count > 1, scopes.joined().contains(where: { $0.priority != 0 }) else {
      return scopes.flatMap(\.self)
    }
    var result: [Stub] = []
    var next = 0
    for stubs in scopes {
      let known = Set(stubs.map(\.priority)).sorted()
      for var stub in stubs {
        stub.priority = next + (known.firstIndex(of: stub.priority) ?? 0)
        result.append(stub)
      }
      next += known.count
    }
    return result
  }

  // MARK: Receiving

  /// Registers the stubs that another process has put into the environment with ``shared``, and starts it.
  ///
  /// Call it before the app makes its first request. Where the environment holds no stubs, it does nothing.
  ///
  /// ```swift
  /// #if DEBUG
  ///   try StubRegistry.startFromEnvironment()
  /// #endif
  /// ```
  ///
  /// A second call does nothing. From then on each request of `URLSession.shared`, and of sessions that are made later, is answered from these stubs
  /// or refused. Where the environment can't be read nothing is stubbed, and every request is refused with that reason:
  /// nothing reaches the network even if the error is ignored.
  ///
  /// - Throws: `StubEnvironmentError` where the value is something else, cut off, or of a newer version; or where the
  ///   file that it names can't be read, or the journal can't be written.
  public static func startFromEnvironment() throws {
    let environment = ProcessInfo.processInfo.environment
    // What was read once is there: a second time would register everything twice.
    guard StubEnvironment.isPresent(in: environment),
      hasReceived.withLock({ hasReceived in
        defer { hasReceived = true }
        return !hasReceived
      })
    else { return }
    defer { shared.start() }
    try shared.receive(environment)
  }

  private static let hasReceived = Locked(false)

  /// Registers what an environment holds; where that can't be read, every request is refused from then on.
  package func receive(_ environment: [String: String]) throws {
    do {
      let stubs = try Self.exportedStubs(
        environment[StubEnvironment.stubs], environment[StubEnvironment.file])
      if let journal = environment[StubEnvironment.journal], !journal.isEmpty {
        try keepJournal(at: journal)
      }
      try stubs.register(in: self)
    } catch {
      let known = error as? StubEnvironmentError ?? StubEnvironmentError("\(error)")
      unstubbedRequestPolicy = .fail
      refuseAll(because: "The stubs of the environment can't be used: \(known)")
      throw known
    }
  }

  private static func exportedStubs(_ value: String?, _ path: String?) throws -> ExportedStubs {
    if let value, !value.isEmpty {
      return try ExportedStubs(text: value, from: "the variable \(StubEnvironment.stubs)")
    }
    guard let path, !path.isEmpty else {
      let state = value == nil ? "missing" : "empty"
      throw StubEnvironmentError("the variable \(StubEnvironment.stubs) is \(state)")
    }
    do {
      let text = String(
        decoding: try Data(contentsOf: URL(fileURLWithPath: path)), as: UTF8.self)
      return try ExportedStubs(text: text, from: "the file \(path)")
    } catch let error as StubEnvironmentError {
      throw error
    } catch {
      throw StubEnvironmentError(FileBody.problem(URL(fileURLWithPath: path), error))
    }
  }

  /// Writes down what is requested and what fails, from now on.
  private func keepJournal(at path: String) throws {
    let journal = try JournalFile(path: path)
    reporter = JournalReporter(journal)
    onRequest { journal.write(.request(JournalEntry.Request($0))) }
    onUnstubbedRequest { journal.write(.unstubbed(JournalEntry.Request($0.request))) }
  }
}
