import Foundation

/// The text of a refusal: what happened, the nearest stubs and what differs, and three ways out.
///
/// It has 40 lines at most. Where all there is to say would take more, the less important parts are cut.
struct RefusalMessage {
  private let error: UnstubbedRequestError
  private let request: InterceptedRequest
  private let secrets: [String]

  static let mostLines = 40

  init(_ error: UnstubbedRequestError) {
    self.error = error
    var secrets: [String] = []
    request = error.request.hidingSecrets(&secrets)
    self.secrets = secrets
  }

  var text: String {
    var shortest = ""
    for detail in Detail.all {
      shortest = text(detail)
      if shortest.lineCount <= Self.mostLines { return shortest }
    }
    // Only texts of others that have many lines themselves lead here.
    let lines = shortest.split(separator: "\n", omittingEmptySubsequences: false)
    return (lines.prefix(Self.mostLines - 1) + ["…"]).joined(separator: "\n")
  }

  /// How much of each part is shown.
  private struct Detail {
    var redirects: Int
    var brokenStubs: Int
    var mismatches: Int
    var otherStubs: Int
    var otherMismatches: Int
    var snippetLines: Int
    var showsCommand = true

    /// From the most to the least.
    static let all = [
      Detail(
        redirects: 20, brokenStubs: 3, mismatches: 5, otherStubs: 2, otherMismatches: 3,
        snippetLines: 20),
      Detail(
        redirects: 6, brokenStubs: 2, mismatches: 5, otherStubs: 2, otherMismatches: 2,
        snippetLines: 12),
      Detail(
        redirects: 4, brokenStubs: 1, mismatches: 5, otherStubs: 2, otherMismatches: 1,
        snippetLines: 8),
      Detail(
        redirects: 2, brokenStubs: 1, mismatches: 3, otherStubs: 0, otherMismatches: 0,
        snippetLines: 5, showsCommand: false),
    ]
  }

  private func text(_ detail: Detail) -> String {
    var paragraphs = [headline]
    if !error.redirects.isEmpty { paragraphs.append(redirects(detail)) }
    if let reason = error.reason { paragraphs.append(reason) }
    paragraphs += brokenStubs(detail)
    if let miss = error.nearMisses.first { paragraphs.append(nearest(miss, detail)) }
    let others = error.nearMisses.dropFirst().prefix(detail.otherStubs)
    if !others.isEmpty {
      let texts = others.map {
        "  \(Excerpt.place($0.stub))" + lines(of: $0, "    ", detail.otherMismatches)
      }
      paragraphs.append("Others near it:\n" + texts.joined(separator: "\n"))
    }
    paragraphs.append("To stub it, add:\n\(snippet(detail))")
    if let command = command(detail) { paragraphs.append("To send it by hand:\n  \(command)") }
    let text = paragraphs.joined(separator: "\n\n")
    return text + (note(on: text).map { "\n\n\($0)" } ?? "")
  }

  private var headline: String {
    "No stub answers \(request.line)"
  }

  private func redirects(_ detail: Detail) -> String {
    let urls = error.redirects.map {
      "  \(Excerpt.line(Secrets.masked(url: $0.absoluteString).text))"
    }
    return (["It was redirected from:"] + cut(urls, to: detail.redirects, "  "))
      .joined(separator: "\n")
  }

  private func brokenStubs(_ detail: Detail) -> [String] {
    let texts = error.brokenStubs.prefix(detail.brokenStubs).map { invalid in
      let lines = invalid.description.split(separator: "\n").map(String.init)
      return cut(lines, to: 4, "  ").joined(separator: "\n")
    }
    let rest = error.brokenStubs.count - texts.count
    return texts + (rest > 0 ? ["… and \(rest) more invalid stub\(rest == 1 ? "" : "s")"] : [])
  }

  // MARK: Near misses

  private func nearest(_ miss: UnstubbedRequestError.NearMiss, _ detail: Detail) -> String {
    let place = miss.stub.place
    return "The nearest stub\(place):\n  \(miss.stub.excerpt)"
      + lines(of: miss, "  ", detail.mismatches)
  }

  private func lines(
    of miss: UnstubbedRequestError.NearMiss, _ margin: String, _ most: Int
  ) -> String {
    let lines =
      cut(miss.reasons.map { margin + $0 }, to: most, margin)
      + (miss.repair.map { ["\(margin)To let it answer, \($0)"] } ?? [])
      + miss.findings.prefix(1).map { "\(margin)Note that \($0)" }
    return lines.map { "\n\($0)" }.joined()
  }

  /// The first lines, and how many are missing.
  private func cut(_ lines: [String], to most: Int, _ margin: String) -> [String] {
    guard lines.count > most else { return lines }
    return lines.prefix(most) + ["\(margin)… and \(lines.count - most) more"]
  }

  // MARK: Ways out

  private func snippet(_ detail: Detail) -> String {
    // What is too long to be read is left out here; the error's own snippet has it.
    let text = Snippet(
      error.request, priority: error.priority, longest: 2_000, mostLines: detail.snippetLines
    ).text
    return text.split(separator: "\n", omittingEmptySubsequences: false)
      .map { "  \($0)" }.joined(separator: "\n")
  }

  /// The request as a command on one line, where it is short enough to be copied from a message.
  private func command(_ detail: Detail) -> String? {
    guard detail.showsCommand else { return nil }
    let isShort = request.body.count <= 1_000 && request.url.absoluteString.utf8.count <= 1_000
    let command = isShort ? request.curlCommand : ""
    return isShort && command.utf8.count <= 1_500
      ? command : "`error.curlCommand` has the command: it is too long to be shown."
  }

  private func note(on text: String) -> String? {
    guard !secrets.isEmpty else {
      return text.contains(Secrets.mask) ? "\(Secrets.mask) masks secrets of stubs." : nil
    }
    let shown = secrets.prefix(8).joined(separator: ", ") + (secrets.count > 8 ? ", …" : "")
    return "\(Secrets.mask) masks secrets, which the snippet leaves out: \(shown)"
  }
}

extension String {
  fileprivate var lineCount: Int { utf8.count { $0 == UInt8(ascii: "\n") } + 1 }
}
