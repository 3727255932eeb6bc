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

  /// Code that takes its session through a protocol takes a real one: no mock class is needed.
  private protocol Loader {
    func load(_ request: URLRequest) async throws -> Data
  }

  private struct SessionLoader: Loader {
    var session: URLSession

    func load(_ request: URLRequest) async throws -> Data { try await session.data(for: request).0 }
  }

  @Test func servesCodeThatTakesALoader() async throws {
    let loader: any Loader = SessionLoader(session: .stubbed(json: [1]))
    #expect(try await loader.load(sent) == Data("[1]".utf8))
  }
}
