package import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension StubResponse {
  /// How a response was written: its factory and arguments.
  package enum Form: Sendable {
    case status
    case json(JSON)
    case encoded(Data)
    case jsonText(String)
    case text(String)
    case html(String)
    case data(Data, String)
    case file(URL)
    case fixture(String)
    case redirect(String)
    /// A dump with its own status and number of fields.
    case raw(RawSource, status: Int, fieldCount: Int)
    case response
    case failure(String)
    case urlError(URLError.Code)
    case timeout
    case never
    case passthrough
    /// As another process has written it, with some of the fields.
    case exported(String, fieldCount: Int)

    /// How many of the response's fields its factory has made.
    package var fieldCount: Int {
      switch self {
      case .redirect: 1
      case .raw(_, _, let count), .exported(_, let count): count
      default: 0
      }
    }
  }
}

extension StubResponse: CustomStringConvertible {
  /// The response as it is written in Swift.
  public var description: String {
    var text = base
    for field in fields.dropFirst(form.fieldCount) {
      text += ".header(\(SwiftLiteral.string(field.name)), \(SwiftLiteral.string(field.value)))"
    }
    if let chunking { text += chunking.source }
    if isIgnoringRanges { text += ".ignoringRanges()" }
    if let delay { text += ".delayed(by: \(delay.source))" }
    return text
  }

  /// The response without its modifiers.
  package var base: String {
    var usual = 200
    if case .redirect = form { usual = 302 }
    let status = statusCode == usual ? "" : ", status: \(statusCode)"
    return switch form {
    case .status: ".status(\(statusCode))"
    case .json(let json): ".json(\(json.swiftLine ?? "…")\(status))"
    case .encoded(let data):
      ".json(text: \(SwiftLiteral.string(String(decoding: data, as: UTF8.self)))\(status))"
    case .jsonText(let text): ".json(text: \(SwiftLiteral.string(text))\(status))"
    case .text(let text): ".text(\(SwiftLiteral.string(text))\(status))"
    case .html(let text): ".html(\(SwiftLiteral.string(text))\(status))"
    case .data(let data, let type):
      ".data(\(Self.source(of: data)), contentType: \(SwiftLiteral.string(type))\(status))"
    case .file(let url):
      url.isFileURL
        ? ".file(URL(fileURLWithPath: \(SwiftLiteral.string(url.path)))\(status))"
        : ".file(URL(string: \(SwiftLiteral.string(url.absoluteString)))!\(status))"
    case .fixture(let name): ".fixture(\(SwiftLiteral.string(name)), in: …\(status))"
    case .redirect(let location):
      ".redirect(to: \(SwiftLiteral.string(location))\(status))"
    case .raw(let source, let usual, _):
      ".raw(\(source))" + (statusCode == usual ? "" : ".status(\(statusCode))")
    case .response: ".response(…)"
    case .failure(let text): ".failure(\(text))"
    case .urlError(let code): ".failure(\(code.source))"
    case .timeout: ".timeout"
    case .exported(let source, _): source
    case .never: ".never"
    case .passthrough: ".passthrough"
    }
  }

  static func source(of data: Data) -> String {
    // Base64 for what is no text, and for nothing at all.
    let controls = data.contains { $0 < 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
    if !data.isEmpty, !controls, let text = String(data: data, encoding: .utf8),
      Data(text.utf8) == data
    {
      return "Data(\(SwiftLiteral.string(text)).utf8)"
    }
    return "Data(base64Encoded: \(SwiftLiteral.data(data)))!"
  }
}

extension Chunking {
  /// The modifier that asks for it.
  fileprivate var source: String {
    switch pieces {
    case .count(let count): ".chunked(into: \(count), every: \(interval.source))"
    case .size(let size): ".chunked(bySize: \(size), every: \(interval.source))"
    }
  }
}

extension Duration {
  /// The duration as it is written in Swift, in the largest unit that keeps it whole.
  package var source: String {
    let (seconds, attoseconds) = components
    guard attoseconds != 0 else { return ".seconds(\(seconds))" }
    let nanoseconds = attoseconds / 1_000_000_000
    if nanoseconds.isMultiple(of: 1_000_000), abs(seconds) < 1 << 40 {
      return ".milliseconds(\(seconds * 1_000 + nanoseconds / 1_000_000))"
    }
    return ".seconds(\(Double(seconds) + Double(attoseconds) / 1e18))"
  }
}

extension URLError.Code {
  /// The code as it is written in Swift.
  package var source: String {
    Self.names[self].map { ".\($0)" } ?? "URLError.Code(rawValue: \(rawValue))"
  }

  private static let names: [URLError.Code: String] = [
    .badURL: "badURL", .badServerResponse: "badServerResponse", .cancelled: "cancelled",
    .cannotConnectToHost: "cannotConnectToHost",
    .cannotDecodeContentData: "cannotDecodeContentData",
    .cannotFindHost: "cannotFindHost", .cannotParseResponse: "cannotParseResponse",
    .dataNotAllowed: "dataNotAllowed", .dnsLookupFailed: "dnsLookupFailed",
    .httpTooManyRedirects: "httpTooManyRedirects",
    .internationalRoamingOff: "internationalRoamingOff",
    .networkConnectionLost: "networkConnectionLost",
    .notConnectedToInternet: "notConnectedToInternet", .resourceUnavailable: "resourceUnavailable",
    .secureConnectionFailed: "secureConnectionFailed",
    .serverCertificateUntrusted: "serverCertificateUntrusted", .timedOut: "timedOut",
    .unknown: "unknown", .unsupportedURL: "unsupportedURL",
    .userAuthenticationRequired: "userAuthenticationRequired",
  ]
}
