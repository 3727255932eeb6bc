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
    guard parts.count == 2,
      parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(ByteSet.token.contains) })
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
}
