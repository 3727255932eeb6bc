import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A way to cut a body, and the sizes that come of it.
struct ChunkingCase: Sendable, CustomTestStringConvertible {
  var pieces: Chunking.Pieces
  var count: Int
  var sizes: [Int]

  var testDescription: String { "\(count) by \(pieces)" }

  static let all = [
    ChunkingCase(pieces: .count(1), count: 7, sizes: [7]),
    ChunkingCase(pieces: .count(3), count: 7, sizes: [3, 2, 2]),
    ChunkingCase(pieces: .count(7), count: 7, sizes: Array(repeating: 1, count: 7)),
    ChunkingCase(pieces: .count(.max), count: 2, sizes: [1, 1]),
    ChunkingCase(pieces: .count(3), count: 0, sizes: [0]),
    ChunkingCase(pieces: .size(3), count: 7, sizes: [3, 3, 1]),
    ChunkingCase(pieces: .size(1), count: 3, sizes: [1, 1, 1]),
    ChunkingCase(pieces: .size(7), count: 7, sizes: [7]),
    ChunkingCase(pieces: .size(8), count: 7, sizes: [7]),
    ChunkingCase(pieces: .size(.max), count: 7, sizes: [7]),
    ChunkingCase(pieces: .size(3), count: 0, sizes: [0]),
  ]
}

struct ChunkingTests {
  @Test(arguments: ChunkingCase.all)
  func cutsABody(_ example: ChunkingCase) {
    let chunking = Chunking(pieces: example.pieces, interval: .zero)
    let sizes = chunking.sizes(of: example.count)
    #expect(sizes.count == example.sizes.count)
    #expect(Array(sizes) == example.sizes)
  }

  @Test func isWorkedOutPieceByPiece() {
    var sizes = Chunking(pieces: .size(1), interval: .zero).sizes(of: .max)
    #expect(sizes.count == .max)
    #expect(sizes.next() == 1)
  }

  @Test(arguments: TaskStyle.allCases)
  func sendsPiecesOfAFixedSize(_ style: TaskStyle) async throws {
    let registry = StubRegistry.recorded().registry
    registry.stub(
      .get("/a").respond(.text("abcdefgh").chunked(bySize: 3, every: .milliseconds(1))))
    let runner = TaskRunner(registry, style)
    #expect(await runner.run(.data, request("GET", "https://api.test/a")).text == "abcdefgh")
    if style == .sessionDelegate {
      #expect(runner.delegate[\.pieces] == ["abc", "def", "gh"].map { Data($0.utf8) })
      // Apps take the first byte at 0.
      #expect(runner.delegate[\.pieces].allSatisfy { $0.startIndex == 0 })
    }
    #expect(await runner.run(.download, request("GET", "https://api.test/a")).text == "abcdefgh")
    if style == .sessionDelegate { #expect(runner.delegate[\.written].suffix(3) == [3, 6, 8]) }
    let part = request("GET", "https://api.test/a", headers: ["Range": "bytes=2-"])
    #expect(await runner.run(.data, part).text == "cdefgh")
    if style == .sessionDelegate {
      #expect(runner.delegate[\.pieces] == ["cde", "fgh"].map { Data($0.utf8) })
    }
  }
}
