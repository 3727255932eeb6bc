package import Foundation

/// The parts of a `multipart/form-data` body (RFC 7578, and RFC 2046, section 5.1).
package struct MultipartBody: Sendable, Hashable {
  /// The parts in order; there is at least one.
  package let parts: [Part]

  package struct Part: Sendable, Hashable {
    /// The name of the form field.
    package let name: String?
    /// The name of the uploaded file, from the extended parameter if there is one.
    package let fileName: String?
    /// The value of the part's own Content-Type header.
    package let contentType: String?
    /// The names as sent, and the values without the blanks around them, in order.
    package let headers: [Header]
    /// Exactly the bytes between the headers and the line break before the next boundary.
    package let content: Data

    /// The value of a header, whatever the case of its name.
    package func header(_ name: String) -> String? { headers.value(of: name) }
  }

  package struct Header: Sendable, Hashable {
    package let name: String
    package fileprivate(set) var value: String
  }

  /// Why a body is not multipart form data.
  package struct ParsingError: Error, Sendable, Hashable, CustomStringConvertible {
    package let reason: String
    package var description: String { reason }
  }

  /// Reads a body.
  ///
  /// - Parameters:
  ///   - data: The body.
  ///   - contentType: The value of the request's Content-Type header, if it has one.
  /// - Throws: A ``ParsingError`` when the type is another, or the body ends too early.
  package init(_ data: Data, contentType: String?) throws(ParsingError) {
    guard let contentType else { throw ParsingError(reason: "there is no Content-Type header") }
    guard let type = MediaType(contentType), type.isMultipartForm else {
      throw ParsingError(
        reason: "the Content-Type is \(SwiftLiteral.string(contentType)), not multipart/form-data")
    }
    guard let boundary = type.parameters["boundary"], !boundary.isEmpty else {
      throw ParsingError(reason: "the Content-Type header has no boundary parameter")
    }
    guard boundary.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F }) else {
      throw ParsingError(reason: "the boundary holds control characters")
    }
    parts = try data.withUnsafeBytes { bytes in
      Result<[Part], ParsingError> { () throws(ParsingError) in
        var parts: [Part] = []
        for section in try MultipartSections(bytes, boundary: boundary).ranges {
          let section = UnsafeRawBufferPointer(rebasing: bytes[section])
          parts.append(try Part(section, number: parts.count + 1))
        }
        return parts
      }
    }.get()
    if parts.isEmpty {
      throw ParsingError(reason: "there are no parts between the boundaries")
    }
  }
}

extension MultipartBody.Part {
  /// Reads headers up to an empty line, and takes the rest as content.
  fileprivate init(
    _ bytes: UnsafeRawBufferPointer, number: Int
  ) throws(MultipartBody.ParsingError) {
    var lines = MultipartLines(bytes)
    headers = try Self.headers(&lines, number: number)
    content = Data(bytes[lines.position...])
    let disposition = headers.value(of: "Content-Disposition").map { HeaderParameters($0) }
    name = disposition?["name"]
    fileName = disposition?.extended("filename")
    contentType = headers.value(of: "Content-Type")
  }

  private static func headers(
    _ lines: inout MultipartLines, number: Int
  ) throws(MultipartBody.ParsingError) -> [MultipartBody.Header] {
    var headers: [MultipartBody.Header] = []
    var lastBreak = MultipartLines.LineBreak.none
    while let line = lines.next() {
      if line.text.isEmpty { return headers }
      lastBreak = line.lineBreak
      let text = String(decoding: line.text, as: UTF8.self)
      if text.utf8.first == 0x20 || text.utf8.first == 0x09, !headers.isEmpty {
        headers[headers.count - 1].value += " " + text.trimmed
      } else if let colon = text.utf8.firstIndex(of: UInt8(ascii: ":")) {
        let value = text[text.utf8.index(after: colon)...]
        headers.append(
          MultipartBody.Header(
            name: String(text[..<colon]).trimmed, value: String(value).trimmed))
      } else {
        throw MultipartBody.ParsingError(
          reason: "part \(number) has a header line without a colon: \(SwiftLiteral.string(text))")
      }
    }
    // Without content, the line break of the empty line is that of the boundary.
    if lastBreak != .none { return headers }
    throw MultipartBody.ParsingError(
      reason: "part \(number) has no empty line after its headers")
  }
}

extension [MultipartBody.Header] {
  fileprivate func value(of name: String) -> String? {
    let name = name.lowercased()
    return first { $0.name.lowercased() == name }?.value
  }
}

extension String {
  fileprivate var trimmed: String { trimmingCharacters(in: .whitespaces) }
}
