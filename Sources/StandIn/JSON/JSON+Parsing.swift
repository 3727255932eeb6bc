public import Foundation

extension JSON {
  /// Creates a value from JSON text as RFC 8259 defines it, and nothing beyond.
  ///
  /// A byte order mark before the text is skipped. A key that an object repeats is an error, as
  /// are more than 512 levels of arrays and objects.
  ///
  /// - Parameter data: The text in UTF-8.
  /// - Throws: A ``JSONParsingError`` with the place and the reason.
  public init(parsing data: Data) throws {
    self = try data.withUnsafeBytes { bytes in
      try bytes.withMemoryRebound(to: UInt8.self) { try JSONParser.parse($0) }
    }
  }

  /// Creates a value from JSON text as RFC 8259 defines it, and nothing beyond.
  ///
  /// What is refused in data is refused in text.
  ///
  /// - Parameter text: The text.
  /// - Throws: A ``JSONParsingError`` with the place and the reason.
  public init(parsing text: String) throws {
    var text = text
    self = try text.withUTF8 { try JSONParser.parse($0) }
  }
}

/// Reads one JSON text in one pass, with its own stack: nesting takes none of the thread's.
struct JSONParser {
  static let depthLimit = 512

  private var reader: JSONTokenReader
  private var open: [OpenContainer] = []

  static func parse(_ bytes: UnsafeBufferPointer<UInt8>) throws(JSONParsingError) -> JSON {
    var parser = JSONParser(reader: JSONTokenReader(bytes))
    return try parser.document()
  }

  private init(reader: JSONTokenReader) {
    self.reader = reader
  }

  private mutating func document() throws(JSONParsingError) -> JSON {
    reader.skipByteOrderMark()
    reader.skipWhitespace()
    if reader.isAtEnd { throw reader.error("the text is empty") }
    while true {
      // A container that opens here has no value yet: its first element or member comes next.
      guard let value = try self.value() else { continue }
      if let whole = try close(with: value) {
        reader.skipWhitespace()
        if !reader.isAtEnd { throw reader.error("unexpected \(reader.found) after the value") }
        return whole
      }
    }
  }

  /// A scalar or an empty container; nil after opening one that is not empty.
  private mutating func value() throws(JSONParsingError) -> JSON? {
    switch reader.peek {
    case UInt8(ascii: "["):
      return try openContainer(isObject: false, end: UInt8(ascii: "]")) ? nil : .array([])
    case UInt8(ascii: "{"):
      return try openContainer(isObject: true, end: UInt8(ascii: "}")) ? nil : .object([:])
    default:
      return try reader.scalar()
    }
  }

  /// Returns false when the container ends at once.
  private mutating func openContainer(
    isObject: Bool, end: UInt8
  ) throws(JSONParsingError) -> Bool {
    if open.count == Self.depthLimit {
      throw reader.error("more than \(Self.depthLimit) levels of arrays and objects")
    }
    reader.advance()
    reader.skipWhitespace()
    if reader.skip(end) { return false }
    open.append(OpenContainer(isObject: isObject))
    if isObject { try memberKey() }
    return true
  }

  private mutating func memberKey() throws(JSONParsingError) {
    let start = reader
    let key = try reader.key()
    if !open[open.count - 1].begin(key) {
      throw start.error("the key \(JSON.string(key).abbreviated(to: 80)) is repeated")
    }
    reader.skipWhitespace()
    if !reader.skip(UInt8(ascii: ":")) {
      throw reader.error("expected \":\" after the key, found \(reader.found)")
    }
    reader.skipWhitespace()
  }

  /// Puts a value where it belongs, and closes every container that ends after it.
  ///
  /// Returns the outermost value once it is complete, nil when another value follows.
  private mutating func close(with value: JSON) throws(JSONParsingError) -> JSON? {
    var value = value
    while !open.isEmpty {
      open[open.count - 1].append(value)
      reader.skipWhitespace()
      let isObject = open[open.count - 1].isObject
      let end = isObject ? UInt8(ascii: "}") : UInt8(ascii: "]")
      if reader.peek == UInt8(ascii: ",") {
        let comma = reader
        reader.advance()
        reader.skipWhitespace()
        if reader.peek == end { throw comma.error("a comma with nothing after it") }
        if isObject { try memberKey() }
        return nil
      }
      guard reader.skip(end) else {
        throw reader.error(
          "expected \",\" or \"\(isObject ? "}" : "]")\", found \(reader.found)")
      }
      value = open.removeLast().value
    }
    return value
  }
}

/// An array or object whose end is still to come.
private struct OpenContainer {
  let isObject: Bool
  private var elements: [JSON] = []
  private var members: [(key: String, value: JSON)] = []
  private var key = ""
  /// The keys so far, once they are too many to look through.
  private var keys: Set<ScalarString> = []

  init(isObject: Bool) {
    self.isObject = isObject
  }

  var value: JSON { isObject ? .object(JSON.KeyValues(members)) : .array(elements) }

  /// Begins a member; returns false when there is one with this key.
  mutating func begin(_ key: String) -> Bool {
    self.key = key
    if members.count < 8 {
      return !members.contains { $0.key.hasSameScalars(as: key) }
    }
    if members.count == 8 {
      keys = Set(members.map { ScalarString($0.key) })
    }
    return keys.insert(ScalarString(key)).inserted
  }

  mutating func append(_ value: JSON) {
    if isObject {
      members.append((key: key, value: value))
    } else {
      elements.append(value)
    }
  }
}
