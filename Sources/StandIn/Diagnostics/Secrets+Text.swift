import Foundation

extension Secrets {
  /// A text of any kind in which whatever looks like a field with a secret is masked.
  ///
  /// It finds `name=value`, `"name": "value"`, `name: "value"` and `"name", "value"`: forms, JSON, also where it is broken
  /// or in a string of a program, GraphQL, and Swift source.
  ///
  /// - Parameter text: The text.
  /// - Returns: The masked text, and where secrets stood.
  static func masked(text: String) -> (text: String, places: [String]) {
    var scanner = SecretScanner(text)
    scanner.run()
    guard !scanner.places.isEmpty else { return (text, []) }
    return (String(decoding: scanner.output, as: UTF8.self), scanner.places)
  }

  /// A body with secrets masked; nil where it has none, or is no text.
  static func masked(body: Data) -> Data? {
    guard let text = String(data: body, encoding: .utf8) else { return nil }
    let masked = masked(text: text)
    return masked.places.isEmpty ? nil : Data(masked.text.utf8)
  }
}

/// Copies bytes, but not the values of fields that hold secrets.
private struct SecretScanner {
  private let bytes: [UInt8]
  private var position = 0
  private(set) var output: [UInt8] = []
  private(set) var places: [String] = []

  init(_ text: String) {
    bytes = Array(text.utf8)
    output.reserveCapacity(bytes.count)
  }

  mutating func run() {
    while position < bytes.count {
      guard Self.isName(bytes[position]) else {
        output.append(bytes[position])
        position += 1
        continue
      }
      let start = position
      while position < bytes.count, Self.isName(bytes[position]) { position += 1 }
      output += bytes[start..<position]
      let name = start..<position
      guard let value = value(after: name), !Self.isHarmless(bytes[value]) else { continue }
      let text = String(decoding: bytes[name], as: UTF8.self)
      places.append("field \(SwiftLiteral.string(text))")
      output += bytes[position..<value.lowerBound]
      output += Secrets.mask.utf8
      position = value.upperBound
    }
  }

  private static func isName(_ byte: UInt8) -> Bool {
    byte.isLetter || byte.isDigit || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
      || byte == UInt8(ascii: ".")
  }

  /// Where the value stands that belongs to a name which ends here; nil where none does.
  private func value(after name: Range<Int>) -> Range<Int>? {
    var index = name.upperBound
    let isQuoted = skipQuote(&index)
    skipSpace(&index)
    guard index < bytes.count else { return nil }
    let separator = bytes[index]
    let isPair = separator == UInt8(ascii: "=") && !isQuoted
    guard isPair || separator == UInt8(ascii: ":") || (separator == UInt8(ascii: ",") && isQuoted)
    else { return nil }
    // Before the end is looked for: that may be far away, and there may be many names.
    guard Secrets.isSecret(String(decoding: bytes[name], as: UTF8.self)) else { return nil }
    index += 1
    if !isPair { skipSpace(&index) }
    // Masked already.
    if bytes[index...].starts(with: Secrets.mask.utf8) { return nil }
    let backslashes = backslashes(at: index)
    if index + backslashes < bytes.count, bytes[index + backslashes] == UInt8(ascii: "\"") {
      return quoted(from: index + backslashes + 1, backslashes)
    }
    guard isPair || (isQuoted && separator == UInt8(ascii: ":")) else { return nil }
    let stops: [UInt8] = isPair ? Array("&;#\"'()<> \n\r\t\\".utf8) : Array(",}] \n\r\t\"\\".utf8)
    let last = bytes[index...].firstIndex(where: stops.contains) ?? bytes.count
    return index < last ? index..<last : nil
  }

  /// The range up to the quotation mark with as many backslashes before it.
  private func quoted(from start: Int, _ backslashes: Int) -> Range<Int>? {
    var index = start
    while index < bytes.count {
      let run = self.backslashes(at: index)
      index += run
      guard index < bytes.count else { break }
      if bytes[index] == UInt8(ascii: "\""), run == backslashes {
        return start < index - run ? start..<(index - run) : nil
      }
      index += 1
    }
    return start < bytes.count ? start..<bytes.count : nil
  }

  private func backslashes(at start: Int) -> Int {
    bytes[min(start, bytes.count)...].prefix { $0 == UInt8(ascii: "\\") }.count
  }

  private func skipQuote(_ index: inout Int) -> Bool {
    let run = backslashes(at: index)
    guard index + run < bytes.count, bytes[index + run] == UInt8(ascii: "\"") else { return false }
    index += run + 1
    return true
  }

  private func skipSpace(_ index: inout Int) {
    while index < bytes.count,
      bytes[index] == UInt8(ascii: " ") || bytes[index] == UInt8(ascii: "\t")
    {
      index += 1
    }
  }

  /// Whether a value gives nothing away: masked already, or no more than a flag.
  private static func isHarmless(_ value: ArraySlice<UInt8>) -> Bool {
    ["null", "nil", "true", "false"].contains { value.elementsEqual($0.utf8) }
      || value.starts(with: Secrets.mask.utf8)
  }
}
