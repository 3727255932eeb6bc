import Foundation

/// A `stub(…)` statement in Swift that answers a request: valid whatever the request holds.
struct Snippet {
  private let request: InterceptedRequest
  /// The most bytes of a body that are written out; a longer one is described instead.
  private let longestBody: Int
  private let multipart: MultipartBody?

  init(_ request: InterceptedRequest, longestBody: Int = .max) {
    self.request = request
    self.longestBody = longestBody
    multipart = request.body.count <= longestBody ? Self.multipart(of: request) : nil
  }

  var text: String {
    let modifiers = conditions + [".respond(.status(200))"]
    let oneLine = "stub(\(factory)\(modifiers.joined()))"
    guard modifiers.count > 1 || oneLine.utf8.count > 100 else { return oneLine }
    let lines = modifiers.map { modifier in
      "\n    "
        + modifier.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\n    ")
    }
    return "stub(\n  \(factory)\(lines.joined()))"
  }

  // MARK: Line

  /// What the request has in common with no other: its method and its URL, as far as a stub can name them.
  private var factory: String {
    guard isURLNameable else {
      return isMethodNameable ? ".matching(.method(\(method)))" : ".everything"
    }
    let url = SwiftLiteral.string(urlText)
    guard isMethodNameable else { return ".any(\(url))" }
    return request.method.factoryName.map { ".\($0)(\(url))" } ?? ".request(\(method), \(url))"
  }

  private var conditions: [String] {
    var result: [String] = []
    if !isMethodNameable {
      result.append(".where(\"the method is the same\") { $0.method == \(method) }")
    }
    if !isURLNameable {
      let url = SwiftLiteral.string(request.url.absoluteString)
      result.append(".where(\"the URL is the same\") { $0.url.absoluteString == \(url) }")
    }
    return result + headers + body
  }

  private var method: String { SwiftLiteral.string(request.method.rawValue) }

  private var isMethodNameable: Bool { request.method.problem == nil }

  /// The URL without a fragment, in the form in which a pattern takes it as an exact URL.
  private var urlText: String {
    let text = request.url.absoluteString
    let end = text.firstIndex(of: "#") ?? text.endIndex
    return text[..<end].replacingOccurrences(of: "{", with: "%7B")
      .replacingOccurrences(of: "}", with: "%7D")
  }

  /// Whether the URL can be written as a pattern that matches it.
  private var isURLNameable: Bool {
    guard let target = request.facts.target else { return false }
    var captures: [String: String] = [:]
    return URLPattern(urlText).matches(
      target, text: request.url.absoluteString, query: nil, captures: &captures)
  }

  // MARK: Header fields

  private var headers: [String] {
    request.headers.filter { header in
      let name = header.name.lowercased()
      // The boundary of a multipart form is another one each time.
      return !Self.leftOut.contains(name) && !request.facts.addedHeaders.contains(name)
        && !(multipart != nil && name == "content-type")
        && HTTPField.problem(name: header.name, value: header.value) == nil
    }
    .map { ".header(\(SwiftLiteral.string($0.name)), \(SwiftLiteral.string($0.value)))" }
  }

  /// Secrets don't belong in a test's source, and the loader sets the length itself.
  private static let leftOut: Set<String> = [
    "authorization", "proxy-authorization", "cookie", "content-length",
  ]

  // MARK: Body

  private var body: [String] {
    let data = request.body
    guard !data.isEmpty else { return [] }
    guard data.count <= longestBody else {
      return ["// and the body of \(data.count) bytes, which `error.snippet` has"]
    }
    if let multipart {
      return multipart.parts.map { part in
        MultipartCondition(
          name: part.name ?? "", fileName: part.fileName, contentType: part.contentType,
          content: part.content
        ).source
      }
    }
    if let literal = jsonLiteral { return [".body(json: \(literal))"] }
    if request.facts.mediaType?.isForm == true, let form = form(data) { return [form] }
    if let text = String(data: data, encoding: .utf8), Data(text.utf8) == data {
      return [".body(\(SwiftLiteral.string(text)))"]
    }
    return [".body(base64: \(SwiftLiteral.data(data)))"]
  }

  private static func multipart(of request: InterceptedRequest) -> MultipartBody? {
    guard request.facts.mediaType?.isMultipartForm == true,
      let body = try? MultipartBody(request.body, contentType: request.header("Content-Type")),
      !body.parts.isEmpty, body.parts.allSatisfy({ $0.name != nil })
    else { return nil }
    return body
  }

  /// The body as a JSON literal, where that keeps its value.
  private var jsonLiteral: String? {
    guard case .success(let json) = request.facts.json else { return nil }
    switch json {
    case .object, .array: break
    // A lone number or string is JSON only where the request says so.
    default: guard request.facts.mediaType?.isJSON == true else { return nil }
    }
    return json.swiftLiteral(indentation: 0)
  }

  /// The body as a dictionary literal, where its pairs say all of it.
  private func form(_ data: Data) -> String? {
    let pairs = FormBody(data).pairs
    guard !pairs.isEmpty, !data.contains(0) else { return nil }
    return FormCondition(pairs: pairs).source
  }
}
