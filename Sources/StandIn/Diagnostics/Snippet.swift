import Foundation

/// A `stub(…)` statement in Swift that answers a request: valid whatever the request holds.
struct Snippet {
  private let request: InterceptedRequest

  init(_ request: InterceptedRequest) {
    self.request = request
  }

  var text: String {
    let modifiers = query + headers + body + [".respond(.status(200))"]
    let oneLine = "stub(\(factory)\(modifiers.joined()))"
    guard modifiers.count > 1 || oneLine.count > 100 else { return oneLine }
    let lines = modifiers.map { modifier in
      "\n    "
        + modifier.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\n    ")
    }
    return "stub(\n  \(factory)\(lines.joined()))"
  }

  // MARK: Parts

  private var factory: String {
    let factories: [HTTPMethod] = [.get, .head, .post, .put, .patch, .delete, .options]
    let method = request.method
    guard isPatternSafe else {
      return ".matching(.method(\(SwiftLiteral.string(method.rawValue))))"
    }
    let url = SwiftLiteral.string(urlText)
    return factories.contains(method)
      ? ".\(method.rawValue.lowercased())(\(url))"
      : ".request(\(SwiftLiteral.string(method.rawValue)), \(url))"
  }

  /// The URL without a fragment, in the form in which a pattern takes it as an exact URL.
  private var urlText: String {
    let text = request.url.absoluteString
    let end = text.firstIndex(of: "#") ?? text.endIndex
    return text[..<end].replacingOccurrences(of: "{", with: "%7B")
      .replacingOccurrences(of: "}", with: "%7D")
  }

  /// Whether the URL can be written as a pattern that matches it.
  private var isPatternSafe: Bool {
    guard let target = request.facts.target else { return false }
    var captures: [String: String] = [:]
    return URLPattern(urlText).matches(
      target, text: request.url.absoluteString, query: nil, captures: &captures)
  }

  private var query: [String] {
    guard !isPatternSafe else { return [] }
    // Without a pattern only a closure can tell this URL from others.
    let url = SwiftLiteral.string(request.url.absoluteString)
    return [".where(\"the URL is the same\") { $0.url.absoluteString == \(url) }"]
  }

  private var headers: [String] {
    request.headers.filter { header in
      !Self.isLeftOut(header.name)
        && !request.facts.addedHeaders.contains(header.name.lowercased())
        && !(isMultipart && HTTPField.sameName(header.name, "Content-Type"))
        && HTTPField.problem(name: header.name, value: header.value) == nil
    }
    .map { ".header(\(SwiftLiteral.string($0.name)), \(SwiftLiteral.string($0.value)))" }
  }

  /// Secrets don't belong in a test's source, and the loader sets the length itself.
  private static func isLeftOut(_ name: String) -> Bool {
    ["authorization", "proxy-authorization", "cookie", "content-length"]
      .contains(name.lowercased())
  }

  private var isMultipart: Bool { multipart != nil }

  private var multipart: MultipartBody? {
    guard request.facts.mediaType?.isMultipartForm == true else { return nil }
    let body = try? MultipartBody(request.body, contentType: request.header("Content-Type"))
    guard let body, !body.parts.isEmpty, body.parts.allSatisfy({ $0.name != nil }) else {
      return nil
    }
    return body
  }

  private var body: [String] {
    let data = request.body
    guard !data.isEmpty else { return [] }
    if let multipart {
      // The boundary is another one each time, so the parts are compared.
      return multipart.parts.map { part in
        MultipartCondition(
          name: part.name ?? "", fileName: part.fileName, contentType: part.contentType,
          content: part.content
        ).source
      }
    }
    if let literal = jsonLiteral(data) { return [".body(json: \(literal))"] }
    if request.facts.mediaType?.isForm == true, let form = formLiteral(data) {
      return [".body(form: \(form))"]
    }
    if let text = String(data: data, encoding: .utf8), Data(text.utf8) == data {
      return [".body(\(SwiftLiteral.string(text)))"]
    }
    return [".body(base64: \(SwiftLiteral.data(data)))"]
  }

  /// The body as a JSON literal, where that keeps its value.
  private func jsonLiteral(_ data: Data) -> String? {
    guard case .success(let json) = request.facts.json else { return nil }
    switch json {
    case .object, .array: break
    // A lone number or string is JSON only where the request says so.
    default: guard request.facts.mediaType?.isJSON == true else { return nil }
    }
    return json.swiftLiteral(indentation: 0)
  }

  /// The body as a dictionary literal, where its pairs say all of it.
  private func formLiteral(_ data: Data) -> String? {
    let pairs = FormBody(data).pairs
    guard !pairs.isEmpty, !data.contains(0) else { return nil }
    return String(FormCondition(pairs: pairs).source.dropFirst(".body(form: ".count).dropLast())
  }
}
