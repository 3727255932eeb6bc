import Foundation

/// A stub in the form in which it travels to another process.
struct ExportedStub: Codable {
  var method: String?
  var url: ExportedPattern?
  var queries: [ExportedQuery]
  var conditions: [ExportedCondition]
  var responses: [ExportedResponse]
  var minimum: Int?
  var maximum: Int?
  var name: String?
  var priority: Int
  var isOptional: Bool
  var isLastResort: Bool
  var scenario: String?
  var state: String?
  var next: String?
  /// Which of the orders among the stubs it stands in.
  var order: Int?
  /// Where it was written.
  var place: String?
}

extension ExportedStub {
  /// Writes a stub down.
  ///
  /// - Parameters:
  ///   - stub: The stub.
  ///   - order: The number of the order that it stands in.
  /// - Throws: `NotExportable` where it is more than data.
  init(_ stub: Stub, order: Int?) throws {
    let problems = stub.matchingProblems + stub.answeringProblems
    guard problems.isEmpty else { throw NotExportable(problems.joined(separator: "; ")) }
    guard case .inTurn(let answers) = stub.answer else {
      throw NotExportable("it answers with a closure")
    }
    method = stub.method?.rawValue
    url = try stub.url.map(ExportedPattern.init)
    queries = stub.queryPhrases.map(ExportedQuery.init)
    conditions = try stub.conditions.map(ExportedCondition.init)
    responses = try answers.map(ExportedResponse.init)
    minimum = stub.expectation?.minimum
    maximum = stub.expectation?.maximum
    name = stub.name
    priority = stub.priority
    isOptional = stub.isOptional
    isLastResort = stub.isLastResort
    scenario = stub.step?.scenario
    state = stub.step?.state
    next = stub.step?.next
    self.order = order
    place = stub.location?.description
  }

  /// The stub that this was made from.
  func stub() throws -> Stub {
    var stub = Stub(
      method: method.map(HTTPMethod.init(rawValue:)), url: try url?.pattern(),
      conditions: try conditions.map { try $0.condition() },
      location: place.map(SourceLocation.init(elsewhere:)))
    stub = queries.reduce(stub) { $0.settingQuery($1.phrase) }
    stub.answer = .inTurn(try responses.map { try $0.response() })
    stub.expectation = minimum.map { Expectation(minimum: $0, maximum: maximum) }
    stub.name = name
    stub.priority = priority
    stub.isOptional = isOptional
    stub.isLastResort = isLastResort
    if let scenario, let state {
      stub.step = Scenario.Step(scenario: scenario, state: state, next: next)
    }
    return stub
  }
}
