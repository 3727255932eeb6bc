import Foundation
import StandIn
import Testing

struct HostileDumpTests {
  /// Neither traps nor hangs, whatever a dump has become.
  @Test func survivesMutations() throws {
    let dumps = try Dumps.names().map { [UInt8](try Dumps.data($0)) }
    var generator = SeededGenerator(seed: 0xD0_0D)
    var (read, refused) = (0, 0)
    for index in 0..<20_000 {
      let mutated = generator.mutated(dumps[index % dumps.count])
      do throws(RawMessageError) {
        let message = try RawMessage(parsing: Data(mutated))
        #expect((0...999).contains(message.status))
        read += 1
      } catch {
        let lines = mutated.count { $0 == UInt8(ascii: "\n") } + 1
        #expect((1...lines).contains(error.line))
        #expect(!error.expected.isEmpty && !error.found.isEmpty)
        #expect(error.description.utf8.count < 500)
        refused += 1
      }
    }
    // Both ways are gone often.
    #expect(read > 2_000)
    #expect(refused > 2_000)
  }

  /// A piece that is repeated up to a size at which anything quadratic would take minutes.
  @Test(arguments: [
    Shortened("x", times: 4_000_000),
    Shortened("HTTP/1.1 100 Continue\n\n", times: 60_000),
    Shortened("HTTP/1.1 302 Found\nContent-Length: x\n\n", times: 40_000),
    Shortened("HTTP/1.1 302 Found\nContent-Length: 9999\n\n", times: 40_000),
    Shortened("HTTP/1.1 302 Found\nTransfer-Encoding: chunked\n\n1\na\n0\n\n", times: 30_000),
    Shortened("HTTP/1.1 200 OK\n" + String(repeating: "a:b\n", count: 100_000) + "\n"),
    Shortened("HTTP/1.1 200 OK\na:b\n" + String(repeating: " b\n", count: 150_000) + "\n"),
    Shortened(
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\n\n"
        + String(repeating: "1\na\n", count: 100_000)),
    Shortened(
      "HTTP/1.1 200 OK\nTransfer-Encoding: chunked\nTrailer: a\n\n"
        + String(repeating: "b:\n", count: 300_000)),
    Shortened(
      "HTTP/1.1 200 OK\nTrailer: \(String(repeating: "a,", count: 50_000))\n\n"
        + String(repeating: ":", count: 300_000) + "\n"),
    Shortened("#", times: 1_000_000),
    Shortened("Total \n", times: 200_000),
  ])
  func survivesHugeDumps(_ dump: Shortened) {
    // Whether it is one does not matter here.
    let registry = StubRegistry.recorded().registry
    registry.stub(.everything.respond(.raw(Data(dump.text.utf8))))
    #expect(registry.stubs.count == 1)
  }
}
