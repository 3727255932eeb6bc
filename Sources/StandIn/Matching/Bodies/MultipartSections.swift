import Foundation

/// Finds the boundaries of a multipart body, line by line, so that no byte is looked at often.
struct MultipartSections {
  /// What lies between two boundaries, without the line break before the second one.
  private(set) var ranges: [Range<Int>] = []

  private enum Boundary {
    case next, closing
  }

  init(
    _ bytes: UnsafeRawBufferPointer, boundary: String
  ) throws(MultipartBody.ParsingError) {
    let delimiter = Array("--\(boundary)".utf8)
    var lines = MultipartLines(bytes)
    var first: MultipartLines.Line?
    var start = 0
    var previous: MultipartLines.Line?
    while let line = lines.next() {
      defer { previous = line }
      guard let kind = Self.boundary(line.text, delimiter: delimiter) else { continue }
      if let first {
        guard let end = Self.sectionEnd(at: line, after: previous, from: start, first: first)
        else { continue }
        ranges.append(start..<end)
      } else {
        first = line
      }
      if kind == .closing { return }
      start = lines.position
    }
    throw MultipartBody.ParsingError(
      reason: first == nil
        ? "no line is the boundary \(SwiftLiteral.string("--\(boundary)"))"
        : "the closing boundary \(SwiftLiteral.string("--\(boundary)--")) is missing")
  }

  /// Where the section before a boundary line ends, or nil when that line is content.
  private static func sectionEnd(
    at line: MultipartLines.Line, after previous: MultipartLines.Line?, from start: Int,
    first: MultipartLines.Line
  ) -> Int? {
    // A boundary right after another leaves a section without even an empty line.
    guard let previous, line.text.startIndex > start else { return start }
    switch (first.lineBreak, previous.lineBreak) {
    case (.pair, .pair): return previous.text.endIndex
    // A bare line feed is content where the body's own line breaks are pairs.
    case (.pair, _): return nil
    default: return line.text.startIndex - 1
    }
  }

  private static func boundary(
    _ line: Slice<UnsafeRawBufferPointer>, delimiter: [UInt8]
  ) -> Boundary? {
    // Most lines differ at once, and need no search.
    guard line.first == delimiter.first, line.starts(with: delimiter) else { return nil }
    let rest = line.dropFirst(delimiter.count)
    let isClosing = rest.starts(with: "--".utf8)
    // Blanks may follow; anything else makes it a longer line of content.
    guard rest.dropFirst(isClosing ? 2 : 0).allSatisfy({ $0 == 0x20 || $0 == 0x09 }) else {
      return nil
    }
    return isClosing ? .closing : .next
  }
}

/// Splits bytes into lines that end with a line feed, or a carriage return and a line feed.
struct MultipartLines {
  enum LineBreak {
    case pair, lineFeed, none
  }

  struct Line {
    /// The line without its break.
    let text: Slice<UnsafeRawBufferPointer>
    let lineBreak: LineBreak
  }

  private let bytes: UnsafeRawBufferPointer
  /// Where the next line begins.
  private(set) var position = 0

  init(_ bytes: UnsafeRawBufferPointer) {
    self.bytes = bytes
  }

  mutating func next() -> Line? {
    guard position < bytes.count else { return nil }
    let start = position
    guard let feed = lineFeed(from: start) else {
      position = bytes.count
      return Line(text: bytes[start...], lineBreak: .none)
    }
    position = feed + 1
    let isPair = feed > start && bytes[feed - 1] == UInt8(ascii: "\r")
    return Line(
      text: bytes[start..<(isPair ? feed - 1 : feed)], lineBreak: isPair ? .pair : .lineFeed)
  }

  private func lineFeed(from start: Int) -> Int? {
    guard let base = bytes.baseAddress,
      let found = memchr(base + start, 0x0A, bytes.count - start)
    else { return nil }
    return UnsafeRawPointer(found) - base
  }
}
