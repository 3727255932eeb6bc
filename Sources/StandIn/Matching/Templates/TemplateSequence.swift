/// One component of a URL in a template: literal text and variables in a row.
///
/// Of several ways to match, the one with the shortest values from the left is taken, and what may be
/// left out is preferred to be there: `{name}{.type}` reads `a.json` as `a` and `json`.
struct TemplateSequence: Sendable {
  enum Piece: Sendable {
    case literal([UInt8])
    /// A value without any of the `stops`.
    case variable(TemplateExpression.Variable, stops: ByteSet, mayBeEmpty: Bool)
    /// What follows, up to the piece of this index, may be left out.
    case optional(past: Int)
  }

  let pieces: [Piece]
  /// The text, where the component has no variables.
  let literal: String?
  /// Whether each variable can only end in one place: at the end or before one of its stops.
  private let isForced: Bool

  init(_ pieces: [Piece]) {
    self.pieces = pieces
    switch (pieces.count, pieces.first) {
    case (0, _): literal = ""
    case (1, .literal(let bytes)?): literal = String(decoding: bytes, as: UTF8.self)
    default: literal = nil
    }
    isForced = pieces.indices.allSatisfy { index in
      switch pieces[index] {
      case .literal: return true
      case .optional: return false
      case .variable(let variable, let stops, let mayBeEmpty):
        guard variable.maxLength == nil, !mayBeEmpty else { return false }
        guard index + 1 < pieces.count else { return true }
        guard case .literal(let next) = pieces[index + 1], let first = next.first else {
          return false
        }
        return stops.contains(first)
      }
    }
  }

  /// Matches a component in normal form, and notes the values of the variables.
  func match(_ component: String, into captures: inout TemplateCaptures) -> Bool {
    if let literal { return literal == component }
    var component = component
    return component.withUTF8 { bytes in
      guard let ranges = captureRanges(in: bytes) else { return false }
      for (variable, range) in ranges {
        let value = String(decoding: Bytes(rebasing: bytes[range]), as: UTF8.self)
        captures.add(variable, value: PercentEncoding.decoded(value))
      }
      return true
    }
  }
}

extension TemplateSequence {
  private typealias Bytes = UnsafeBufferPointer<UInt8>
  private typealias CaptureRange = (variable: TemplateExpression.Variable, range: Range<Int>)

  private func captureRanges(in bytes: Bytes) -> [CaptureRange]? {
    if isForced { return forcedRanges(in: bytes) }
    if case .literal(let start)? = pieces.first, !Self.holds(start, bytes, at: 0) { return nil }
    // One row for each piece, and one for the end: whether the pieces from there on match the bytes
    // from a position on. Filled from the end, in time proportional to its size.
    let width = bytes.count + 1
    return withUnsafeTemporaryAllocation(
      of: Bool.self, capacity: (pieces.count + 1) * width
    ) { table -> [CaptureRange]? in
      table.initialize(repeating: false)
      table[table.count - 1] = true
      for index in pieces.indices.reversed() { fill(row: index, of: table, for: bytes) }
      return table[0] ? captureRanges(in: bytes, by: table) : nil
    }
  }

  /// The one way to match, where `isForced`.
  private func forcedRanges(in bytes: Bytes) -> [CaptureRange]? {
    var ranges: [CaptureRange] = []
    var position = 0
    for piece in pieces {
      switch piece {
      case .literal(let literal):
        guard Self.holds(literal, bytes, at: position) else { return nil }
        position += literal.count
      case .variable(let variable, let stops, _):
        var end = position
        while end < bytes.count, !stops.contains(bytes[end]) { end += 1 }
        guard end > position else { return nil }
        ranges.append((variable, position..<end))
        position = end
      case .optional:
        return nil
      }
    }
    return position == bytes.count ? ranges : nil
  }

  private static func holds(_ literal: [UInt8], _ bytes: Bytes, at position: Int) -> Bool {
    guard literal.count <= bytes.count - position else { return false }
    for offset in literal.indices where literal[offset] != bytes[position + offset] {
      return false
    }
    return true
  }

  private func fill(row index: Int, of table: UnsafeMutableBufferPointer<Bool>, for bytes: Bytes) {
    let width = bytes.count + 1
    let row = index * width
    let next = row + width
    switch pieces[index] {
    case .literal(let literal):
      guard literal.count <= bytes.count else { return }
      for position in 0...(bytes.count - literal.count)
      where table[next + position + literal.count] {
        table[row + position] = Self.holds(literal, bytes, at: position)
      }
    case .optional(let past):
      for position in 0..<width {
        table[row + position] = table[next + position] || table[past * width + position]
      }
    case .variable(let variable, let stops, let mayBeEmpty):
      let maximum = variable.maxLength ?? .max - 1
      // Characters up to the nearest possible end, which for a limited length is the best.
      var distance = Int.max
      for position in (0..<width).reversed() {
        if position < bytes.count {
          if Self.isBoundary(position + 1, in: bytes), table[next + position + 1] { distance = 0 }
          if stops.contains(bytes[position]) {
            distance = .max
          } else if distance != .max, Self.isCharacterStart(position, in: bytes) {
            distance += 1
          }
        }
        table[row + position] = distance <= maximum || (mayBeEmpty && table[next + position])
      }
    }
  }

  private func captureRanges(
    in bytes: Bytes, by table: UnsafeMutableBufferPointer<Bool>
  ) -> [CaptureRange] {
    let width = bytes.count + 1
    var ranges: [CaptureRange] = []
    var position = 0
    var index = 0
    while index < pieces.count {
      let next = (index + 1) * width
      switch pieces[index] {
      case .literal(let literal):
        position += literal.count
        index += 1
      case .optional(let past):
        index = table[next + position] ? index + 1 : past
      case .variable(let variable, _, let mayBeEmpty):
        var end = mayBeEmpty ? position : position + 1
        while end < bytes.count, !table[next + end] || !Self.isBoundary(end, in: bytes) { end += 1 }
        ranges.append((variable, position..<end))
        position = end
        index += 1
      }
    }
    return ranges
  }

  /// Whether the position does not lie within a `%XX`.
  private static func isBoundary(_ position: Int, in bytes: Bytes) -> Bool {
    let percent = UInt8(ascii: "%")
    return !(position >= 1 && bytes[position - 1] == percent)
      && !(position >= 2 && bytes[position - 2] == percent)
  }

  /// Whether a character begins at the position; `%C3%A9` is one.
  private static func isCharacterStart(_ position: Int, in bytes: Bytes) -> Bool {
    guard isBoundary(position, in: bytes) else { return false }
    guard bytes[position] == UInt8(ascii: "%"),
      let byte = PercentEncoding.decodedByte(bytes, at: position)
    else { return true }
    return byte & 0b1100_0000 != 0b1000_0000
  }
}
