import Foundation

/// A `stub(…)` statement in Swift that answers a request: valid whatever the request holds.
///
/// What holds secrets is left out, as are fields that the loader sets itself.
struct Snippet {
  private let request: InterceptedRequest
  /// The most bytes of a modifier that is written out; a longer one is described instead.
  private let longest: Int
  /// The most lines of all modifiers; those that don't fit are described instead.
  private let mostLines: Int
  /// Where a stub of this priority forbids the request, the new one needs it as well.
  private let priority: Int
  private let multipart: MultipartBody?
  private let publicURL: PublicURL

  init(
    _ request: InterceptedRequest, priority: Int = 0, longest: Int = .max, mostLines: Int = .max
  ) {
    self.request = request
    self.priority = priority
    publicURL = PublicURL(request)
    self.longest = longest
    self.mostLines = mostLines
    multipart = request.body.count <= longest ? request.multipart : nil
  }

  var text: String {
    guard factory.utf8.count <= longest else {
      return "// It is too long to be shown: `error.snippet` has it."
    }
    let rank = priority > 0 ? [".priority(\(priority))"] : []
    let modifiers = fitting(conditions) + rank + [".respond(.status(200))"]
    let oneLine = "stub(\(factory)\(modifiers.joined()))"
    guard modifiers.count > 1 || oneLine.utf8.count > 100 else { return oneLine }
    let lines = modifiers.map { modifier in
      "\n    "
        + modifier.split(separator: "\n", omittingEmptySubsequences: false)
        .joined(separator: "\n    ")
    }
    return "stub(\n  \(factory)\(lines.joined()))"
  }

  /// The modifiers that are short enough to be shown, and a comment for the others.
  private func fitting(_ modifiers: [String]) -> [String] {
    var result: [String] = []
    var lines = 0
    var missing = 0
    for modifier in modifiers {
      let height = modifier.utf8.count { $0 == UInt8(ascii: "\n") } + 1
      guard modifier.utf8.count <= longest, lines + height <= mostLines else {
        missing += 1
        continue
      }
      lines += height
      result.append(modifier)
    }
    let longBody = request.body.count > longest ? request.body.count : nil
    guard missing > 0 || longBody != nil else { return result }
    return result + ["// \(Self.omission(missing, longBody))"]
  }

  private static func omission(_ modifiers: Int, _ body: Int?) -> String {
    let what = [
      modifiers > 0 ? "\(modifiers) more condition\(modifiers == 1 ? "" : "s")" : nil,
      body.map { "the body of \($0) bytes" },
    ]
    return "and \(what.compactMap(\.self).joined(separator: " and ")): `error.snippet` has all"
  }

  // MARK: Line

  /// What the request has in common with no other: its method and its URL, as far as a stub can name them.
  private var factory: String {
    guard isURLNameable else {
      return isMethodNameable ? ".matching(.method(\(method)))" : ".everything"
    }
    let url = SwiftLiteral.string(publicURL.pattern)
    guard isMethodNameable else { return ".any(\(url))" }
    return request.method.factoryName.map { ".\($0)(\(url))" } ?? ".request(\(method), \(url))"
  }

  private var conditions: [String] {
    var result: [String] = []
    if !isMethodNameable {
      result.append(".where(\"the method is the same\") { $0.method == \(method) }")
    }
    if isURLNameable {
      result += publicURL.conditions
    } else if Secrets.masked(url: request.url.absoluteString).places.isEmpty {
      let url = SwiftLiteral.string(request.url.absoluteString)
      result.append(".where(\"the URL is the same\") { $0.url.absoluteString == \(url) }")
    }
    return result + headers + body
  }

  private var method: String { SwiftLiteral.string(request.method.rawValue) }

  private var isMethodNameable: Bool { request.method.problem == nil }

  /// Whether the URL can be written as a pattern that matches it.
  private var isURLNameable: Bool {
    guard let target = request.facts.target else { return false }
    var captures: [String: String] = [:]
    return URLPattern(publicURL.pattern).matches(
      target, text: request.url.absoluteString, query: publicURL.conditions.isEmpty ? nil : .any,
      captures: &captures)
  }

  // MARK: Header fields

  private var headers: [String] {
    request.headers.filter { header in
      let name = header.name.lowercased()
      // The boundary of a multipart form is another one each time, and the loader sets the length itself.
      return name != "content-length" && !Secrets.isSecret(name)
        && !request.facts.addedHeaders.contains(name)
        && !(multipart != nil && name == "content-type")
        && HTTPField.problem(name: header.name, value: header.value) == nil
    }
    .map { ".header(\(SwiftLiteral.string($0.name)), \(SwiftLiteral.string($0.value)))" }
  }

  // MARK: Body

  private var body: [String] {
    let data = request.body
    guard !data.isEmpty, data.count <= longest else { return [] }
    if let multipart {
      return multipart.parts.filter { !Secrets.isSecret($0.name ?? "") }.map { part in
        MultipartCondition(
          name: part.name ?? "", fileName: part.fileName, contentType: part.contentType,
          content: part.secretPlaces.isEmpty ? part.content : nil
        ).source
      }
    }
    if let json { return json }
    if request.facts.mediaType?.isForm == true, let form = form(data) { return [form] }
    guard !request.hasSecretBody else { return [] }
    if let text = String(data: data, encoding: .utf8), Data(text.utf8) == data {
      return [".body(\(SwiftLiteral.string(text)))"]
    }
    return [".body(base64: \(SwiftLiteral.data(data)))"]
  }

  /// The body as a JSON literal, where that keeps its value; nil where it does not, or is no JSON.
  private var json: [String]? {
    guard case .success(let json) = request.facts.json else { return nil }
    switch json {
    case .object, .array: break
    // A lone number or string is JSON only where the request says so.
    default: guard request.facts.mediaType?.isJSON == true else { return nil }
    }
    let isWhole = !request.hasSecretBody
    let known = isWhole ? json : json.leavingOutSecrets
    guard let literal = known?.swiftLiteral(indentation: 0) else {
      // The body as text would give the secrets away.
      return isWhole ? nil : []
    }
    return [".body(\(isWhole ? "json" : "jsonContaining"): \(literal))"]
  }

  /// The body as a dictionary literal, where its pairs say all of it.
  private func form(_ data: Data) -> String? {
    let pairs = FormBody(data).pairs
    guard !pairs.isEmpty, !data.contains(0) else { return nil }
    let known = pairs.filter { !Secrets.isSecret($0.name) }
    return FormCondition(pairs: known, allowsMore: known.count < pairs.count).source
  }
}
