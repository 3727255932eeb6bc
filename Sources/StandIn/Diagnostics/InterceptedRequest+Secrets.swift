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
      // SAFETY: a mask is valid wherever it stands; should it not be, nothing of the URL may be shown.
      sent.url = URL(string: address.text) ?? URL(string: "masked:")
      places += address.places
    }
    let body = maskedBody(&places)
    guard places.count > before,
      let masked = RequestFacts(
        sent, body: body.map(RequestBody.init) ?? facts.body, addedHeaders: facts.addedHeaders)
    else { return self }
    return InterceptedRequest(masked)
  }

  /// Method and URL on one line.
  var line: String {
    let method = method.problem == nil ? method.rawValue : SwiftLiteral.string(method.rawValue)
    return "\(method) \(url.absoluteString)"
  }

  /// The request as a message may show it.
  var hidingSecrets: InterceptedRequest {
    var ignored: [String] = []
    return hidingSecrets(&ignored)
  }

  /// The body as a message may show it, cut where it is long.
  var bodyExcerpt: String {
    var ignored: [String] = []
    return Excerpt.of(maskedBody(&ignored) ?? body)
  }

  /// The body with its secrets masked; nil where it has none.
  private func maskedBody(_ places: inout [String]) -> Data? {
    let before = places.count
    let masked: Data
    if facts.mediaType?.isForm == true {
      let items = String(decoding: body, as: UTF8.self)
        .split(separator: "&", omittingEmptySubsequences: false)
      masked = Data(
        items.map { Secrets.maskingValue(in: $0, separator: "form field", &places) }
          .joined(separator: "&").utf8)
    } else if let parts = multipart?.parts {
      for name in parts.compactMap(\.name) where Secrets.isSecret(name) {
        places.append("part \(SwiftLiteral.string(name))")
      }
      masked = Data(Secrets.mask.utf8)
    } else if mayBeJSON, case .success(let json) = facts.json {
      masked = json.hidingSecrets(&places).encoded()
    } else {
      return nil
    }
    return places.count > before ? masked : nil
  }

  /// Whether it is worth a try to read the body as an object or array.
  private var mayBeJSON: Bool {
    let first = body.first { $0 > UInt8(ascii: " ") }
    return first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
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
