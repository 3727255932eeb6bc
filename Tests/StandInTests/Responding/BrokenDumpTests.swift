import Foundation
import StandIn
import Testing

/// Bytes that are no dump, and what is said of them.
struct BrokenDumpCase: Sendable, CustomTestStringConvertible {
  var dump: Data
  var text: String

  var testDescription: String { text }

  init(_ dump: String, _ text: String) {
    self.init(Data(dump.utf8), text)
  }

  init(_ dump: Data, _ text: String) {
    self.dump = dump
    self.text = text
  }
}

struct BrokenDumpTests {
  @Test func saysThatThereIsNoZlib() {
    let text = """
      line 4: expected a plain body, as there is no zlib here, found gzip; \
      record it again, decoded by curl: `curl -is --compressed …`
      """
    let head = Data("HTTP/1.1 200 OK\nContent-Encoding: gzip\n\n".utf8)
    let error = #expect(throws: RawMessageError.self) {
      try RawMessage(parsing: head + GzipSamples.ab, zlib: Zlib(names: ["no-such-library.so"]))
    }
    #expect(error?.description == text)
  }

  @Test(arguments: BrokenDumpCase.all)
  func refuses(_ example: BrokenDumpCase) {
    let error = #expect(throws: RawMessageError.self) { try RawMessage(parsing: example.dump) }
    #expect(error?.description == example.text)
  }
}

extension BrokenDumpCase {
  private static let start = #"expected a status line such as "HTTP/1.1 200 OK", found "#
  private static let advice = "; a dump is what `curl -is` writes"
  private static let again = "; record it again, decoded by curl: `curl -is --compressed …`"
  private static let field =
    #"expected a header field such as "Content-Type: text/plain", or the empty line after the head, found "#
  private static let ok = "HTTP/1.1 200 OK\r\n"

  static let all = starts + heads + blocks + lengths + chunks + codings

  private static let starts = [
    BrokenDumpCase("", "line 1: \(start)the end of the dump\(advice)"),
    BrokenDumpCase("\n\n", "line 3: \(start)the end of the dump\(advice)"),
    BrokenDumpCase(#"{"id": 42}"#, "line 1: \(start)#\"{\"id\": 42}\"#\(advice)"),
    BrokenDumpCase("\u{FEFF}", "line 1: \(start)the end of the dump\(advice)"),
    BrokenDumpCase(
      "\n* Trying 127.0.0.1\n> GET / HTTP/1.1\n",
      #"line 2: \#(start)"* Trying 127.0.0.1"\#(advice)"#),
    BrokenDumpCase(
      "404 HTTP/1.1 404 Not Found\n\n", #"line 1: \#(start)"404 HTTP/1.1 404 Not Found"\#(advice)"#),
    BrokenDumpCase(
      Data([0xFF, 0xFE, 0x48, 0]),
      "line 1: \(start)text in UTF-16; let curl write the file: `curl -is -o dump.txt …`"),
    BrokenDumpCase(Data([0x80, 0, 0x81]), "line 1: \(start)3 bytes that are no text\(advice)"),
    BrokenDumpCase(
      String(repeating: "x", count: 1_000) + "\nHTTP/1.1 200 OK\n\n",
      "line 1: \(start)\"\(String(repeating: "x", count: 60))\"… (1000 bytes)\(advice)"),
    BrokenDumpCase("  % Total", #"line 1: \#(start)"% Total"\#(advice)"#),
  ]

  private static let heads = [
    BrokenDumpCase("HTTP/1.1 OK\n\n", #"line 1: \#(start)"HTTP/1.1 OK""#),
    BrokenDumpCase("HTTP/1.1 20 OK\n\n", #"line 1: \#(start)"HTTP/1.1 20 OK""#),
    BrokenDumpCase("HTTP/1.1 2000 OK\n\n", #"line 1: \#(start)"HTTP/1.1 2000 OK""#),
    BrokenDumpCase("HTTP/1. 200 OK\n\n", #"line 1: \#(start)"HTTP/1. 200 OK""#),
    BrokenDumpCase("HTTP/one 200 OK\n\n", #"line 1: \#(start)"HTTP/one 200 OK""#),
    BrokenDumpCase("HTTP/1.1", #"line 1: \#(start)"HTTP/1.1""#),
    BrokenDumpCase("HTTP/", #"line 1: \#(start)"HTTP/""#),
    BrokenDumpCase(
      "HTTP/1.1 200 OK", "line 1: expected an empty line after the head, found the end of the dump"),
    BrokenDumpCase(
      ok + "A: 1\r\n", "line 3: expected an empty line after the head, found the end of the dump"),
    BrokenDumpCase(
      ok + "A: 1", "line 2: expected an empty line after the head, found the end of the dump"),
    BrokenDumpCase(ok + "A: 1\r\nno colon\r\n\r\n", #"line 3: \#(field)"no colon""#),
    BrokenDumpCase(ok + ": 1\r\n\r\n", #"line 2: \#(field)": 1""#),
    BrokenDumpCase(ok + "A b: 1\r\n\r\n", #"line 2: \#(field)"A b: 1""#),
    BrokenDumpCase(ok + " folded: 1\r\n\r\n", #"line 2: \#(field)" folded: 1""#),
    BrokenDumpCase(ok + "é: 1\r\n\r\n", #"line 2: \#(field)"é: 1""#),
    BrokenDumpCase(
      ok + "{\"a\": 1}", "line 2: expected an empty line after the head, found the end of the dump"),
    BrokenDumpCase(
      ok + "A: \u{0}\r\n\r\n",
      #"line 2: expected a header field without control characters, found "A: \u{0}""#),
    BrokenDumpCase(
      ok + "A: 1\r\n \r2\n\n",
      #"line 3: expected a header field without control characters, found " \r2""#),
  ]

  private static let blocks = [
    BrokenDumpCase(
      "HTTP/1.1 100 Continue\r\n\r\n",
      "line 3: expected the head of the response after the interim 100, found the end of the dump"),
    BrokenDumpCase(
      "HTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\nbody",
      #"line 4: expected the head of the response after the interim 103, found "body""#),
    BrokenDumpCase(
      "HTTP/1.1 302 Found\r\n\r\nHTTP/1.1 200 OK\r\noops\r\n\r\n", #"line 4: \#(field)"oops""#),
  ]

  private static let lengths = [
    BrokenDumpCase(
      ok + "Content-Length: 1\r\n\r\nx\n\n",
      "line 4: expected a body of 1 bytes, as Content-Length says, found 3"),
    BrokenDumpCase(
      ok + "Content-Length: 20\r\n\r\n0123456789",
      "line 4: expected a body of 20 bytes, as Content-Length says, found 10"),
    BrokenDumpCase(
      ok + "Content-Length: 2\r\n\r\n0123456789",
      "line 4: expected a body of 2 bytes, as Content-Length says, found 10"),
    BrokenDumpCase(
      ok + "Content-Length: 2\r\n\r\nok" + ok + "\r\n",
      "line 4: expected a body of 2 bytes, as Content-Length says, found 21: another response follows"
    ),
    BrokenDumpCase(
      "### 100.0%" + ok + "Content-Length: 2\r\n\r\no### 100.0%\nx",
      "line 4: expected a body of 2 bytes, as Content-Length says, found 13; the progress meter may stand in it: "
        + "`-s` leaves that out"),
    BrokenDumpCase(
      ok + "A: 1\r\nContent-Length: -1\r\n\r\nx",
      #"line 3: expected a number of bytes in Content-Length, found "-1""#),
    BrokenDumpCase(
      ok + "Content-Length: 99999999999999999999\r\n\r\nx",
      #"line 2: expected a number of bytes in Content-Length, found "99999999999999999999""#),
    BrokenDumpCase(
      ok + "Content-Length: 1\r\nContent-Length: 2\r\n\r\nx",
      #"line 2: expected a number of bytes in Content-Length, found "1, 2""#),
  ]

  // Sixteen bytes that fit make it sure that these are chunks.
  private static let chunk = ok + "Transfer-Encoding: chunked\r\n\r\n10\r\n0123456789abcdef\r\n"

  private static let chunks = [
    BrokenDumpCase(
      chunk, "line 6: expected the size of a chunk in hexadecimal digits, found the end of the dump"
    ),
    BrokenDumpCase(
      chunk + "x\r\n", #"line 6: expected the size of a chunk in hexadecimal digits, found "x""#),
    BrokenDumpCase(
      chunk + "-1\r\n", #"line 6: expected the size of a chunk in hexadecimal digits, found "-1""#),
    BrokenDumpCase(
      chunk + "1 x\r\n", #"line 6: expected the size of a chunk in hexadecimal digits, found "1 x""#
    ),
    BrokenDumpCase(
      chunk + "1\n", #"line 6: expected the size of a chunk in hexadecimal digits, found "1""#),
    BrokenDumpCase(
      chunk + "fffffffffffffff\r\nab",
      "line 7: expected 1152921504606846975 bytes of a chunk, found 2"),
    BrokenDumpCase(
      chunk + "ffffffffffffffff\r\nab",
      #"line 6: expected the size of a chunk in hexadecimal digits, found "ffffffffffffffff""#),
    BrokenDumpCase(
      chunk + "1\r\nab\r\n", #"line 7: expected a line end after a chunk of 1 bytes, found "b""#),
    BrokenDumpCase(
      chunk + "0\r\n",
      "line 7: expected an empty line after the last chunk, found the end of the dump"),
    BrokenDumpCase(
      chunk + "0\r\noops\r\n\r\n",
      #"line 7: expected a trailer field or an empty line after the last chunk, found "oops""#),
    BrokenDumpCase(
      chunk + "0\r\n\r\nmore",
      #"line 8: expected the end of the dump after the last chunk, found "more""#),
  ]

  private static func coded(_ coding: String, _ body: Data, _ text: String) -> BrokenDumpCase {
    BrokenDumpCase(Data("\(ok)Content-Encoding: \(coding)\r\n\r\n".utf8) + body, "line 4: \(text)")
  }

  private static let binary = Data([0x89, 0, 1, 2, 0xFF])
  private static let unknown =
    "expected a body that is plain, or compressed with gzip or deflate, found "

  private static let codings = [
    coded("br", binary, "\(unknown)br\(again)"),
    coded("compress", binary, "\(unknown)compress\(again)"),
    coded("gzip, br", binary, "\(unknown)gzip, br\(again)"),
    coded("zstd", Data([0x28, 0xB5, 0x2F, 0xFD, 0]), "\(unknown)zstd\(again)"),
    coded(
      "gzip", GzipSamples.ab.dropLast(),
      "expected a body compressed with gzip, found one that ends early\(again)"),
    coded(
      "gzip", GzipSamples.ab.prefix(2),
      "expected a body compressed with gzip, found one that ends early\(again)"),
    coded(
      "gzip", GzipSamples.ab.dropLast() + [9],
      "expected a body compressed with gzip, found a damaged one\(again)"),
    coded(
      "gzip", GzipSamples.ab + [9, 9],
      "expected a body compressed with gzip, found a damaged one\(again)"),
    coded(
      "deflate", GzipSamples.zlib.dropLast(),
      "expected a body compressed with deflate, found one that ends early\(again)"),
    coded(
      "deflate", GzipSamples.zlib + [0],
      "expected a body compressed with deflate, found a damaged one\(again)"),
  ]
}
