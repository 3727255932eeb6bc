import StandIn
import Testing

struct NormalizedURLTests {
  @Test(arguments: URLPair.equal)
  func findsEqual(_ pair: URLPair) throws {
    let left = try #require(NormalizedURL(pair.left))
    let right = try #require(NormalizedURL(pair.right))
    #expect(left == right)
    #expect(left.hashValue == right.hashValue)
  }

  @Test(arguments: URLPair.unequal)
  func findsUnequal(_ pair: URLPair) throws {
    let left = try #require(NormalizedURL(pair.left))
    let right = try #require(NormalizedURL(pair.right))
    #expect(left != right)
  }

  @Test(arguments: URLPair.equal + URLPair.unequal)
  func isItsOwnNormalForm(_ pair: URLPair) throws {
    for text in [pair.left, pair.right] {
      let url = try #require(NormalizedURL(text))
      let again = try #require(NormalizedURL(url.description))
      #expect(again == url)
      #expect(again.description == url.description)
      #expect(url.description.utf8.allSatisfy { (0x21...0x7E).contains($0) })
    }
  }

  @Test(arguments: [
    "", "users/42", "/users/42", "//a.test/x", "a.test", "1http://a.test", "://a.test",
    " http://a.test",
    "http:", "http:/", "http://", "http:///x", "https://?q=1", "http://:80/", "http://user@/",
    "ws:///",
    "ftp://", "http://a.test:65536/", "http://a.test:99999999999999999999/", "http://a.test:8o/",
    "http://a.test:-1/", "http://a.test:80:80/", "http://[::1/", "http://[::1]x/",
    "http://[::1]:x/",
    "ht tp://a.test", "é://a.test",
  ])
  func refuses(_ text: String) {
    #expect(NormalizedURL(text) == nil)
  }

  @Test func tellsTheParts() throws {
    let url = try #require(
      NormalizedURL("HTTP://Ada:pw@API.example.test:8080/a/./b/?q=1&flag&&e=&q=%C3%a9#top"))
    #expect(url.scheme == "http")
    #expect(url.userInfo == "Ada:pw")
    #expect(url.host == "api.example.test")
    #expect(url.port == 8080)
    #expect(url.path == "/a/b/")
    #expect(
      url.queryItems == [
        QueryItem(name: "q", value: "1"), QueryItem(name: "flag", value: nil),
        QueryItem(name: "e", value: ""), QueryItem(name: "q", value: "%C3%A9"),
      ])
    #expect(url.queryItems[3].decodedValue == "é")
    #expect(
      url.description == "http://Ada:pw@api.example.test:8080/a/b/?q=1&flag&e=&q=%C3%A9")
  }

  @Test(
    arguments: [
      ("https://a.test", "https://a.test/", "a.test"),
      ("data:text/plain,a%20b", "data:text/plain,a%20b", nil),
      ("file:///etc/../x", "file:///x", ""), ("file:/x", "file:///x", ""),
      ("file://localhost/x", "file:///x", ""), ("custom://x", "custom://x/", "x"),
      ("custom:x/../y", "custom:x/../y", nil), ("custom:/.//x", "custom:/.//x", nil),
      ("custom:///x", "custom:///x", ""),
      ("http://[FE80::1%25En0]/", "http://[fe80::1%25En0]/", "[fe80::1%25En0]"),
      ("http://[fe80::1%En0]/", "http://[fe80::1%25En0]/", "[fe80::1%25En0]"),
      ("http://[V1.x:Y]/", "http://[v1.x:y]/", "[v1.x:y]"),
    ] as [(String, String, String?)])
  func describesItsNormalForm(_ text: String, _ normal: String, _ host: String?) throws {
    let url = try #require(NormalizedURL(text))
    #expect(url.description == normal)
    #expect(url.host == host)
  }

  @Test(arguments: [
    ("https://a.test", []), ("https://a.test/", []), ("https://a.test/a/b", ["a", "b"]),
    ("https://a.test/a/", ["a", ""]), ("https://a.test//", ["", ""]),
    ("https://a.test//a", ["", "a"]),
    ("https://a.test/a%2Fb/c", ["a%2Fb", "c"]), ("data:a,b", ["a,b"]),
  ])
  func iteratesSegments(_ text: String, _ segments: [String]) throws {
    let url = try #require(NormalizedURL(text))
    #expect(Array(url.pathSegments) == segments)
  }
}

/// Two URLs, and what makes or keeps them apart.
struct URLPair: Sendable, CustomTestStringConvertible {
  let left: String
  let right: String

  init(_ left: String, _ right: String) {
    self.left = left
    self.right = right
  }

  var testDescription: String { "\(left) | \(right)" }

  static let equal: [URLPair] = [
    // scheme, host, port
    URLPair("HTTPS://a.test/x", "https://a.test/x"),
    URLPair("https://A.TEST/x", "https://a.test/x"),
    URLPair("http://a.test:80/x", "http://a.test/x"),
    URLPair("https://a.test:443/x", "https://a.test/x"),
    URLPair("ftp://a.test:21/x", "ftp://a.test/x"),
    URLPair("ws://a.test:80/", "ws://a.test/"),
    URLPair("wss://a.test:443/", "wss://a.test/"),
    URLPair("http://a.test:/x", "http://a.test/x"),
    URLPair("http://a.test:0080/x", "http://a.test/x"),
    URLPair("http://a.test:08080/x", "http://a.test:8080/x"),
    URLPair("http://%61.test/", "http://a.test/"),
    URLPair("http://%41.test/", "http://a.test/"),
    URLPair("http://a_b.test/", "http://A_B.test/"),
    URLPair("http://@a.test/", "http://a.test/"),
    // IPv6
    URLPair("http://[::1]/", "http://[0:0:0:0:0:0:0:1]/"),
    URLPair("http://[2001:DB8::A]/", "http://[2001:db8:0:0::a]/"),
    URLPair("http://[::ffff:192.0.2.1]/", "http://[::FFFF:C000:201]/"),
    URLPair("http://[1:0:0:2:0:0:0:3]/", "http://[1:0:0:2::3]/"),
    URLPair("http://[0001::]:80/", "http://[1::]/"),
    URLPair("http://[fe80::1%25en0]/", "http://[FE80:0::1%en0]/"),
    // internationalised hosts
    URLPair("http://bücher.test/", "http://xn--bcher-kva.test/"),
    URLPair("http://BÜCHER.test/", "http://xn--bcher-kva.test/"),
    URLPair("http://bücher.test/", "http://XN--BCHER-KVA.test/"),
    URLPair("http://bu\u{308}cher.test/", "http://b\u{fc}cher.test/"),
    URLPair("http://b%C3%BCcher.test/", "http://bücher.test/"),
    URLPair("http://ＢÜcher.test/", "http://bücher.test/"),
    URLPair("http://a\u{3002}test/", "http://a.test/"),
    URLPair("http://日本語.test/", "http://xn--wgv71a119e.test/"),
    URLPair("http://straße.test/", "http://xn--strae-oqa.test/"),
    URLPair("http://☃.test/", "http://xn--n3h.test/"),
    URLPair("http://so\u{ad}ft.test/", "http://soft.test/"),
    // user info
    URLPair("http://%61da:p%7ew@a.test/", "http://ada:p~w@a.test/"),
    URLPair("http://a@b:c@a.test/", "http://a%40b:c@a.test/"),
    // path
    URLPair("http://a.test", "http://a.test/"),
    URLPair("http://a.test?q=1", "http://a.test/?q=1"),
    URLPair("http://a.test/a/./b", "http://a.test/a/b"),
    URLPair("http://a.test/a/../b", "http://a.test/b"),
    URLPair("http://a.test/../../b", "http://a.test/b"),
    URLPair("http://a.test/a/..", "http://a.test/"),
    URLPair("http://a.test/a/.", "http://a.test/a/"),
    URLPair("http://a.test/a/%2e%2E/b", "http://a.test/b"),
    URLPair("http://a.test/a/.%2e/b", "http://a.test/b"),
    URLPair("http://a.test/a//../b", "http://a.test/a/b"),
    URLPair("http://a.test/%61%2D%5f%7E", "http://a.test/a-_~"),
    URLPair("http://a.test/%c3%a9", "http://a.test/%C3%A9"),
    URLPair("http://a.test/é", "http://a.test/%C3%A9"),
    URLPair("http://a.test/%2f", "http://a.test/%2F"),
    URLPair("http://a.test/a b", "http://a.test/a%20b"),
    URLPair("http://a.test/[1]", "http://a.test/%5B1%5d"),
    URLPair("http://a.test/a|b^c`d", "http://a.test/a%7Cb%5Ec%60d"),
    URLPair("http://a.test/<\">\\", "http://a.test/%3C%22%3E%5C"),
    URLPair("http://a.test/{x}", "http://a.test/%7Bx%7D"),
    URLPair("http://a.test/100%", "http://a.test/100%25"),
    URLPair("http://a.test/%zz%4", "http://a.test/%25zz%254"),
    URLPair("http://a.test/a\u{0}\n\u{7f}", "http://a.test/a%00%0A%7F"),
    URLPair("file:///x", "file://localhost/x"),
    // query
    URLPair("http://a.test/?", "http://a.test/"),
    URLPair("http://a.test/?&", "http://a.test/"),
    URLPair("http://a.test/?a=1&&b=2&", "http://a.test/?a=1&b=2"),
    URLPair("http://a.test/?a=1&b=2", "http://a.test/?b=2&a=1"),
    URLPair("http://a.test/?a=1&b=2&a=3", "http://a.test/?b=2&a=1&a=3"),
    URLPair("http://a.test/?a&b=1&a=", "http://a.test/?b=1&a&a="),
    URLPair("http://a.test/?a[b]=1", "http://a.test/?a%5Bb%5D=1"),
    URLPair("http://a.test/?a[]=1&a[]=2", "http://a.test/?a%5b%5d=1&a%5B%5D=2"),
    URLPair("http://a.test/?q=a b", "http://a.test/?q=a%20b"),
    URLPair("http://a.test/?q=é", "http://a.test/?q=%c3%a9"),
    URLPair("http://a.test/?q=%61", "http://a.test/?q=a"),
    URLPair("http://a.test/?q=50%", "http://a.test/?q=50%25"),
    URLPair("http://a.test/?=1", "http://a.test/?&=1"),
    URLPair("http://a.test/?u=http://b.test/?c=d", "http://a.test/?u=http://b.test/?c=d#x"),
    URLPair("http://a.test/?\"'", "http://a.test/?%22'"),
    // fragment
    URLPair("http://a.test/#top", "http://a.test/"),
    URLPair("http://a.test#top?q=1", "http://a.test/"),
    URLPair("http://a.test/?q=1#/x", "http://a.test/?q=1"),
    // other schemes
    URLPair("DATA:text/plain,x", "data:text/plain,x"),
    URLPair("custom://HOST", "custom://host/"),
  ]

  static let unequal: [URLPair] = [
    URLPair("http://a.test/", "https://a.test/"),
    URLPair("http://a.test/", "http://b.test/"),
    URLPair("http://a.test/", "http://a.test./"),
    URLPair("http://a.test:8080/", "http://a.test/"),
    URLPair("http://a.test:443/", "http://a.test/"),
    URLPair("https://a.test:80/", "https://a.test/"),
    URLPair("custom://a.test:80/", "custom://a.test/"),
    URLPair("http://a.test:0/", "http://a.test/"),
    URLPair("http://ada@a.test/", "http://a.test/"),
    URLPair("http://ada@a.test/", "http://Ada@a.test/"),
    URLPair("http://ada:1@a.test/", "http://ada:2@a.test/"),
    URLPair("http://ada:@a.test/", "http://ada@a.test/"),
    URLPair("http://[::1]/", "http://[::2]/"),
    URLPair("http://[::1]/", "http://[::1%25en0]/"),
    URLPair("http://bücher.test/", "http://bucher.test/"),
    URLPair("http://a.test/x", "http://a.test/X"),
    URLPair("http://a.test/x", "http://a.test/x/"),
    URLPair("http://a.test/", "http://a.test//"),
    URLPair("http://a.test/a/b", "http://a.test/a%2Fb"),
    URLPair("http://a.test/a;b", "http://a.test/a%3Bb"),
    URLPair("http://a.test/a;v=1", "http://a.test/a"),
    URLPair("http://a.test/a+b", "http://a.test/a%20b"),
    URLPair("http://a.test/a+b", "http://a.test/a%2Bb"),
    URLPair("http://a.test/a:b", "http://a.test/a%3Ab"),
    URLPair("http://a.test/...", "http://a.test/"),
    URLPair("http://a.test/%25", "http://a.test/%2525"),
    URLPair("http://a.test/é", "http://a.test/e\u{301}"),
    URLPair("http://a.test/?k", "http://a.test/?k="),
    URLPair("http://a.test/?k", "http://a.test/"),
    URLPair("http://a.test/?k=1", "http://a.test/?K=1"),
    URLPair("http://a.test/?k=1", "http://a.test/?k=2"),
    URLPair("http://a.test/?k=1&k=2", "http://a.test/?k=2&k=1"),
    URLPair("http://a.test/?k=1&k=1", "http://a.test/?k=1"),
    URLPair("http://a.test/?a[]=1&a[]=2", "http://a.test/?a[]=2&a[]=1"),
    URLPair("http://a.test/?q=a+b", "http://a.test/?q=a%20b"),
    URLPair("http://a.test/?q=a+b", "http://a.test/?q=a%2Bb"),
    URLPair("http://a.test/?q=a%20b", "http://a.test/?q=a%2Bb"),
    URLPair("http://a.test/?a=1;b=2", "http://a.test/?a=1&b=2"),
    URLPair("http://a.test/?a=1%26b=2", "http://a.test/?a=1&b=2"),
    URLPair("http://a.test/?a=1%3D2", "http://a.test/?a=1=2"),
    URLPair("http://a.test/?u=http://b.test/", "http://a.test/?u=http%3A%2F%2Fb.test%2F"),
    URLPair("http://a.test/?=1", "http://a.test/?1"),
    URLPair("data:a/../b", "data:b"),
    URLPair("custom:/x", "custom:///x"),
    URLPair("custom:x", "custom:/x"),
  ]
}
