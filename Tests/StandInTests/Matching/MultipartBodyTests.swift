import Foundation
import StandIn
import Testing

struct MultipartBodyTests {
  struct Field: Sendable, Equatable {
    var name: String?
    var fileName: String?
    var contentType: String?
    var content: String
  }

  struct Example: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var type = "multipart/form-data; boundary=b"
    let body: String
    let fields: [Field]
  }

  private static let a = "Content-Disposition: form-data; name=\"a\"\r\n"

  static let examples: [Example] = [
    Example(
      testDescription: "two parts",
      body:
        "--b\r\n\(a)\r\n1\r\n--b\r\nContent-Disposition: form-data; name=f; filename=\"x.png\"\r\n"
        + "Content-Type: image/png\r\n\r\nPNG\r\n--b--\r\n",
      fields: [
        Field(name: "a", content: "1"),
        Field(name: "f", fileName: "x.png", contentType: "image/png", content: "PNG"),
      ]),
    Example(
      testDescription: "quoted boundary among other parameters",
      type: #"Multipart/Form-Data; charset=utf-8; BOUNDARY="b; c"; x=y"#,
      body: "--b; c\r\n\(a)\r\n1\r\n--b; c--", fields: [Field(name: "a", content: "1")]),
    Example(
      testDescription: "preamble and epilogue",
      body: "hello --b\r\nx\r\n--b\r\n\(a)\r\n1\r\n--b--\r\n--b\r\n\(a)\r\n2\r\n--b--",
      fields: [Field(name: "a", content: "1")]),
    Example(
      testDescription: "bare line feeds",
      body: "--b\nContent-Disposition: form-data; name=a\n\none\n\n--b--\n",
      fields: [Field(name: "a", content: "one\n")]),
    Example(
      testDescription: "a bare line feed is content where lines end in pairs",
      body: "--b\r\n\(a)\r\nx\n--b\n--b--\ny\r\n--b--",
      fields: [Field(name: "a", content: "x\n--b\n--b--\ny")]),
    Example(
      testDescription: "text like a boundary is content",
      body: "--b\r\n\(a)\r\n--bc\r\n--b-\r\n--b --\r\n --b\r\nx--b\r\n--b--x\r\n--b--",
      fields: [Field(name: "a", content: "--bc\r\n--b-\r\n--b --\r\n --b\r\nx--b\r\n--b--x")]),
    Example(
      testDescription: "blanks after a boundary", body: "--b \t\r\n\(a)\r\n1\r\n--b-- \r\n",
      fields: [Field(name: "a", content: "1")]),
    Example(
      testDescription: "empty content", body: "--b\r\n\(a)\r\n\r\n--b--",
      fields: [Field(name: "a", content: "")]),
    Example(
      testDescription: "no content at all", body: "--b\r\n\(a)\r\n--b--",
      fields: [Field(name: "a", content: "")]),
    Example(
      testDescription: "content of line breaks", body: "--b\r\n\(a)\r\n\r\n\r\n\n\r\r\n--b--",
      fields: [Field(name: "a", content: "\r\n\r\n\n\r")]),
    Example(
      testDescription: "no headers", body: "--b\r\n\r\n1\r\n--b--", fields: [Field(content: "1")]),
    Example(
      testDescription: "extended file name",
      body: "--b\r\ncontent-disposition: form-data; filename=\"e.txt\"; NAME=\"a\";"
        + " filename*=utf-8'en'%E2%82%AC%20rates.txt\r\n\r\n\r\n--b--",
      fields: [Field(name: "a", fileName: "€ rates.txt", content: "")]),
    Example(
      testDescription: "extended file name in Latin-1",
      body:
        "--b\r\nContent-Disposition: form-data; name=a; filename*=ISO-8859-1''%A3\r\n\r\n\r\n--b--",
      fields: [Field(name: "a", fileName: "£", content: "")]),
    Example(
      testDescription: "unreadable extended file name",
      body: "--b\r\nContent-Disposition: form-data; name=a; filename*=utf-8''%FF; filename=x"
        + "\r\n\r\n\r\n--b--",
      fields: [Field(name: "a", fileName: "x", content: "")]),
    Example(
      testDescription: "folded header, quotes and backslashes",
      body:
        "--b\r\nContent-Disposition: form-data;\r\n\tname=\"a\\\"b\";\r\n  filename=\"C:\\x\\y\""
        + "\r\n\r\n1\r\n--b--",
      fields: [Field(name: "a\"b", fileName: "C:\\x\\y", content: "1")]),
    Example(
      testDescription: "boundary of dashes", type: "multipart/form-data; boundary=--",
      body: "----\r\n\(a)\r\n---\r\n------", fields: [Field(name: "a", content: "---")]),
  ]

  @Test(arguments: examples) func reads(_ example: Example) throws {
    // A slice, since indices of data need not begin with zero.
    let data = Data("xx\(example.body)".utf8).dropFirst(2)
    let parts = try MultipartBody(data, contentType: example.type).parts
    let fields = parts.map {
      Field(
        name: $0.name, fileName: $0.fileName, contentType: $0.contentType,
        content: String(decoding: $0.content, as: UTF8.self))
    }
    #expect(fields == example.fields)
    #expect(parts.allSatisfy { $0.content.startIndex == 0 })
  }

  @Test func keepsEveryByte() throws {
    let content = Data((0...255).map { UInt8($0) } + [0x0D, 0x0A, 0x2D, 0x2D])
    let body = Data("--b\r\n\(Self.a)X-Trace:  1 \r\n\r\n".utf8) + content + Data("\r\n--b--".utf8)
    let part = try #require(
      MultipartBody(body, contentType: "multipart/form-data; boundary=b").parts.first)
    #expect(part.content == content)
    #expect(part.header("x-trace") == "1")
    #expect(part.headers.map(\.name) == ["Content-Disposition", "X-Trace"])
  }

  struct Refused: Sendable, CustomTestStringConvertible {
    var type: String? = "multipart/form-data; boundary=b"
    var body = "--b\r\n\(a)\r\n1\r\n--b--"
    let reason: String
    var testDescription: String { reason }
  }

  static let refused: [Refused] = [
    Refused(type: nil, reason: "there is no Content-Type header"),
    Refused(
      type: "application/json",
      reason: #"the Content-Type is "application/json", not multipart/form-data"#),
    Refused(
      type: "multipart/form-data", reason: "the Content-Type header has no boundary parameter"),
    Refused(
      type: "multipart/form-data; boundary=\"\"",
      reason: "the Content-Type header has no boundary parameter"),
    Refused(
      type: "multipart/form-data; boundary=\"a\nb\"",
      reason: "the boundary holds control characters"),
    Refused(body: "", reason: #"no line is the boundary "--b""#),
    Refused(body: "--c\r\n", reason: #"no line is the boundary "--b""#),
    Refused(body: "--b", reason: #"the closing boundary "--b--" is missing"#),
    Refused(body: "--b\r\n\(a)\r\n1", reason: #"the closing boundary "--b--" is missing"#),
    Refused(
      body: "--b\r\n\(a)\r\n1\r\n--b\r\n", reason: #"the closing boundary "--b--" is missing"#),
    Refused(body: "--b--", reason: "there are no parts between the boundaries"),
    Refused(body: "--b\r\n--b--", reason: "part 1 has no empty line after its headers"),
    Refused(
      body: "--b\r\n\(a)\r\n1\r\n--b\r\nX: y\r\n--b--",
      reason: "part 2 has no empty line after its headers"),
    Refused(
      body: "--b\r\nhello\r\n\r\n1\r\n--b--",
      reason: #"part 1 has a header line without a colon: "hello""#),
  ]

  @Test(arguments: refused) func refuses(_ example: Refused) {
    let error = #expect(throws: MultipartBody.ParsingError.self) {
      try MultipartBody(Data(example.body.utf8), contentType: example.type)
    }
    #expect(error?.description == example.reason)
  }

  @Test func survivesDamagedBodies() {
    var generator = SeededGenerator(seed: 5)
    for _ in 0..<4000 {
      guard let seed = Self.examples.randomElement(using: &generator) else { return }
      let body = Data(generator.mutated(Array(seed.body.utf8)))
      let type = String(decoding: generator.mutated(Array(seed.type.utf8)), as: UTF8.self)
      for type in [type, seed.type] {
        let parsed = try? MultipartBody(body, contentType: type)
        #expect(parsed?.parts.isEmpty != true)
      }
    }
  }

  @Test(arguments: ["-", "--", "\n", "\r\n", "--b", "--b\r\n", "--b\n", "--b-\r\n", " \n", "-\n"])
  func readsHugeBodiesInLinearTime(_ piece: String) {
    let hostile = String(repeating: piece, count: 300_000)
    let dashes = String(repeating: "-", count: 5000)
    for (boundary, prefix) in [("b", ""), ("b", "--b\r\nA: b\r\n"), (dashes, "")] {
      let parsed = try? MultipartBody(
        Data("\(prefix)\(hostile)".utf8), contentType: "multipart/form-data; boundary=\(boundary)")
      #expect(parsed == nil)
    }
  }
}
