import Foundation

/// The request runs this GraphQL operation, by POST with a JSON body or by GET with a query.
package struct GraphQLCondition: Condition {
  package let operation: String

  package var source: String { ".graphQL(operation: \(SwiftLiteral.string(operation)))" }

  package var cost: ConditionCost { .body }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    names(in: request).contains(operation)
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    let actual = names(in: request)
    guard !actual.contains(operation) else { return [] }
    return [
      Mismatch(
        part: .body, expected: "GraphQL operation \(SwiftLiteral.string(operation))",
        actual: actual.isEmpty ? "none" : actual.map(SwiftLiteral.string).joined(separator: ", "))
    ]
  }

  /// The operations of a request: several in a batch, which is an array of them.
  private func names(in request: InterceptedRequest) -> [String] {
    if case .success(let json) = request.facts.json {
      let operations = if case .array(let batch) = json { batch } else { [json] }
      return operations.compactMap { operation in
        Self.name(
          named: operation["operationName"]?.stringValue, in: operation["query"]?.stringValue)
      }
    }
    func item(_ name: String) -> String? { request.query.first { $0.name == name }?.value }
    return Self.name(named: item("operationName"), in: item("query")).map { [$0] } ?? []
  }

  /// The operation's name: given beside the document, or written in it behind the first keyword.
  private static func name(named: String?, in document: String?) -> String? {
    if let named, !named.isEmpty { return named }
    guard let document else { return nil }
    let words = document.split(maxSplits: 3) { $0.isWhitespace || "({@".contains($0) }
    guard words.count > 1, ["query", "mutation", "subscription"].contains(words[0]),
      let first = words[1].first, first.isLetter || first == "_",
      // `query { name }` has no name: what follows the keyword must not stand behind a brace.
      !document[words[0].endIndex..<words[1].startIndex].contains(where: { "({@".contains($0) })
    else { return nil }
    return String(words[1])
  }
}
