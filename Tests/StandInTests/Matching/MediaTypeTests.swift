import StandIn
import Testing

struct MediaTypeTests {
  struct Example: Sendable, CustomTestStringConvertible {
    let header: String
    let essence: String
    var parameters: [String: String] = [:]
    var testDescription: String { header }
  }

  static let examples: [Example] = [
    Example(header: "text/html", essence: "text/html"),
    Example(
      header: "  Text/HTML ; Charset=UTF-8 ", essence: "text/html", parameters: ["charset": "UTF-8"]
    ),
    Example(header: "a/b;c=d;C=e", essence: "a/b", parameters: ["c": "d"]),
    Example(header: "a/b;", essence: "a/b"),
    Example(header: "a/b;;c;=d;e=", essence: "a/b", parameters: ["e": ""]),
    Example(
      header: #"a/b; c="d; e=\"f\\" ; g=h"#, essence: "a/b",
      parameters: ["c": #"d; e="f\"#, "g": "h"]),
    Example(header: #"a/b; c="d" junk; e=f"#, essence: "a/b", parameters: ["c": "d", "e": "f"]),
    Example(header: #"a/b; c="d"#, essence: "a/b", parameters: ["c": "d"]),
    Example(header: #"a/b; c=""#, essence: "a/b", parameters: ["c": ""]),
    Example(header: #"a/b; c="C:\d\"#, essence: "a/b", parameters: ["c": #"C:\d\"#]),
    Example(header: "a/b; c = d", essence: "a/b", parameters: ["c": "d"]),
    Example(header: "application/vnd.api+json", essence: "application/vnd.api+json"),
  ]

  @Test(arguments: examples) func reads(_ example: Example) {
    let type = MediaType(example.header)
    #expect(type?.essence == example.essence)
    #expect(type?.parameters == example.parameters)
  }

  @Test(arguments: [
    "", "text", "/", "text/", "/html", "a/b/c", "a b/c", "té/x", ";a=b", "a/b, c/d",
  ])
  func refuses(_ header: String) {
    #expect(MediaType(header) == nil)
  }

  struct Kind: Sendable, CustomTestStringConvertible {
    let header: String
    var isJSON = false
    var isForm = false
    var isMultipartForm = false
    var testDescription: String { header }
  }

  @Test(arguments: [
    Kind(header: "application/json; charset=utf-8", isJSON: true),
    Kind(header: "TEXT/JSON", isJSON: true),
    Kind(header: "application/problem+json", isJSON: true),
    Kind(header: "application/x-www-form-urlencoded", isForm: true),
    Kind(header: "multipart/form-data; boundary=x", isMultipartForm: true),
    Kind(header: "multipart/mixed; boundary=x"),
    Kind(header: "text/plain"),
    Kind(header: "image/svg+xml"),
    Kind(header: "application/xml"),
    Kind(header: "application/javascript"),
    Kind(header: "application/octet-stream"),
    Kind(header: "application/jsonish"),
    Kind(header: "image/png"),
  ])
  func knows(_ kind: Kind) throws {
    let type = try #require(MediaType(kind.header))
    #expect(type.isJSON == kind.isJSON)
    #expect(type.isForm == kind.isForm)
    #expect(type.isMultipartForm == kind.isMultipartForm)
  }

  @Test func readsTheCharset() {
    #expect(MediaType(#"text/plain; CHARSET="ISO-8859-1""#)?.charset == "iso-8859-1")
    #expect(MediaType("text/plain")?.charset == nil)
  }

  @Test func survivesDamagedHeaders() {
    var generator = SeededGenerator(seed: 4)
    for _ in 0..<3000 {
      guard let seed = Self.examples.randomElement(using: &generator) else { return }
      let header = String(decoding: generator.mutated(Array(seed.header.utf8)), as: UTF8.self)
      #expect(MediaType(header)?.essence.isEmpty != true)
    }
  }

  @Test(arguments: [";", "=", "\"", "a=b;", #"a="\"#, " "])
  func readsHugeHeadersInLinearTime(_ piece: String) {
    #expect(
      MediaType("a/b" + String(repeating: piece, count: 100_000) + ";z") != nil || piece != ";")
  }
}
