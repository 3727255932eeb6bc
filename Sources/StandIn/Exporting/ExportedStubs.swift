import Foundation

/// The stubs of a registry in the form in which they travel to another process.
struct ExportedStubs: Codable {
  var stubs: [ExportedStub]
  var policy: Policy
  /// The states in which scenarios begin.
  var scenarios: [String: String]

  enum Policy: Codable {
    case fail, throwError, passthrough
    case respond(ExportedResponse)
  }

  /// The version of what is written; a newer one can't be read.
  static let version = 1
  private static let mark = "StandIn"

  /// Writes stubs down, oldest first.
  ///
  /// - Throws: `StubEnvironmentError` with a line for each stub that is more than data.
  init(
    _ stubs: [Stub], policy: UnstubbedRequestPolicy, scenarios: [String: String] = [:]
  ) throws {
    self.scenarios = scenarios
    var problems: [String] = []
    var orders: [ObjectIdentifier: Int] = [:]
    self.stubs = stubs.compactMap { stub in
      let order = stub.turn.map { turn in
        let next = orders.count
        return orders[ObjectIdentifier(turn.order), default: next]
      }
      if let turn = stub.turn { orders[ObjectIdentifier(turn.order)] = order }
      do {
        return try ExportedStub(stub, order: order)
      } catch {
        let reason = (error as? NotExportable)?.reason ?? "\(error)"
        problems.append("\(Excerpt.place(stub)) can't travel to another process: \(reason)")
        return nil
      }
    }
    do {
      self.policy = try Policy(policy)
    } catch {
      let reason = (error as? NotExportable)?.reason ?? "\(error)"
      problems.append("The policy's answer can't travel to another process: \(reason)")
      self.policy = .fail
    }
    guard problems.isEmpty else { throw StubEnvironmentError(problems) }
  }

  // MARK: Text

  /// The stubs as text: a mark, the version, the number of bytes, and JSON.
  func text() throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    let json = String(decoding: try encoder.encode(self), as: UTF8.self)
    return "\(Self.mark) \(Self.version) \(json.utf8.count) \(json)"
  }

  /// Reads what `text()` has written.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - source: Where it comes from, for messages.
  /// - Throws: `StubEnvironmentError` where it is something else, cut off, or of a newer version.
  init(text: String, from source: String) throws {
    func problem(_ what: String) -> StubEnvironmentError {
      StubEnvironmentError("\(source) \(what)")
    }
    let words = text.split(separator: " ", maxSplits: 3, omittingEmptySubsequences: false)
    guard words.count > 1, words[0] == Self.mark, let version = Int(words[1]) else {
      let start = Excerpt.of(Data(text.utf8), 40)
      throw problem("does not hold what exportedEnvironment() writes: it begins with \(start)")
    }
    guard version == Self.version else {
      throw problem(
        "is of version \(version), and this StandIn reads version \(Self.version): use the same StandIn on both sides"
      )
    }
    guard words.count == 4, let count = Int(words[2]) else {
      throw problem("is cut off before its stubs")
    }
    guard words[3].utf8.count == count else {
      let seen = words[3].utf8.count
      throw problem(
        seen < count
          ? "is cut off: it has \(seen) of \(count) bytes"
          : "was changed: it has \(seen) bytes where \(count) were written")
    }
    do {
      self = try JSONDecoder().decode(Self.self, from: Data(words[3].utf8))
    } catch {
      throw problem("can't be read: \(Self.reason(error))")
    }
  }

  private static func reason(_ error: any Error) -> String {
    guard let error = error as? DecodingError else { return "\(error)" }
    let context: DecodingError.Context? =
      switch error {
      case .dataCorrupted(let context), .keyNotFound(_, let context),
        .typeMismatch(_, let context), .valueNotFound(_, let context):
        context
      @unknown default: nil
      }
    guard let context else { return "\(error)" }
    let path = context.codingPath.map(\.stringValue).joined(separator: ".")
    return context.debugDescription + (path.isEmpty ? "" : " (\(path))")
  }

  // MARK: Registering

  /// Registers the stubs, each with its place in an order, and sets the policy.
  func register(in registry: StubRegistry) throws {
    var made = try stubs.map { try $0.stub() }
    for order in Set(stubs.compactMap(\.order)) {
      let indices = stubs.indices.filter { stubs[$0].order == order }
      let ordered = Stub.ordered(indices.map { made[$0] })
      for (index, stub) in zip(indices, ordered) { made[index] = stub }
    }
    let policy = try policy.policy()
    for (name, state) in scenarios { registry.beginScenario(name, in: state) }
    for stub in made { registry.stub(stub) }
    registry.unstubbedRequestPolicy = policy
  }
}

extension ExportedStubs.Policy {
  fileprivate init(_ policy: UnstubbedRequestPolicy) throws {
    self =
      switch policy {
      case .fail: .fail
      case .throwError: .throwError
      case .passthrough: .passthrough
      case .respond(let response): .respond(try ExportedResponse(response))
      }
  }

  fileprivate func policy() throws -> UnstubbedRequestPolicy {
    switch self {
    case .fail: .fail
    case .throwError: .throwError
    case .passthrough: .passthrough
    case .respond(let response): .respond(try response.response())
    }
  }
}
