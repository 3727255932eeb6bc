public import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// What a request is answered with: a message, a failure, or the real network.
///
/// ```swift
/// .respond(.json(["id": 42], status: 201).header("Location", "/users/42").delayed(by: .milliseconds(50)))
/// ```
public struct StubResponse: Sendable {
  package enum Kind: Sendable {
    /// Status, header fields and body.
    case message
    /// A complete response, sent as it is unless a modifier changes it.
    case complete(HTTPURLResponse)
    case failure(any Error)
    case urlError(URLError.Code)
    case never
    case passthrough
  }

  package var kind: Kind
  package var statusCode: Int
  /// The fields that were asked for, in order; a name may stand there several times.
  package var fields: [(name: String, value: String)] = []
  package var content: ResponseBody
  package var delay: Duration?
  package var chunking: Chunking?
  /// Whether a `Range` field of a request is ignored.
  package var isIgnoringRanges = false
  /// How the response is written in Swift, without modifiers.
  package var form: Form
  /// What was wrong with the arguments.
  package var faults: [String] = []
  /// Whether a modifier asked for something that only a message has.
  package var isModified = false

  package init(
    _ kind: Kind = .message, status: Int = 200, content: ResponseBody = .none, form: Form
  ) {
    self.kind = kind
    statusCode = status
    self.content = content
    self.form = form
  }

  // MARK: Modifiers

  /// Sets the status code, 100 to 599.
  public func status(_ status: Int) -> StubResponse {
    changingMessage { $0.statusCode = status }
  }

  /// Adds a header field; fields of the same name that are there already stay, and the order is kept.
  public func header(_ name: String, _ value: String) -> StubResponse {
    changingMessage { $0.fields.append((name: name, value: value)) }
  }

  /// Adds header fields, sorted by name.
  public func headers(_ headers: [String: String]) -> StubResponse {
    changingMessage { response in
      response.fields += headers.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    }
  }

  /// Sets the body's bytes; the content type that goes with the response stays.
  public func body(_ data: Data) -> StubResponse {
    changingMessage { response in
      response.forgetRecordedBody()
      let contentType = response.content.contentType ?? "application/octet-stream"
      response.content = .data(data, contentType: contentType)
      switch response.kind {
      case .message, .complete: response.form = .data(data, contentType)
      case .failure, .urlError, .never, .passthrough: break
      }
    }
  }

  /// Sends the response after a delay, on top of one that was asked for before.
  public func delayed(by delay: Duration) -> StubResponse {
    modified { response in
      if delay < .zero {
        response.faults.append("a delay of \(delay) is negative")
      } else {
        // NB: adding durations traps on overflow.
        let longest = Duration.seconds(Int64(1) << 40)
        response.delay = min(response.delay ?? .zero, longest) + min(delay, longest)
      }
    }
  }

  /// Sends the body in pieces of about the same size, with a wait before each.
  ///
  /// A delegate gets them one by one; a completion handler and an asynchronous call get the whole. Pieces of a file of
  /// more than 1 MB come in smaller pieces where they are large, without further waits.
  ///
  /// - Parameters:
  ///   - count: The number of pieces, at least 1. A body with fewer bytes comes in as many pieces as it has bytes.
  ///   - interval: The wait before each piece.
  /// - Returns: The response.
  public func chunked(into count: Int, every interval: Duration) -> StubResponse {
    chunked(
      Chunking(pieces: .count(count), interval: interval),
      problem: count < 1 ? "a body can't be sent in \(count) pieces" : nil)
  }

  /// Sends the body in pieces of a fixed size, with a wait before each.
  ///
  /// A delegate gets them one by one; a completion handler and an asynchronous call get the whole. Pieces of a file of
  /// more than 1 MB come in smaller pieces where they are large, without further waits.
  ///
  /// - Parameters:
  ///   - size: The number of bytes of a piece, at least 1. The last piece may be smaller.
  ///   - interval: The wait before each piece.
  /// - Returns: The response.
  public func chunked(bySize size: Int, every interval: Duration) -> StubResponse {
    chunked(
      Chunking(pieces: .size(size), interval: interval),
      problem: size < 1 ? "a body can't be sent in pieces of \(size) bytes" : nil)
  }

  private func chunked(_ chunking: Chunking, problem: String?) -> StubResponse {
    changingMessage { response in
      if let problem {
        response.faults.append(problem)
      } else if chunking.interval < .zero {
        response.faults.append("a wait of \(chunking.interval) between pieces is negative")
      } else {
        response.chunking = chunking
      }
    }
  }

  /// Sends the whole body to requests for a part of it, as a server does that knows no ranges.
  ///
  /// Without it, a `GET` with a `Range` field gets a 206 with the bytes that it asks for, or a 416 where there are none,
  /// wherever the response has status 200 and a body (RFC 9110, section 14).
  ///
  /// - Returns: The response.
  public func ignoringRanges() -> StubResponse {
    changingMessage { $0.isIgnoringRanges = true }
  }

  private func changingMessage(_ change: (inout StubResponse) -> Void) -> StubResponse {
    modified { response in
      response.isModified = true
      change(&response)
    }
  }

  private func modified(_ change: (inout StubResponse) -> Void) -> StubResponse {
    var response = self
    change(&response)
    return response
  }

  // MARK: Checks

  /// What makes it impossible to send this response; empty where nothing does.
  package var problems: [String] {
    var all = faults
    switch kind {
    case .message, .complete:
      if !(100...599).contains(statusCode) {
        all.append("the status \(statusCode) is not one: it must be 100 to 599")
      }
    case .failure, .urlError, .never, .passthrough:
      if isModified { all.append("\(base) has neither status, headers nor body to modify") }
    }
    all += fields.compactMap { HTTPField.problem(name: $0.name, value: $0.value) }
    if let type = content.contentType,
      let problem = HTTPField.problem(name: "Content-Type", value: type)
    {
      all.append(problem)
    }
    if let problem = content.problem { all.append(problem) }
    return all
  }
}
