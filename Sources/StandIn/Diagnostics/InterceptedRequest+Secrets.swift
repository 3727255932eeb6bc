import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

extension InterceptedRequest {
  /// The request as a message may show it, and where its secrets stood.
  ///
  /// - Parameter places: Takes the places, such as `header Authorization`.
  /// - Returns: The request with its secrets masked; the same request where it has none.
  func hidingSecrets(_ places: inout [String]) -> InterceptedRequest {
    let before = places.count
    var sent = facts.urlRequest
    for header in headers where Secrets.isSecret(header.name) && !header.value.isEmpty {
      sent.setValue(Secrets.mask, forHTTPHeaderField: header.name)
      places.append("header \(header.name)")
    }
    let address = Secrets.masked(url: url.absoluteString)
    if !address.places.isEmpty {
      // A mask is valid wherever it stands; should it not be, nothing of the URL may be shown.
      sent.url = URL(string: address.text) ?? URL(fileURLWithPath: "/masked")
      places += address.places
    }
    let body = maskedBody
    places += body?.places ?? []
    guard places.count > before,
      let masked = RequestFacts(
        sent, body: body.map { RequestBody($0.bytes) } ?? facts.body,
        addedHeaders: facts.addedHeaders)
    else { return self }
    return InterceptedRequest(masked)
  }

  /// Method and URL on one line, with secrets masked.
  var line: String {
    let method = method.problem == nil ? method.rawValue : SwiftLiteral.string(method.rawValue)
    return
      "\(Excerpt.line(method, 100)) \(Excerpt.line(Secrets.masked(url: url.absoluteString).text, 500))"
  }

  /// The body as a message may show it, cut where it is long.
  var bodyExcerpt: String { Excerpt.of(maskedBody?.bytes ?? body) }

  /// Whether the body has secrets.
  var hasSecretBody: Bool { maskedBody != nil }

  /// The body with its secrets masked, and where they stood; nil where it has none.
  private var maskedBody: MaskedBody? { facts.body.masked { makeMaskedBody() } }

  private func makeMaskedBody() -> MaskedBody? {
    guard !body.isEmpty else { return nil }
    if let parts = MultipartBody.parts(of: self) {
      // A boundary may be missing, or a part have no name: whatever is a part may be the one with the secret.
      let places = parts.flatMap(\.secretPlaces)
      return places.isEmpty ? nil : MaskedBody(bytes: Data(Secrets.mask.utf8), places: places)
    }
    var places: [String] = []
    if mayBeJSON, case .success(let json) = facts.json {
      let masked = json.hidingSecrets(&places)
      return places.isEmpty ? nil : MaskedBody(bytes: masked.encoded(), places: places)
    }
    guard let text = String(data: body, encoding: .utf8) else { return nil }
    if text.contains("form-data"), Secrets.namesSecretPart(text) {
      return MaskedBody(bytes: Data(Secrets.mask.utf8), places: ["a part of the body"])
    }
    let items = text.split(separator: "&", omittingEmptySubsequences: false)
      .map { Secrets.maskingValue(in: $0, kind: "form field", &places) }
    let masked = Secrets.masked(text: items.joined(separator: "&"))
    places += masked.places
    return places.isEmpty ? nil : MaskedBody(bytes: Data(masked.text.utf8), places: places)
  }

  /// Whether it is worth a try to read the body as an object or array.
  private var mayBeJSON: Bool {
    let first = body.first { $0 > UInt8(ascii: " ") }
    // A byte order mark may stand before it.
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[") || first == 0xEF
  }

  /// The body as a multipart form whose parts all have names; nil where it is something else.
  var multipart: MultipartBody? {
    guard facts.mediaType?.isMultipartForm == true,
      let body = try? MultipartBody(body, contentType: header("Content-Type")),
      body.parts.allSatisfy({ $0.name != nil })
    else { return nil }
    return body
  }
}

/// A body as a message may show it.
package struct MaskedBody: Sendable {
  var bytes: Data
  /// Where its secrets stood.
  var places: [String]
}

extension MultipartBody {
  /// The parts of a request's body, whether they have names or not; nil where it is something else.
  fileprivate static func parts(of request: InterceptedRequest) -> [Part]? {
    guard request.facts.mediaType?.isMultipartForm == true else { return nil }
    return try? MultipartBody(request.body, contentType: request.header("Content-Type")).parts
  }
}

extension MultipartBody.Part {
  /// Where the part has secrets: in its name, or in what it holds.
  var secretPlaces: [String] {
    let name = name ?? ""
    if Secrets.isSecret(name) { return ["part \(SwiftLiteral.string(name))"] }
    guard let text = String(data: content, encoding: .utf8) else { return [] }
    return Secrets.masked(text: text).places.isEmpty
      ? [] : ["a field in part \(SwiftLiteral.string(name))"]
  }
}

extension Secrets {
  /// Whether what looks like the parts of a form has one with the name of a secret.
  fileprivate static func namesSecretPart(_ text: String) -> Bool {
    text.components(separatedBy: "name=\"").dropFirst().contains { rest in
      isSecret(String(rest.prefix { $0 != "\"" }))
    }
  }
}
