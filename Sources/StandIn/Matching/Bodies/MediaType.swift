/// A media type as in a Content-Type header.
package struct MediaType: Sendable, Hashable, CustomStringConvertible {
  /// The type and subtype in lower case, such as `text/html`.
  package let essence: String

  /// The parameters by their lower-case names; of a repeated one the first.
  package let parameters: [String: String]

  /// Reads a header value, or returns nil when it names no type and subtype.
  package init?(_ header: String) {
    let header = HeaderParameters(header)
    let essence = header.value.lowercased()
    let parts = essence.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isTokenByte) })
    else { return nil }
    self.essence = essence
    parameters = header.all
  }

  package var description: String {
    parameters.sorted { $0.key < $1.key }.reduce(essence) { $0 + "; \($1.key)=\($1.value)" }
  }

  /// The character encoding in lower case.
  package var charset: String? { parameters["charset"]?.lowercased() }

  package var isJSON: Bool {
    essence == "application/json" || essence == "text/json" || essence.hasSuffix("+json")
  }

  package var isForm: Bool { essence == "application/x-www-form-urlencoded" }

  package var isMultipartForm: Bool { essence == "multipart/form-data" }

  /// Whether a body of this type is meant to be read as text.
  package var isText: Bool {
    essence.hasPrefix("text/") || isJSON || isForm || essence.hasSuffix("+xml")
      || Self.textTypes.contains(essence)
  }

  private static let textTypes: Set<String> = [
    "application/ecmascript", "application/graphql", "application/javascript",
    "application/x-javascript", "application/x-ndjson", "application/xml", "application/yaml",
  ]
}

extension UInt8 {
  /// Whether the byte can be part of a token (RFC 9110, section 5.6.2).
  fileprivate var isTokenByte: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"):
      true
    default:
      "!#$%&'*+-.^_`|~".utf8.contains(self)
    }
  }
}
