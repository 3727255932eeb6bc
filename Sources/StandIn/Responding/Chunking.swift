/// In which pieces a body is sent, and the wait before each.
package struct Chunking: Sendable {
  package enum Pieces: Sendable {
    /// So many, of about the same size.
    case count(Int)
    /// As many as it takes, of this size; the last one may be smaller.
    case size(Int)
  }

  package let pieces: Pieces
  package let interval: Duration

  package init(pieces: Pieces, interval: Duration) {
    self.pieces = pieces
    self.interval = interval
  }

  /// The sizes of the pieces of a body; an empty body is one piece.
  package func sizes(of count: Int) -> PieceSizes {
    switch pieces {
    case .count(let pieces):
      let number = max(1, min(pieces, count))
      return PieceSizes(count: number, size: count / number, larger: count % number, rest: count)
    case .size(let size):
      let (whole, rest) = count.quotientAndRemainder(dividingBy: size)
      return PieceSizes(
        count: max(1, whole + (rest > 0 ? 1 : 0)), size: size, larger: 0, rest: count)
    }
  }
}

/// The sizes of the pieces of a body, worked out one by one: there may be millions.
package struct PieceSizes: Sequence, IteratorProtocol, Sendable {
  /// How many are left.
  package private(set) var count: Int
  fileprivate let size: Int
  /// How many of those that are left have one byte more.
  fileprivate var larger: Int
  /// How many bytes are left.
  fileprivate var rest: Int

  /// A body in one piece.
  package static func whole(_ count: Int) -> PieceSizes {
    PieceSizes(count: 1, size: count, larger: 0, rest: count)
  }

  package mutating func next() -> Int? {
    guard count > 0 else { return nil }
    let next = Swift.min(size + (larger > 0 ? 1 : 0), rest)
    count -= 1
    larger -= 1
    rest -= next
    return next
  }
}
