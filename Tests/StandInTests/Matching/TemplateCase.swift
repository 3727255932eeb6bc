import Testing

/// A template, a URL, and the captures where the one matches the other.
struct TemplateCase: Sendable, CustomTestStringConvertible {
  let template: String
  let url: String
  let captures: [String: String]

  init(_ template: String, _ url: String, _ captures: [String: String] = [:]) {
    self.template = template
    self.url = url.hasPrefix("/") ? "https://a.test\(url)" : url
    self.captures = captures
  }

  var testDescription: String { "\(template): \(url)" }

  static let accepting: [TemplateCase] = [
    // simple
    TemplateCase("/users/{id}", "/users/42", ["id": "42"]),
    TemplateCase("/users/{id}", "/users/a%2Fb%20c", ["id": "a/b c"]),
    TemplateCase("/users/{id}", "/users/ada@b.test:1+2", ["id": "ada@b.test:1+2"]),
    TemplateCase("/users/{id}", "/users/é", ["id": "é"]),
    TemplateCase("/users/{user.id}", "/users/1", ["user.id": "1"]),
    TemplateCase("https://A.test:443/us%65rs/./{id}#{top}", "https://a.test/users/1", ["id": "1"]),
    TemplateCase("/a b/{id}", "/a%20b/1", ["id": "1"]),
    TemplateCase("/v{n}/x", "/v2/x", ["n": "2"]),
    TemplateCase("/{a}-{b}", "/1-2-3", ["a": "1", "b": "2-3"]),
    TemplateCase("/{a}-{b}-x", "/1-2-3-x", ["a": "1", "b": "2-3"]),
    TemplateCase("/{x,y}", "/1,2", ["x": "1", "y": "2"]),
    TemplateCase("/{x*}", "/1,2", ["x": "1,2"]),
    TemplateCase("/{a}/{a}", "/1/1", ["a": "1"]),
    TemplateCase("/{a}", "/%FF", ["a": "\u{FFFD}"]),
    TemplateCase("/%{a}", "/%25x", ["a": "x"]),
    TemplateCase("/{a}%2F{b}", "/x%2Fy", ["a": "x", "b": "y"]),
    TemplateCase("/x/{a}/../{b}", "/x/1", ["b": "1"]),
    // prefix
    TemplateCase("/{a:3}", "/abc", ["a": "abc"]),
    TemplateCase("/{a:3}", "/%C3%A9%C3%A9%20", ["a": "éé "]),
    TemplateCase("/{a:1}/{a}", "/u/users", ["a": "users"]),
    TemplateCase("/{a}/{a:1}", "/users/u", ["a": "users"]),
    TemplateCase("/{a:1}/{a:2}", "/u/us", ["a": "us"]),
    TemplateCase("/{a:2}x", "/aax", ["a": "aa"]),
    TemplateCase("/{a:2}{.b}", "/aa.b.c", ["a": "aa", "b": "b.c"]),
    // reserved
    TemplateCase("/{+path}", "/a/b/c", ["path": "a/b/c"]),
    TemplateCase("/{+path}/{id}", "/a/b/c", ["path": "a/b", "id": "c"]),
    TemplateCase("/x/{+path}/y", "/x/a/y/b/y", ["path": "a/y/b"]),
    TemplateCase("/{+x,y}", "/1/2,3", ["x": "1/2", "y": "3"]),
    TemplateCase("https://a.test{+path}", "https://a.test/b/c", ["path": "/b/c"]),
    TemplateCase(
      "{+base}/users/{id}", "https://a.test:8/v1/users/1",
      ["base": "https://a.test:8/v1", "id": "1"]),
    TemplateCase("https://{+rest}", "https://ada@a.test/b", ["rest": "ada@a.test/b"]),
    // label
    TemplateCase("/{name}{.type}", "/report.json", ["name": "report", "type": "json"]),
    TemplateCase("/{name}{.type}", "/report", ["name": "report"]),
    TemplateCase("/report{.type}", "/report", [:]),
    TemplateCase("/report{.a,b}", "/report.1.2", ["a": "1", "b": "2"]),
    TemplateCase("/{.type}", "/", [:]),
    // path segments
    TemplateCase("/users{/id}", "/users/1", ["id": "1"]),
    TemplateCase("/users{/id}", "/users", [:]),
    TemplateCase("/users{/id,part}", "/users/1/2", ["id": "1", "part": "2"]),
    TemplateCase("/users{/id,part}", "/users/1", ["id": "1"]),
    TemplateCase("/files{/path*}", "/files/a/b%2F/c", ["path": "a/b//c"]),
    TemplateCase("/files{/path*}", "/files", [:]),
    TemplateCase("/files{/path*}/end", "/files/a/end/end", ["path": "a/end"]),
    TemplateCase("/files{/path*}/end", "/files/end", [:]),
    TemplateCase("{/a}", "/x", ["a": "x"]), TemplateCase("{/a}", "/", [:]),
    TemplateCase("https://a.test{/a}", "https://a.test", [:]),
    TemplateCase("https://a.test{/a*}{?q}", "/b/c?q=1", ["a": "b/c", "q": "1"]),
    // parameters
    TemplateCase("/map{;x,y}", "/map;x=1;y=2", ["x": "1", "y": "2"]),
    TemplateCase("/map{;x,y}", "/map;y=2", ["y": "2"]),
    TemplateCase("/map{;x,y}", "/map;x;y=", ["y": ""]),
    TemplateCase("/map{;x}/a", "/map/a", [:]),
    // query
    TemplateCase("/s{?q,page}", "/s?page=2&q=a%20b", ["q": "a b", "page": "2"]),
    TemplateCase("/s{?q,page}", "/s", [:]),
    TemplateCase("/s{?q}", "/s?q=", ["q": ""]), TemplateCase("/s{?q}", "/s?q", ["q": ""]),
    TemplateCase("/s?type=user{&q}", "/s?q=1&type=user", ["q": "1"]),
    TemplateCase("/s?type=user{&q}", "/s?type=user", [:]),
    TemplateCase("/s{?q}&k=1{&p}", "/s?k=1&p=2&q=3", ["q": "3", "p": "2"]),
    TemplateCase("/s{?list*}", "/s?list=a&list=b%2Cc", ["list": "a,b,c"]),
    TemplateCase("/s{?q:2}", "/s?q=%C3%A9a", ["q": "éa"]),
    TemplateCase(
      "/s?q={q}&page=p{n}", "/s?page=p2&q=http://b.test/?x", ["q": "http://b.test/?x", "n": "2"]),
    TemplateCase("/s?a={x}&a={y}", "/s?a=1&b&a=2".replacing("&b", with: ""), ["x": "1", "y": "2"]),
    TemplateCase("/s?a[b]={x}&k", "/s?k&a%5Bb%5D=1", ["x": "1"]),
    TemplateCase("/s{#top}", "/s#x", [:]), TemplateCase("/s{?q}{#top}", "/s?q=1#x", ["q": "1"]),
    TemplateCase("/{id}{?id}", "/1?id=1", ["id": "1"]),
    // origin
    TemplateCase("https://{host}/x", "https://a.test/x", ["host": "a.test"]),
    TemplateCase("https://{sub}.example.test/", "https://a.example.test", ["sub": "a"]),
    TemplateCase("https://{sub}.example.test/", "https://a.b.example.test", ["sub": "a.b"]),
    TemplateCase("https://www{.dom}/", "https://www.example.test/", ["dom": "example.test"]),
    TemplateCase("https://API-{n}.Example.test/", "https://api-1.example.test/", ["n": "1"]),
    TemplateCase("https://bücher.{tld}/", "https://xn--bcher-kva.test/", ["tld": "test"]),
    TemplateCase("{scheme}://a.test/", "ws://a.test/", ["scheme": "ws"]),
    TemplateCase("http{s}://a.test/", "https://a.test/", ["s": "s"]),
    TemplateCase("//a.test/{id}", "http://a.test/1", ["id": "1"]),
    TemplateCase("//a.test:443/{id}", "https://a.test/1", ["id": "1"]),
    TemplateCase("http://a.test:{port}/", "http://a.test:8080/", ["port": "8080"]),
    TemplateCase("http://a.test:{port}/", "http://a.test/", ["port": "80"]),
    TemplateCase(
      "http://{user}:{pw}@a.test/", "http://ada:x%40@a.test/", ["user": "ada", "pw": "x@"]),
    TemplateCase("http://[::1]/{x}", "http://[0::1]/1", ["x": "1"]),
    TemplateCase("file:///tmp/{name}", "file:///tmp/x", ["name": "x"]),
    TemplateCase("urn:isbn:{id}", "urn:isbn:1", ["id": "1"]),
  ]

  static let refusing: [TemplateCase] = [
    TemplateCase("/users/{id}", "/users/"), TemplateCase("/users/{id}", "/users"),
    TemplateCase("/users/{id}", "/users/1/2"), TemplateCase("/users/{id}", "/Users/1"),
    TemplateCase("/users/{id}", "/users/1?q=1"), TemplateCase("/users/{id}", "/users/1/"),
    TemplateCase("/{a}2F", "/x%2F"), TemplateCase("/{a}F", "/%2F"),
    TemplateCase("/{a}/{a}", "/1/2"), TemplateCase("/{a:1}/{a}", "/x/users"),
    TemplateCase("/{a:3}", "/abcd"), TemplateCase("/{a:1}", "/%C3%A9%C3%A9"),
    TemplateCase("/{x,y}", "/1"), TemplateCase("/{x,y}", "/1,2,3"),
    TemplateCase("/{+path}", "/"), TemplateCase("/a/{+path}/b", "/a/b"),
    TemplateCase("/{+path}", "/a?q"), TemplateCase("/report{.type}", "/report."),
    TemplateCase("/report{.type}", "/reportx"), TemplateCase("/users{/id}", "/users/1/2"),
    TemplateCase("/users{/id}", "/users/"), TemplateCase("/files{/path*}/end", "/files/a"),
    TemplateCase("/map{;x,y}", "/map;y=2;x=1"), TemplateCase("/map{;x}", "/map;z=1"),
    TemplateCase("/s{?q}", "/s?p=1"), TemplateCase("/s{?q}", "/s?q=1&q=2"),
    TemplateCase("/s{?q:2}", "/s?q=abc"), TemplateCase("/s?q={q}", "/s"),
    TemplateCase("/s?q={q}", "/s?q="), TemplateCase("/s?q={q}", "/s?q"),
    TemplateCase("/s?q={q}", "/s?q=1&q=2"), TemplateCase("/s?type=user{&q}", "/s?q=1"),
    TemplateCase("/s?type=user{&q}", "/s?type=org&q=1"), TemplateCase("/{id}{?id}", "/1?id=2"),
    TemplateCase("/s?k{&q}", "/s?k=&q=1"),
    TemplateCase("https://{host}/x", "https://a.test:8/x"),
    TemplateCase("https://{host}/x", "http://a.test/x"),
    TemplateCase("https://{sub}.example.test/", "https://example.test/"),
    TemplateCase("https://{sub}.example.test/", "https://a.example.test.evil.test/"),
    TemplateCase("https://a.test{+path}", "https://b.test/c"),
    TemplateCase("//a.test/{id}", "http://b.test/1"),
    TemplateCase("//a.test/{id}", "http://a.test:8080/1"),
    TemplateCase("//a.test/{id}", "http://ada@a.test/1"),
    TemplateCase("http://a.test:{port}/", "https://a.test:8080/"),
    TemplateCase("urn:isbn:{id}", "urn:issn:1"), TemplateCase("urn:{id}", "urn://x"),
    TemplateCase("http://{user}@a.test/", "http://a.test/"),
  ]
}
