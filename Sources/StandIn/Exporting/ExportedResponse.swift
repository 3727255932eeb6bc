import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A response in the form in which it travels to another process.
struct ExportedResponse: Codable {
  enum Kind: Codable {
    case message
    case complete(url: String)
    case urlError(code: Int)
    case error(domain: String, code: Int, text: String)
    case never
    case passthrough
  }

  enum Content: Codable {
    case none
    case data(Data, contentType: String?)
    case file(path: String)
  }

  var kind: Kind
  var status: Int
  var fields: [ExportedPair]
  var content: Content
  var delay: ExportedDuration?
  var pieces: Int?
  var pieceSize: Int?
  var interval: ExportedDuration?
  var isIgnoringRanges: Bool
  /// How it is written in Swift, and how many of the fields that includes.
  var source: String
  var sourceFields: Int
}

extension ExportedResponse {
  init(_ response: StubResponse) throws {
    let problems = response.problems
    guard problems.isEmpty else { throw NotExportable(problems.joined(separator: "; ")) }
    kind = try Kind(response.kind)
    status = response.statusCode
    fields = response.fields.map { ExportedPair(name: $0.name, value: $0.value) }
    content = try Content(response.content)
    delay = response.delay.map(ExportedDuration.init)
    switch response.chunking?.pieces {
    case .count(let count): pieces = count
    case .size(let size): pieceSize = size
    case nil: break
    }
    interval = (response.chunking?.interval).map(ExportedDuration.init)
    isIgnoringRanges = response.isIgnoringRanges
    source = response.base
    sourceFields = response.form.fieldCount
    if case .complete(let complete) = response.kind {
      // Its own fields come before those that modifiers have added.
      let own = complete.allHeaderFields.compactMap { name, value -> ExportedPair? in
        guard let name = name as? String, let value = value as? String else { return nil }
        return ExportedPair(name: name, value: value)
      }
      fields = own.sorted { $0.name < $1.name } + fields
      sourceFields = own.count
    }
  }

  /// The response that this was made from.
  func response() throws -> StubResponse {
    guard (0...fields.count).contains(sourceFields) else {
      throw NotExportable("a response has \(sourceFields) of \(fields.count) fields")
    }
    let form = StubResponse.Form.exported(source, fieldCount: sourceFields)
    var response = StubResponse(try kind.kind(self), status: status, form: form)
    if case .complete = response.kind {
      response.fields = fields.dropFirst(sourceFields).map { ($0.name, $0.value ?? "") }
    } else {
      response.fields = fields.map { (name: $0.name, value: $0.value ?? "") }
    }
    switch content {
    case .none: break
    case .data(let data, let type): response.content = .data(data, contentType: type)
    case .file(let path): response.content = .file(FileBody(URL(fileURLWithPath: path)))
    }
    response.delay = delay?.duration
    if let interval {
      let sizes: Chunking.Pieces =
        pieceSize.map { .size(max(1, $0)) } ?? .count(max(1, pieces ?? 1))
      response.chunking = Chunking(pieces: sizes, interval: interval.duration)
    }
    response.isIgnoringRanges = isIgnoringRanges
    return response
  }
}

extension ExportedResponse.Kind {
  fileprivate init(_ kind: StubResponse.Kind) throws {
    switch kind {
    case .message: self = .message
    case .complete(let response):
      guard let url = response.url else { throw NotExportable("its response has no URL") }
      self = .complete(url: url.absoluteString)
    case .urlError(let code): self = .urlError(code: code.rawValue)
    case .failure(let error as URLError): self = .urlError(code: error.code.rawValue)
    case .failure(let error):
      guard type(of: error) is NSError.Type else {
        throw NotExportable(
          "its error is a \(type(of: error)): only URLError and NSError can be made again elsewhere"
        )
      }
      let error = error as NSError
      self = .error(
        domain: error.domain, code: error.code, text: error.localizedDescription)
    case .never: self = .never
    case .passthrough: self = .passthrough
    }
  }

  fileprivate func kind(_ response: ExportedResponse) throws -> StubResponse.Kind {
    switch self {
    case .message: return .message
    case .complete(let url):
      let own = response.fields.prefix(response.sourceFields).map { ($0.name, $0.value ?? "") }
      let fields = Dictionary(own) { "\($0), \($1)" }
      guard let url = URL(string: url),
        let complete = HTTPURLResponse(
          url: url, statusCode: response.status, httpVersion: nil, headerFields: fields)
      else { throw NotExportable("a response to \(url) can't be made") }
      return .complete(complete)
    case .urlError(let code):
      // NB: only Linux has no codes but its own.
      guard let code = URLError.Code(rawValue: code) as URLError.Code? else {
        throw NotExportable("no URLError has the code \(code)")
      }
      return .urlError(code)
    case .error(let domain, let code, let text):
      return .failure(
        NSError(domain: domain, code: code, userInfo: [NSLocalizedDescriptionKey: text]))
    case .never: return .never
    case .passthrough: return .passthrough
    }
  }
}

extension ExportedResponse.Content {
  fileprivate init(_ content: ResponseBody) throws {
    switch content {
    case .none: self = .none
    case .data(let data, let type): self = .data(data, contentType: type)
    case .file(let file): self = .file(path: file.url.path)
    case .parts: throw NotExportable("its body is a part of another one")
    }
  }
}

/// A duration to the attosecond.
struct ExportedDuration: Codable {
  var seconds: Int64
  var attoseconds: Int64

  init(_ duration: Duration) {
    (seconds, attoseconds) = duration.components
  }

  /// The duration; nothing that was not written by this library makes it negative or too long to be added to.
  var duration: Duration {
    let limit: Int64 = 1 << 40
    return Duration(
      secondsComponent: max(0, min(limit, seconds)),
      attosecondsComponent: max(0, min(999_999_999_999_999_999, attoseconds)))
  }
}
