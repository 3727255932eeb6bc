import Foundation

/// Where a body is not the expected one: the first line that differs in texts, the first byte in others.
enum BodyDifference {
  static func mismatch(_ request: InterceptedRequest, from expected: Data) -> Mismatch {
    let actual = request.body
    let shown = request.bodyExcerpt
    let secret = Secrets.masked(body: expected)
    let whole = Mismatch(part: .body, expected: Excerpt.of(secret ?? expected), actual: shown)
    // What has secrets is shown masked, and as a whole.
    guard !expected.isEmpty, !actual.isEmpty, secret == nil, !request.hasSecretBody else {
      return whole
    }
    let (ours, theirs) = (Array(actual), Array(expected))
    let same = zip(ours, theirs).prefix { $0 == $1 }.count
    guard String(data: actual, encoding: .utf8) != nil,
      String(data: expected, encoding: .utf8) != nil
    else { return byte(same, ours, theirs) }
    let isShort = max(ours.count, theirs.count) <= 100
    return isShort && !ours.contains(newline) && !theirs.contains(newline)
      ? whole : line(at: same, ours, theirs)
  }

  private static let newline = UInt8(ascii: "\n")

  private static func byte(_ offset: Int, _ actual: [UInt8], _ expected: [UInt8]) -> Mismatch {
    func shown(_ bytes: [UInt8]) -> String {
      guard offset < bytes.count else { return "the end" }
      let digits = String(bytes[offset], radix: 16, uppercase: true)
      return "0x" + (digits.count < 2 ? "0" : "") + digits
    }
    return Mismatch(
      part: .bodyByte(offset), expected: "\(shown(expected)) of \(expected.count) bytes",
      actual: "\(shown(actual)) of \(actual.count) bytes")
  }

  private static func line(
    at offset: Int, _ actual: [UInt8], _ expected: [UInt8]
  ) -> Mismatch {
    var start = expected[..<offset].lastIndex(of: newline).map { $0 + 1 } ?? 0
    var number = expected[..<start].count { $0 == newline } + 1
    // Where one text ends with a line that the other one has, too, the difference is the next line.
    let isEnd = min(actual.count, expected.count) == offset
    let longer = actual.count > expected.count ? actual : expected
    if isEnd, longer[offset] == newline {
      start = offset + 1
      number += 1
    }
    // Of a long line, what stands well before the difference says nothing.
    let from = offset - start > 60 ? offset - 20 : start
    func shown(_ bytes: [UInt8]) -> String {
      guard start <= bytes.count else { return "no such line" }
      let line = bytes[max(from, start)...].prefix { $0 != newline }
      let text = Excerpt.line(String(decoding: line, as: UTF8.self), 120)
      return (from > start ? "…" : "") + SwiftLiteral.string(text)
    }
    return Mismatch(part: .bodyLine(number), expected: shown(expected), actual: shown(actual))
  }
}
