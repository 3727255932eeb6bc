import Foundation

/// The text of a refusal: what happened, the nearest stub, and the code that would stub the request.
struct RefusalMessage {
  private let error: UnstubbedRequestError

  init(_ error: UnstubbedRequestError) {
    self.error = error
  }

  var text: String {
    var paragraphs = [headline]
    if !error.redirects.isEmpty {
      let chain = error.redirects.map { "\n  \(Excerpt.line($0.absoluteString))" }
      paragraphs.append("It was redirected from:\(chain.joined())")
    }
    if let reason = error.reason { paragraphs.append(reason) }
    paragraphs += error.brokenStubs.map(\.description)
    if let nearest { paragraphs.append(nearest) }
    paragraphs.append("To stub it, add:\n\(snippet)")
    return paragraphs.joined(separator: "\n\n")
  }

  private var headline: String {
    "No stub answers \(error.request.method) \(Excerpt.line(error.request.url.absoluteString, 500))"
  }

  private var nearest: String? {
    guard let miss = error.nearMisses.first else { return nil }
    let place = miss.stub.location.map { " (\($0))" } ?? ""
    var lines = [
      "The nearest stub\(place):", "  \(Excerpt.line(miss.stub.source(answers: false)))",
    ]
    if let reason = miss.reason {
      lines.append("  \(reason)")
    } else {
      lines += miss.mismatches.prefix(Self.mostMismatches).map { "  \($0)" }
      let rest = miss.mismatches.count - Self.mostMismatches
      if rest > 0 { lines.append("  … and \(rest) more") }
    }
    return lines.joined(separator: "\n")
  }

  private static let mostMismatches = 5

  private var snippet: String {
    // What is too long to be read is left out here; the error's own snippet has it.
    Snippet(error.request, longestBody: 2_000).text.split(
      separator: "\n", omittingEmptySubsequences: false
    )
    .map { "  \($0)" }.joined(separator: "\n")
  }
}
