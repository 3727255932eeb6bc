import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Requests that make it hard to write a stub for them, no two alike.
enum SnippetCorpus {
  static let requests: [URLRequest] =
    methods + urls + headers + json + texts + forms + multiparts + binaries + secrets

  private static let base = "https://api.test"

  private static let methods: [URLRequest] =
    [
      "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND", "M-SEARCH", "x~!",
      "A B", "gét", #"a"b\(c)"#,
    ]
    .map { request($0, "\(base)/method") }

  private static let urls: [URLRequest] =
    [
      "/", "", "?", "?q", "?q=", "?q=1", "?q=1&q=2", "?q=2&q=1", "?&q=1&&r=",
      "?a%5B%5D=1&a%5B%5D=2",
      "?next=https://other.test/a?b=c", "?q=a+b", "?q=a%20b", "?q=a%2Bb", "?q=%22%5C%28x%29%22",
      "/a/b/", "/a//b", "/a;v=1/b", "/a,b", "/a:b", "/a@b", "/a!b", "/a$b", "/a&b", "/a'b", "/a(b)",
      "/a*b", "/a=b", "/a~b", "/a%2Fb", "/a%2fb/%C3%A9", "/%7Bid%7D", "/%7Bid%7D?x=%7B", "/%22",
      "/%5C",
      "/%25", "/%0A", "/a%00b", "/#fragment", "/with?q=1#fragment", "/%F0%9F%90%88",
    ]
    .map { request("GET", "\(base)/url".dropLast(4) + $0) }
    + [
      "http://api.test/port", "http://api.test:8080/port", "https://API.Test:443/port",
      "https://ada:secret@api.test/user", "http://[2001:db8::1]:81/v6",
      "https://xn--bcher-kva.test/idn",
      "https://trailing.test./dot", "custom://host/path", "custom:opaque", "file:///tmp/file.txt",
      "data:text/plain,hello", "mailto:ada@mail.test",
    ]
    .map { request("GET", $0) }

  private static let headers: [URLRequest] =
    [
      ["Accept": "application/json"], ["X-Quote": #"say "hi" \(name)"#], ["X-Hash": ##"#"raw"#"##],
      ["X-Empty": ""], ["X-Latin": "Grüße"], ["X-Emoji": "🐈"], ["ETag": "W/\"1\""],
      ["X-Tab": "a\tb"], ["If-None-Match": "*"], ["X-Slash": #"C:\temp\"#],
      ["A": "1", "B": "2", "C": "3"],
      ["Authorization": "Bearer secret", "Cookie": "id=1", "X-Kept": "yes"],
      ["X-Long": String(repeating: "long ", count: 40) + "end"],
    ]
    .map { request("GET", "\(base)/headers", headers: $0) }

  private static let json: [URLRequest] =
    [
      "{}", "[]", "[null]", "[true,false]", "[1]", "[1.5]", "[-0]", "[1e5]", "[1E-5]",
      "[9007199254740993]", "[18446744073709551615]", "[123456789012345678901234567890]",
      "[3.14159265358979323846264338327950288]", "[1e400]", "[0.1]", "[100000000000000000000.5]",
      #"{"a":{"b":{"c":{"d":[[[[1]]]]}}}}"#, #"{"a":1,"a":2}"#, #"{"":""}"#, #"{"a b":"c\nd"}"#,
      #"{"q":"\"\\\/\b\f\n\r\t"}"#, #"{"u":"\u0000\u001f\u007f"}"#, #"{"e":"😀 👩‍👩‍👧 é"}"#,
      #"{"s":"\\(x)"}"#, ###"{"s":"\"#","t":"##"}"###, #"["\u202e","\ufeff","\u200d"]"#,
      "  { \"a\" : 1 }  \n", #"{"name":"Ada","tags":["a","b"],"age":36,"admin":false,"boss":null}"#,
      "[" + (0..<60).map(String.init).joined(separator: ",") + "]",
      "[" + (0..<2_000).map(String.init).joined(separator: ",") + "]",
      String(repeating: "[", count: 40) + String(repeating: "]", count: 40), "[1,]", "{\"a\":}",
      #""text""#, "42", "null",
    ]
    .map {
      request(
        "POST", "\(base)/json", headers: ["Content-Type": "application/json"], body: $0)
    }

  private static let texts: [URLRequest] =
    [
      "text", "two\nlines", "crlf\r\nlines\r\n", "\n", " ", "\t", "quote \"", "\"\"\"",
      "\"\"\"\nx\n\"\"\"",
      "\\", "ends in \\", "\\(name)", "\\#(name)", "#", "\"#", "\"##", "##\"\"\"##", "\u{0}",
      "a\u{0}b",
      "\u{1}\u{7F}\u{85}", "\u{2028}\u{2029}", "\u{202E}abc", "\u{FEFF}bom", "e\u{301}",
      "\u{301}first",
      "é", "🐈", "🏳️‍🌈", "日本語", "<xml a='1'/>", "a=1", "'single'", "`$(x)` $HOME", "/* */ // \u{FFFE}",
      String(repeating: "x", count: 5_000), String(repeating: "\"\\\n", count: 300),
    ]
    .map { request("POST", "\(base)/text", body: $0) }

  private static let forms: [URLRequest] =
    [
      "a=1", "a=1&b=2", "a=1&a=2", "a=", "=1", "a=b+c", "a=%22%5C(x)%22", "a=%F0%9F%90%88",
      "a=%00", "a=%FF", "%5B%5D=1", "a=1%262", "a=b=c",
    ]
    .map {
      request(
        "POST", "\(base)/form",
        headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"], body: $0)
    }

  private static let multiparts: [URLRequest] =
    [
      [(#"name="a""#, Data("1".utf8))], [(#"name="a""#, Data()), (#"name="b""#, Data("2".utf8))],
      [(#"name="photo"; filename="a.png""#, Data([0x89, 0x50, 0, 0xFF]))],
      [(#"name="q\"t"; filename="ü.txt""#, Data("line\r\nline \\(x)".utf8))],
      [(#"filename="nameless.txt""#, Data("x".utf8))],
    ]
    .map { parts in
      let body = parts.reduce(into: Data()) { data, part in
        data += Data("--XyZ\r\nContent-Disposition: form-data; \(part.0)\r\n\r\n".utf8)
        data += part.1 + Data("\r\n".utf8)
      }
      return request(
        "POST", "\(base)/multipart",
        headers: ["Content-Type": "multipart/form-data; boundary=XyZ", "X-Kind": "parts"],
        data: body + Data("--XyZ--\r\n".utf8))
    }
    + [
      request(
        "POST", "\(base)/multipart", headers: ["Content-Type": "multipart/form-data; boundary=XyZ"],
        body: "no parts")
    ]

  private static let binaries: [URLRequest] =
    [
      Data([0]), Data([0xFF]), Data([0xC3, 0x28]), Data([0xED, 0xA0, 0x80]), Data([0xF0, 0x9F]),
      Data(0...255), Data([0xEF, 0xBB, 0xBF, 0x7B]),
      Data((0..<3_000).map { UInt8(truncatingIfNeeded: $0 &* 7) }),
    ]
    .map { request("PUT", "\(base)/binary", data: $0) }

  /// Each with something that its snippet leaves out.
  private static let secrets: [URLRequest] = [
    request("GET", "\(base)/secret/query?page=2&token=abc&flag"),
    request("GET", "\(base)/secret/only?api_key=abc"),
    request("GET", "\(base)/secret/header", headers: ["X-Api-Key": "abc", "Accept": "*/*"]),
    request("POST", "https://ada:abc@api.test:8443/secret/user?q=1", body: "text"),
    request(
      "POST", "\(base)/secret/json",
      body: #"{"user":{"name":"Ada","password":"abc"},"codes":[{"pin":1,"id":2}]}"#),
    request(
      "POST", "\(base)/secret/large",
      body: "[" + (0..<200).map { #"{"token":"\#($0)"}"# }.joined(separator: ",") + "]"),
    request(
      "POST", "\(base)/secret/form",
      headers: ["Content-Type": "application/x-www-form-urlencoded"], body: "user=ada&pwd=abc"),
    request(
      "POST", "\(base)/secret/parts",
      headers: ["Content-Type": "multipart/form-data; boundary=XyZ"],
      body: """
        --XyZ\r\nContent-Disposition: form-data; name="a"\r\n\r\n1\r\n\
        --XyZ\r\nContent-Disposition: form-data; name="password"\r\n\r\nabc\r\n--XyZ--\r\n
        """),
  ]
}
