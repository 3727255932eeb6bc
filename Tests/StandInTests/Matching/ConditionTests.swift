import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A stub, requests it answers and requests it refuses.
struct ConditionCase: Sendable, CustomTestStringConvertible {
  var stub: Stub
  var accepts: [URLRequest]
  var rejects: [URLRequest]

  init(_ stub: Stub, accepts: [URLRequest], rejects: [URLRequest]) {
    self.stub = stub
    self.accepts = accepts
    self.rejects = rejects
  }

  var testDescription: String { stub.description }
}

struct ConditionTests {
  @Test(
    arguments: ConditionCase.lines + ConditionCase.urls + ConditionCase.queries
      + ConditionCase.headers + ConditionCase.bodies + ConditionCase.composed)
  func acceptsAndRejects(_ example: ConditionCase) async throws {
    let (registry, recorder) = StubRegistry.recorded()
    registry.unstubbedRequestPolicy = .throwError
    let handle = registry.stub(example.stub)
    #expect(recorder.texts == [])

    for (index, request) in example.accepts.enumerated() {
      await #expect(throws: Never.self, "accepts \(index)") {
        try await registry.response(to: request)
      }
    }
    for (index, request) in example.rejects.enumerated() {
      await #expect(throws: UnstubbedRequestError.self, "rejects \(index)") {
        try await registry.response(to: request)
      }
    }
    #expect(handle.count == example.accepts.count)
    // A refusal names what differs, whatever the condition.
    for error in registry.unstubbedRequests {
      #expect(error.nearMisses.first?.mismatches.isEmpty == false)
    }
  }
}

extension ConditionCase {
  static let lines = [
    ConditionCase(
      .get("https://api.test/a"), accepts: [request("GET", "https://api.test/a")],
      rejects: [
        request("POST", "https://api.test/a"),
        request("GET", "https://api.test/b"), request("GET", "http://api.test/a"),
        request("GET", "https://other.test/a"), request("GET", "https://api.test:8443/a"),
      ]),
    ConditionCase(
      .head("/a"), accepts: [request("HEAD", "https://api.test/a")],
      rejects: [request("GET", "https://api.test/a")]),
    ConditionCase(
      .post("/a"), accepts: [request("POST", "http://x.test/a")],
      rejects: [request("PUT", "http://x.test/a")]),
    ConditionCase(
      .put("/a"), accepts: [request("PUT", "http://x.test/a")],
      rejects: [request("PATCH", "http://x.test/a")]),
    ConditionCase(
      .patch("/a"), accepts: [request("PATCH", "http://x.test/a")],
      rejects: [request("POST", "http://x.test/a")]),
    ConditionCase(
      .delete("/a"), accepts: [request("DELETE", "http://x.test/a")],
      rejects: [request("GET", "http://x.test/a")]),
    ConditionCase(
      .options("/a"), accepts: [request("OPTIONS", "http://x.test/a")],
      rejects: [request("HEAD", "http://x.test/a")]),
    ConditionCase(
      .request("PROPFIND", "/a"), accepts: [request("PROPFIND", "http://x.test/a")],
      rejects: [request("propfind", "http://x.test/a"), request("GET", "http://x.test/a")]),
    ConditionCase(
      .any("/a"), accepts: [request("GET", "http://x.test/a"), request("X", "http://x.test/a")],
      rejects: [request("GET", "http://x.test/b")]),
    ConditionCase(
      .everything, accepts: [request("X", "http://x.test/"), request("GET", "custom:thing")],
      rejects: []),
  ]

  static let urls = [
    ConditionCase(
      .get("/users/{id}"), accepts: [request("GET", "https://api.test/users/42")],
      rejects: [
        request("GET", "https://api.test/users/"), request("GET", "https://api.test/users/42/x"),
        request("GET", "https://api.test/users/42?page=1"),
      ]),
    ConditionCase(
      .get(/^http:\/\/(.*?)\.example\.test\/v1\/dogs\.json/),
      accepts: [request("GET", "http://api.example.test/v1/dogs.json?x=1")],
      rejects: [request("GET", "https://api.example.test/v1/dogs.json")]),
    ConditionCase(
      .any(/dogs/), accepts: [request("PUT", "http://x.test/dogs")],
      rejects: [request("PUT", "http://x.test/cats")]),
    ConditionCase(
      .request("LINK", /dogs$/), accepts: [request("LINK", "http://x.test/dogs")],
      rejects: [request("LINK", "http://x.test/dogs/1"), request("GET", "http://x.test/dogs")]),
    ConditionCase(
      .get(.regex(#"/users/\d+$"#)), accepts: [request("GET", "https://api.test/users/42")],
      rejects: [request("GET", "https://api.test/users/ada")]),
    ConditionCase(
      .matching(.url("https://api.test/a")), accepts: [request("PUT", "HTTPS://API.TEST:443/a#f")],
      rejects: [request("PUT", "https://api.test/a?b")]),
    ConditionCase(
      .matching(.scheme("HTTPS")), accepts: [request("GET", "https://a.test/")],
      rejects: [request("GET", "http://a.test/")]),
    ConditionCase(
      .matching(.host("API.test")), accepts: [request("GET", "https://api.TEST/x")],
      rejects: [request("GET", "https://x.api.test/"), request("GET", "https://api.test./")]),
    ConditionCase(
      .matching(.host("bücher.test")), accepts: [request("GET", "https://xn--bcher-kva.test/x")],
      rejects: [request("GET", "https://bucher.test/x")]),
    ConditionCase(
      .matching(.host("[::1]")), accepts: [request("GET", "http://[0:0::1]:80/x")],
      rejects: [request("GET", "http://[::2]/x")]),
    ConditionCase(
      .matching(.port(443)),
      accepts: [request("GET", "https://a.test/"), request("GET", "http://a.test:443/")],
      rejects: [request("GET", "http://a.test/"), request("GET", "https://a.test:444/")]),
    ConditionCase(
      .matching(.path("/a b/%7Ec")), accepts: [request("GET", "http://a.test/a%20b/~c?x=1")],
      rejects: [request("GET", "http://a.test/a%20b/~c/"), request("GET", "http://a.test/")]),
    ConditionCase(
      .matching(.path(prefix: "/v1/")), accepts: [request("GET", "http://a.test/v1/x")],
      rejects: [request("GET", "http://a.test/v1"), request("GET", "http://a.test/x/v1/")]),
    ConditionCase(
      .matching(.path(suffix: ".json")), accepts: [request("GET", "http://a.test/v1/x.json?y")],
      rejects: [request("GET", "http://a.test/x.json/"), request("GET", "http://a.test/?x.json")]),
    ConditionCase(
      .matching(.pathExtension("PNG")), accepts: [request("GET", "http://a.test/x/y.png")],
      rejects: [request("GET", "http://a.test/x.png/y"), request("GET", "http://a.test/png")]),
  ]

  static let queries = [
    ConditionCase(
      .get("/a").query(["page": "2", "q": "a b"]),
      accepts: [
        request("GET", "http://x.test/a?page=2&q=a%20b"),
        request("GET", "http://x.test/a?q=a+b&page=2"),
      ],
      rejects: [
        request("GET", "http://x.test/a?page=2"), request("GET", "http://x.test/a"),
        request("GET", "http://x.test/a?page=2&q=a%20b&r=1"),
        request("GET", "http://x.test/a?page=3&q=a%20b"),
      ]),
    ConditionCase(
      .get("/a?x=1").query(["y": "2"]), accepts: [request("GET", "http://x.test/a?y=2&x=1")],
      rejects: [request("GET", "http://x.test/a?y=2"), request("GET", "http://x.test/a?x=1")]),
    ConditionCase(
      .get("/a").query(["k": "1", "k": "2"]), accepts: [request("GET", "http://x.test/a?k=1&k=2")],
      rejects: [
        request("GET", "http://x.test/a?k=2&k=1"), request("GET", "http://x.test/a?k=1"),
      ]),
    ConditionCase(
      .get("/a").query(containing: ["page": "2"]),
      accepts: [
        request("GET", "http://x.test/a?page=2"), request("GET", "http://x.test/a?z=1&page=2"),
      ],
      rejects: [request("GET", "http://x.test/a"), request("GET", "http://x.test/a?page=22")]),
    ConditionCase(
      .get("/a?x=1").anyQuery(),
      accepts: [request("GET", "http://x.test/a"), request("GET", "http://x.test/a?b=2")],
      rejects: [request("GET", "http://x.test/b")]),
    ConditionCase(
      .get("/a").where(.query("page", "2")),
      accepts: [request("GET", "http://x.test/a?page=2&x=1")],
      rejects: [request("GET", "http://x.test/a"), request("GET", "http://x.test/a?page=3")]),
    ConditionCase(
      .matching(.query("flag", nil)),
      accepts: [request("GET", "http://x.test/a?flag"), request("GET", "http://x.test/?x=1&flag")],
      rejects: [request("GET", "http://x.test/a?flag="), request("GET", "http://x.test/a?flag=1")]),
    ConditionCase(
      .matching(.url("/a") && .query(["page": "2"])),
      accepts: [request("GET", "http://x.test/a?page=2")],
      rejects: [request("GET", "http://x.test/a"), request("GET", "http://x.test/b?page=2")]),
    ConditionCase(
      .matching(.url("/a") && .anyQuery()),
      accepts: [request("GET", "http://x.test/a?page=2"), request("GET", "http://x.test/a")],
      rejects: [request("GET", "http://x.test/b")]),
    ConditionCase(
      .everything.query(["a": "1"]), accepts: [request("GET", "http://x.test/y?a=1")],
      rejects: [request("GET", "http://x.test/y")]),
  ]

  static let headers = [
    ConditionCase(
      .get("/a").header("accept", "text/html"),
      accepts: [request("GET", "http://x.test/a", headers: ["Accept": "text/html"])],
      rejects: [
        request("GET", "http://x.test/a", headers: ["Accept": "text/HTML"]),
        request("GET", "http://x.test/a"),
      ]),
    ConditionCase(
      .get("/a").header("Accept", matching: /json/),
      accepts: [request("GET", "http://x.test/a", headers: ["Accept": "application/json"])],
      rejects: [
        request("GET", "http://x.test/a", headers: ["Accept": "text/html"]),
        request("GET", "http://x.test/a"),
      ]),
    ConditionCase(
      .get("/a").headers(["A": "1", "B": "2"]),
      accepts: [request("GET", "http://x.test/a", headers: ["a": "1", "b": "2", "c": "3"])],
      rejects: [request("GET", "http://x.test/a", headers: ["A": "1"])]),
    ConditionCase(
      .get("/a").withoutHeader("X-A"), accepts: [request("GET", "http://x.test/a")],
      rejects: [request("GET", "http://x.test/a", headers: ["x-a": ""])]),
    ConditionCase(
      .get("/a").basicAuth("ada", "s:e"),
      accepts: [
        request("GET", "http://x.test/a", headers: ["Authorization": "Basic YWRhOnM6ZQ=="]),
        request("GET", "http://x.test/a", headers: ["Authorization": "basic YWRhOnM6ZQ=="]),
      ],
      rejects: [
        request("GET", "http://x.test/a", headers: ["Authorization": "Basic YWRhOnM6Zg=="]),
        request("GET", "http://x.test/a", headers: ["Authorization": "Bearer YWRhOnM6ZQ=="]),
        request("GET", "http://x.test/a", headers: ["Authorization": "Basic %%%"]),
        request("GET", "http://x.test/a"),
      ]),
    ConditionCase(
      .get("/a").cookie("id", "7"),
      accepts: [
        request("GET", "http://x.test/a", headers: ["Cookie": "x=1; id=7"]),
        request("GET", "http://x.test/a", headers: ["Cookie": "id=\"7\""]),
      ],
      rejects: [
        request("GET", "http://x.test/a", headers: ["Cookie": "ID=7; xid=7; id=77"]),
        request("GET", "http://x.test/a", headers: ["Cookie": ""]),
        request("GET", "http://x.test/a"),
      ]),
  ]

  static let bodies = [
    ConditionCase(
      .post("/a").body("naïve"), accepts: [request("POST", "http://x.test/a", body: "naïve")],
      rejects: [
        request("POST", "http://x.test/a", body: "naive"), request("POST", "http://x.test/a"),
      ]),
    ConditionCase(
      .post("/a").body(Data([0, 255])),
      accepts: [request("POST", "http://x.test/a", data: Data([0, 255]))],
      rejects: [request("POST", "http://x.test/a", data: Data([0]))]),
    ConditionCase(
      .post("/a").body(base64: "AP8="),
      accepts: [request("POST", "http://x.test/a", data: Data([0, 255]))],
      rejects: [request("POST", "http://x.test/a", body: "AP8=")]),
    ConditionCase(
      .post("/a").body(json: ["n": 1, "ok": true, "x": nil]),
      accepts: [
        request("POST", "http://x.test/a", body: #"{"x":null, "ok":true, "n":1.0}"#),
        request("POST", "http://x.test/a", body: #"{"n":10e-1,"ok":true,"x":null}"#),
      ],
      rejects: [
        request("POST", "http://x.test/a", body: #"{"n":true,"ok":true,"x":null}"#),
        request("POST", "http://x.test/a", body: #"{"n":1,"ok":true}"#),
        request("POST", "http://x.test/a", body: #"{"n":1,"n":1,"ok":true,"x":null}"#),
        request("POST", "http://x.test/a", body: #"{"n":1,"ok":true,"x":null,"y":0}"#),
        request("POST", "http://x.test/a", body: "n=1"), request("POST", "http://x.test/a"),
      ]),
    ConditionCase(
      .post("/a").body(jsonContaining: ["user": ["id": 9_007_199_254_740_993]]),
      accepts: [
        request(
          "POST", "http://x.test/a", body: #"{"user":{"id":9007199254740993,"n":"Ada"},"z":1}"#)
      ],
      rejects: [
        request("POST", "http://x.test/a", body: #"{"user":{"id":9007199254740992}}"#),
        request("POST", "http://x.test/a", body: #"{"user":[]}"#),
      ]),
    ConditionCase(
      .post("/a").body(form: ["name": "Ada B", "tag": "1", "tag": "2"]),
      accepts: [
        request(
          "POST", "http://x.test/a",
          headers: ["Content-Type": "application/x-www-form-urlencoded; charset=utf-8"],
          body: "tag=1&name=Ada+B&tag=2"),
        request("POST", "http://x.test/a", body: "name=Ada%20B&tag=%31&tag=2"),
      ],
      rejects: [
        request("POST", "http://x.test/a", body: "name=Ada+B&tag=2&tag=1"),
        request("POST", "http://x.test/a", body: "name=Ada+B&tag=1&tag=2&x="),
        request("POST", "http://x.test/a"),
      ]),
    ConditionCase(
      .post("/a").body(matching: /^\d+$/),
      accepts: [request("POST", "http://x.test/a", body: "123")],
      rejects: [
        request("POST", "http://x.test/a", body: "12a"),
        request("POST", "http://x.test/a", data: Data([0xFF, 0x31])),
      ]),
    ConditionCase(
      .post("/a").multipart("photo", fileName: "a.png", contentType: "image/png", Data([1, 2])),
      accepts: [
        multipart("XX", #"name="photo"; filename="a.png""#),
        multipart("\"yy\"", #"filename="a.png"; name=photo"#),
      ],
      rejects: [
        multipart("XX", #"name="photo"; filename="b.png""#),
        multipart("XX", #"name="foto"; filename="a.png""#),
        request("POST", "http://x.test/a", body: "photo"),
      ]),
    ConditionCase(
      .post("/graphql").graphQL(operation: "Me"),
      accepts: [
        request("POST", "http://x.test/graphql", body: #"{"operationName":"Me","query":"…"}"#),
        request("POST", "http://x.test/graphql", body: #"{"query":"query Me($a: Int) { me }"}"#),
        request("POST", "http://x.test/graphql", body: #"[{"query":"mutation Me{ me }"}]"#),
      ],
      rejects: [
        request("POST", "http://x.test/graphql", body: #"{"operationName":"You"}"#),
        request("POST", "http://x.test/graphql", body: #"{"query":"query { Me }"}"#),
        request("POST", "http://x.test/graphql", body: #"{"query":"{ Me }"}"#),
        request("POST", "http://x.test/graphql"),
      ]),
    ConditionCase(
      .get("/graphql").anyQuery().graphQL(operation: "Me"),
      accepts: [request("GET", "http://x.test/graphql?query=query%20Me%20%7B%20me%20%7D")],
      rejects: [request("GET", "http://x.test/graphql?query=%7B%20me%20%7D")]),
  ]

  static let composed = [
    ConditionCase(
      .matching(.host("a.test") && !.header("X-A", "1")),
      accepts: [request("GET", "http://a.test/")],
      rejects: [
        request("GET", "http://a.test/", headers: ["X-A": "1"]), request("GET", "http://b.test/"),
      ]),
    ConditionCase(
      .matching((.host("a.test") || .host("b.test")) && .method(.put)),
      accepts: [request("PUT", "http://a.test/"), request("PUT", "http://b.test/")],
      rejects: [request("PUT", "http://c.test/"), request("GET", "http://a.test/")]),
    ConditionCase(
      .matching(!(.path("/a") || .path("/b"))), accepts: [request("GET", "http://x.test/c")],
      rejects: [request("GET", "http://x.test/a"), request("GET", "http://x.test/b")]),
    ConditionCase(
      .get("/a").where("the body is even") { $0.body.count.isMultiple(of: 2) },
      accepts: [request("GET", "http://x.test/a"), request("GET", "http://x.test/a", body: "ab")],
      rejects: [request("GET", "http://x.test/a", body: "a")]),
    ConditionCase(
      .get("/{name}").where { $0.parameters["name"] == "ada" },
      accepts: [request("GET", "http://x.test/ada")],
      rejects: [request("GET", "http://x.test/bob")]),
    ConditionCase(
      .matching(RequestMatcher("never") { _ in false } || .path("/a")),
      accepts: [request("GET", "http://x.test/a")], rejects: [request("GET", "http://x.test/b")]),
  ]

  private static func multipart(_ boundary: String, _ disposition: String) -> URLRequest {
    let bare = boundary.replacingOccurrences(of: "\"", with: "")
    let head =
      "--\(bare)\r\nContent-Disposition: form-data; \(disposition)\r\nContent-Type: image/png\r\n\r\n"
    return request(
      "POST", "http://x.test/a",
      headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"],
      data: Data(head.utf8) + Data([1, 2]) + Data("\r\n--\(bare)--\r\n".utf8))
  }
}
