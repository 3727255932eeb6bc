/// A string that equals another only when both hold the same Unicode scalars.
///
/// `String` compares by canonical equivalence: "é" equals "e" with an accent after it. JSON
/// texts and form fields that differ in that are different data.
struct ScalarString: Hashable {
  let text: String

  init(_ text: String) {
    self.text = text
  }

  static func == (lhs: ScalarString, rhs: ScalarString) -> Bool {
    lhs.text.hasSameScalars(as: rhs.text)
  }

  func hash(into hasher: inout Hasher) {
    text.hashScalars(into: &hasher)
  }
}

extension String {
  func hasSameScalars(as other: String) -> Bool {
    utf8.count == other.utf8.count && utf8.elementsEqual(other.utf8)
  }

  func hashScalars(into hasher: inout Hasher) {
    let wasContiguous: Void? = utf8.withContiguousStorageIfAvailable {
      hasher.combine(bytes: UnsafeRawBufferPointer($0))
    }
    if wasContiguous == nil {
      Array(utf8).withUnsafeBytes { hasher.combine(bytes: $0) }
    }
    // No text holds this byte: it keeps neighbouring texts apart.
    hasher.combine(0xFF as UInt8)
  }
}
