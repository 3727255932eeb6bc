import Foundation
import StandIn
import Testing

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

struct OneLineSessionTests {
  private let sent = request("GET", "https://api.test/me?x=1")

  @Test func answersWithData() async throws {
    let session = URLSession.stubbed(data: Data("body".utf8))
    let (data, response) = try await session.data(for: sent)
    #expect(data == Data("body".utf8))
    #expect((response as? HTTPURLResponse)?.statusCode == 200)
    #expect(response.url == sent.url)
    #expect(session.stubRegistry?.requests.last?.url == sent.url)
  }

  @Test func answersWithAResponse() async throws {
    let url = try #require(URL(string: "https://elsewhere.test/"))
    let complete = HTTPURLResponse(
      url: url, statusCode: 418, httpVersion: nil, headerFields: ["A": "1"])
    let (data, response) = try await URLSession.stubbed(data: nil, response: complete).data(
      for: sent)
    #expect(data.isEmpty)
    #expect((response as? HTTPURLResponse)?.statusCode == 418)
    #expect((response as? HTTPURLResponse)?.field("A") == "1")
  }

  @Test func failsWithAnError() async throws {
    struct Odd: Error, Equatable {}
    await #expect(throws: Odd()) {
      try await URLSession.stubbed(data: nil, error: Odd()).data(for: sent)
    }
  }

  @Test func answersWithJSON() async throws {
    let session = URLSession.stubbed(json: ["name": "Ada"], status: 201)
    let (data, response) = try await session.data(for: sent)
    #expect(String(decoding: data, as: UTF8.self) == #"{"name":"Ada"}"#)
    #expect((response as? HTTPURLResponse)?.statusCode == 201)
  }

  @Test func mistakesAreReportedWhereTheyAreWritten() async throws {
    let place = "StandInTests/OneLineSessionTests.swift:\(#line + 1)"
    let session = URLSession.stubbed(json: [], status: 999)
    let error = await #expect(throws: InvalidStubError.self) { try await session.data(for: sent) }
    #expect(error?.description.contains(place) == true)
  }

  @Test func othersHaveNoRegistry() {
    #expect(StubRegistry().session.stubRegistry == nil)
  }

  @Test func rememberTheLastRequest() async throws {
    let session = URLSession.stubbed(data: nil)
    #expect(session.lastStubbedRequest == nil)
    _ = try await session.data(for: sent)
    _ = try await session.data(for: request("POST", "https://api.test/names", body: "Ada"))
    let last = try #require(session.lastStubbedRequest)
    #expect(last.method == .post)
    #expect(last.url.absoluteString == "https://api.test/names")
    #expect(last.text == "Ada")
    #expect(StubRegistry().session.lastStubbedRequest == nil)
  }

  @Test func rememberARequestThatFails() async throws {
    let session = URLSession.stubbed(data: nil, error: URLError(.timedOut))
    await #expect(throws: URLError.self) { try await session.data(for: sent) }
    #expect(session.lastStubbedRequest?.url == sent.url)
  }

  @Test func serveCodeThatTakesAProtocol() async throws {
    let session = URLSession.stubbed(data: Data("Ada".utf8))
    #expect(try await NameLoader(session: session).load() == "Ada")
    #expect(session.lastStubbedRequest?.url.absoluteString == "https://api.test/name")
    let delegating: any DelegatingSession = session
    #expect(try await delegating.data(for: sent, delegate: nil).0 == Data("Ada".utf8))
    #expect(session.lastStubbedRequest?.url == sent.url)
  }
}

// Code of an app that takes its session through a protocol: a real session conforms, so no mock class is needed.

private protocol HTTPSession {
  func data(for request: URLRequest) async throws -> (Data, URLResponse)
}

extension URLSession: HTTPSession {
  #if canImport(FoundationNetworking)
    func data(for request: URLRequest) async throws -> (Data, URLResponse) {
      try await data(for: request, delegate: nil)
    }
  #endif
}

private protocol DelegatingSession {
  func data(
    for request: URLRequest, delegate: (any URLSessionTaskDelegate)?
  ) async throws -> (Data, URLResponse)
}

extension URLSession: DelegatingSession {}

private struct NameLoader {
  var session: any HTTPSession

  func load() async throws -> String {
    String(
      decoding: try await session.data(for: request("GET", "https://api.test/name")).0,
      as: UTF8.self)
  }
}
