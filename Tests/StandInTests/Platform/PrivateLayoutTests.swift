#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking
  import Testing

  @testable import StandIn

  /// What relies on the private layout of corelibs, and what becomes of it where that is another one.
  struct PrivateLayoutTests {
    private final class Plain: URLProtocol {
      override class func canInit(with request: URLRequest) -> Bool { false }
      override class func canonicalRequest(for request: URLRequest) -> URLRequest { request }
      override func startLoading() {}
      override func stopLoading() {}

      /// Looks like what is searched for, but is not where that is.
      let decoy: [Key: Any] = [.temporaryFileURL: "decoy"]
      let empty: [Key: Any] = [:]
      let text = "text"

      enum Key: String { case temporaryFileURL }
    }

    private static func plain() -> Plain {
      Plain(
        request: URLRequest(url: URL(fileURLWithPath: "/")), cachedResponse: nil, client: nil)
    }

    /// Each is a way in which a toolchain might differ.
    @Test(arguments: ["absent", "text", "decoy", "empty", "properties"])
    func aFileIsNotWrittenWhereNothingIsKnown(_ field: String) {
      let target = Self.plain()
      let error = #expect(throws: UnknownToolchainError.self) {
        // "properties" is the right field, but holds nothing to be recognised by.
        try ProtocolProperties.set(
          "temporaryFileURL", to: URL(fileURLWithPath: "/file"), in: target, field: field)
      }
      #expect(
        error?.description.hasPrefix(
          "StandIn can't find the file of a download task in the Foundation of this toolchain (Swift 6."
        ) == true)
      #expect(target.decoy[.temporaryFileURL] as? String == "decoy")
    }

    @Test func aKeyThatIsUnknownIsNotWritten() {
      #expect(throws: UnknownToolchainError.self) {
        try ProtocolProperties.set(
          "noSuchKey", to: URL(fileURLWithPath: "/file"), in: Self.plain(), field: "decoy")
      }
    }

    @Test func theSessionOfATaskIsFound() throws {
      let (one, other) = (
        URLSession(configuration: .ephemeral), URLSession(configuration: .ephemeral)
      )
      let sent = URLRequest(url: URL(fileURLWithPath: "/"))
      for _ in 0..<3 {
        #expect(TaskSession.of(one.dataTask(with: sent)) === one)
        #expect(TaskSession.of(other.downloadTask(with: sent)) === other)
        #expect(TaskSession.of(one.uploadTask(with: sent, from: Data())) === one)
      }
    }

    @Test func tasksOfAsynchronousCallsCancelPatiently() async throws {
      #expect(TaskClasses.isPossible)
      let (registry, _) = StubRegistry.recorded()
      registry.stub(.everything.respond { _ in .text("x") })
      let session = registry.session
      // Each is cancelled about when it is answered: corelibs would soon stand still.
      for round in 0..<300 {
        let call = Task { try? await session.data(from: URL(fileURLWithPath: "/\(round)")).0 }
        try await Task.sleep(for: .microseconds(round % 100))
        call.cancel()
        let data = await call.value
        #expect(data == nil || data == Data("x".utf8))
      }
      // Others are left as they are, until they are about to be finished.
      registry.stub(.everything.respond(.never))
      let task = session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/"))) { _, _, _ in }
      task.resume()
      #expect(type(of: task) == URLSessionDataTask.self)
      task.cancel()
    }

    @Test func reflectionGivesNilForWhatIsNotThere() {
      #expect(Reflected.value("absent", of: Self.plain()) == nil)
      #expect(!Reflected.has("absent", in: Self.plain()))
      #expect(Reflected.value("text", of: Self.plain()) as? String == "text")
      #expect(Reflected.value("x", of: 7) == nil)
    }
  }
#endif
