import Foundation

#if canImport(FoundationNetworking)
  package import FoundationNetworking
#endif

/// A 401 that asks for Basic credentials (RFC 7617), which a task's delegate may give.
package struct Challenge: Sendable, Equatable {
  /// After this many wrong answers the 401 is delivered.
  static let limit = 3

  package let realm: String?

  /// The challenge of a response; nil where it asks for no Basic credentials.
  package init?(_ response: HTTPURLResponse) {
    guard response.statusCode == 401,
      let field = response.value(forHTTPHeaderField: "WWW-Authenticate"),
      let basic = Self.realmOfBasic(in: field)
    else { return nil }
    realm = basic
  }

  /// The request with credentials (RFC 7617, section 2).
  static func answer(_ request: URLRequest, with credential: URLCredential) -> URLRequest {
    var request = request
    let pair = Data("\(credential.user ?? ""):\(credential.password ?? "")".utf8)
    request.setValue("Basic \(pair.base64EncodedString())", forHTTPHeaderField: "Authorization")
    return request
  }

  func authenticationChallenge(
    for response: HTTPURLResponse, previousFailureCount: Int
  ) -> URLAuthenticationChallenge {
    let target = response.url.flatMap { NormalizedURL($0.absoluteString) }
    let space = URLProtectionSpace(
      host: target?.host ?? "", port: target?.effectivePort ?? 80, protocol: target?.scheme,
      realm: realm, authenticationMethod: NSURLAuthenticationMethodHTTPBasic)
    return URLAuthenticationChallenge(
      protectionSpace: space, proposedCredential: nil,
      previousFailureCount: previousFailureCount, failureResponse: response, error: nil,
      sender: SilentSender())
  }

  /// The realm of the Basic challenge in a field; nil where there is none.
  ///
  /// Several challenges stand in one field, separated by commas like their parameters:
  /// `Bearer error="x", Basic realm="y", charset="UTF-8"`.
  private static func realmOfBasic(in field: String) -> String?? {
    var isBasic = false
    var found: String??
    for piece in pieces(of: field) {
      let words = piece.split(separator: " ", maxSplits: 1)
      guard let first = words.first else { continue }
      var parameter = piece[...]
      if !first.contains("=") {
        // A scheme, with its first parameter or without any.
        isBasic = first.lowercased() == "basic"
        if isBasic, found == nil { found = .some(nil) }
        parameter = words.count > 1 ? words[1] : ""
      }
      let pair = parameter.split(separator: "=", maxSplits: 1)
      if isBasic, pair.count == 2,
        pair[0].trimmingCharacters(in: .whitespaces).lowercased() == "realm"
      {
        found = .some(unquoted(pair[1].trimmingCharacters(in: .whitespaces)))
      }
    }
    return found
  }

  /// The parts of a field between commas that are not quoted.
  private static func pieces(of field: String) -> [String] {
    var pieces = [""]
    var isQuoted = false
    var isEscaped = false
    for character in field {
      if character == ",", !isQuoted {
        pieces.append("")
        continue
      }
      if character == "\"", !isEscaped { isQuoted.toggle() }
      isEscaped = character == "\\" && isQuoted && !isEscaped
      pieces[pieces.count - 1].append(character)
    }
    return pieces.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static func unquoted(_ text: String) -> String {
    guard text.count > 1, text.hasPrefix("\""), text.hasSuffix("\"") else { return text }
    var result = ""
    var rest = text.dropFirst().dropLast()
    while let character = rest.popFirst() {
      result.append(character == "\\" ? rest.popFirst() ?? character : character)
    }
    return result
  }
}

/// The sender that a challenge must have; answers come through the delegate's completion handler instead.
private final class SilentSender: NSObject, URLAuthenticationChallengeSender {
  func use(_ credential: URLCredential, for challenge: URLAuthenticationChallenge) {}
  func continueWithoutCredential(for challenge: URLAuthenticationChallenge) {}
  func cancel(_ challenge: URLAuthenticationChallenge) {}
  func performDefaultHandling(for challenge: URLAuthenticationChallenge) {}
  func rejectProtectionSpaceAndContinue(with challenge: URLAuthenticationChallenge) {}
}
