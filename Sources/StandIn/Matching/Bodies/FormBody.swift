package import Foundation

/// The names and values of an `application/x-www-form-urlencoded` body.
///
/// Two are equal when they hold the same values under each name, in the same order there; the
/// order of different names does not count.
package struct FormBody: Sendable, Equatable {
  /// The decoded names and values in order.
  package let pairs: [(name: String, value: String)]

  /// Reads a body as the WHATWG URL Standard, section 5.1, says; no body is malformed.
  package init(_ data: Data) {
    pairs = Array(data).split(separator: UInt8(ascii: "&")).map { item in
      let name = item.prefix { $0 != UInt8(ascii: "=") }
      return (name: Self.decode(name), value: Self.decode(item[name.endIndex...].dropFirst()))
    }
  }

  /// Creates a body from names and values that are not encoded.
  package init(pairs: [(name: String, value: String)]) {
    self.pairs = pairs
  }

  /// Creates a body from names and values that are not encoded.
  package init(_ items: KeyValuePairs<String, String>) {
    pairs = items.map { (name: $0.key, value: $0.value) }
  }

  package static func == (lhs: FormBody, rhs: FormBody) -> Bool {
    lhs.pairs.count == rhs.pairs.count && lhs.differences(from: rhs, limit: 1).isEmpty
  }

  private static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    bytes.withUnsafeBufferPointer {
      String(decoding: PercentEncoding.decodedBytes($0, plusIsSpace: true), as: UTF8.self)
    }
  }
}

extension FormBody {
  /// A name whose values are not the expected ones.
  package struct Difference: Sendable, Hashable, CustomStringConvertible {
    package let name: String
    /// The expected values in order; none when the name is unexpected.
    package let expected: [String]
    /// The actual values in order; none when the name is missing.
    package let actual: [String]

    package var description: String {
      let label = SwiftLiteral.string(name)
      return if actual.isEmpty {
        "\(label): missing, expected \(Self.list(expected))"
      } else if expected.isEmpty {
        "\(label): unexpected \(Self.list(actual))"
      } else {
        "\(label): expected \(Self.list(expected)), got \(Self.list(actual))"
      }
    }

    private static func list(_ values: [String]) -> String {
      let shown = values.prefix(8).map {
        let kept = $0.prefix(80)
        return SwiftLiteral.string(String(kept)) + (kept.endIndex < $0.endIndex ? "…" : "")
      }
      return (shown + (values.count > 8 ? ["…"] : [])).joined(separator: ", ")
    }
  }

  /// The names whose values are not the expected ones, in the expected order, unexpected ones last.
  ///
  /// - Parameters:
  ///   - expected: What this form should be, or contain.
  ///   - subset: Whether there may be other names, and other values among the expected ones.
  ///   - limit: How many differences to look for.
  /// - Returns: The differences.
  package func differences(
    from expected: FormBody, subset: Bool = false, limit: Int = 10
  ) -> [Difference] {
    let expectedValues = expected.valuesByName
    let actualValues = valuesByName
    var found: [Difference] = []
    var seen: Set<ScalarString> = []
    for pair in subset ? expected.pairs : expected.pairs + pairs {
      if found.count >= limit { break }
      let name = ScalarString(pair.name)
      guard seen.insert(name).inserted else { continue }
      let wanted = expectedValues[name] ?? []
      let got = actualValues[name] ?? []
      let agrees =
        subset
        ? Self.has(wanted, in: got) : wanted.elementsEqual(got, by: { $0.hasSameScalars(as: $1) })
      if !agrees {
        found.append(Difference(name: pair.name, expected: wanted, actual: got))
      }
    }
    return found
  }

  /// Whether all values stand among others in this order: the first fit is as good as any.
  private static func has(_ wanted: [String], in actual: [String]) -> Bool {
    var rest = wanted[...]
    for value in actual {
      if let next = rest.first, value.hasSameScalars(as: next) { rest = rest.dropFirst() }
    }
    return rest.isEmpty
  }

  private var valuesByName: [ScalarString: [String]] {
    pairs.reduce(into: [:]) { $0[ScalarString($1.name), default: []].append($1.value) }
  }
}
