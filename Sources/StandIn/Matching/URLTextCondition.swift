import Foundation

/// A text stands somewhere in the request's URL, as the app wrote it.
package struct URLTextCondition: Condition {
  package let text: String

  package var source: String { ".url(containing: \(SwiftLiteral.string(text)))" }

  package var problem: String? {
    text.isEmpty
      ? #"\#(source) asks for nothing: an empty text stands in every URL"# : nil
  }

  package var hidingSecrets: any Condition {
    URLTextCondition(text: Secrets.masked(pieceOfURL: text))
  }

  package func holds(
    for request: InterceptedRequest, captures: inout [String: String]
  ) -> Bool {
    // NB: without `.literal`, Foundation would look for what merely reads the same.
    request.url.absoluteString.range(of: text, options: .literal) != nil
  }

  package func mismatches(in request: InterceptedRequest) -> [Mismatch] {
    var ignored: [String: String] = [:]
    guard !holds(for: request, captures: &ignored) else { return [] }
    return [
      Mismatch(
        part: .url, expected: "a URL with \(Mismatch.quote(Secrets.masked(pieceOfURL: text)))",
        actual: Mismatch.quote(Secrets.masked(url: request.url.absoluteString).text))
    ]
  }
}
