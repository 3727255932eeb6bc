#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The properties that corelibs keeps in a protocol object, one of which names the file of a download.
  ///
  /// There is no accessor for them. Nothing is written unless a word of the object is the address of the very dictionary
  /// that reflection has just read, and what was written is read back; otherwise the toolchain is named as unknown.
  enum ProtocolProperties {
    /// Sets a property of a protocol object whose properties are not empty.
    ///
    /// - Throws: `UnknownToolchainError` where the properties are not where they are expected.
    static func set(
      _ name: String, to url: URL, in urlProtocol: URLProtocol, field: String = "properties"
    ) throws {
      guard let properties = Reflected.value(field, of: urlProtocol) as? any PropertyDictionary,
        properties.write(url, as: name, into: urlProtocol),
        let written = Reflected.value(field, of: urlProtocol) as? any PropertyDictionary,
        written.url(name) == url
      else { throw UnknownToolchainError(what: "the file of a download task") }
    }
  }

  /// A dictionary whose keys are of a type that can't be named here.
  private protocol PropertyDictionary {
    func url(_ name: String) -> URL?
    func write(_ url: URL, as name: String, into object: AnyObject) -> Bool
  }

  extension Dictionary: PropertyDictionary where Value == Any {
    func url(_ name: String) -> URL? {
      Self.key(name).flatMap { self[$0] as? URL }
    }

    /// Puts a URL into the dictionary where it lies in an object; whether it was found there.
    func write(_ url: URL, as name: String, into object: AnyObject) -> Bool {
      let word = MemoryLayout<UInt>.size
      guard let key = Self.key(name), !isEmpty, MemoryLayout<Self>.size == word else {
        return false
      }
      // SAFETY: a dictionary is one reference, as the size says. The words behind the object's header are there, since
      // the class has stored properties; and only the one that holds this very reference is taken for the dictionary.
      let reference = unsafeBitCast(self, to: UInt.self)
      let address = Unmanaged.passUnretained(object).toOpaque()
      let offsets = [2, 3].map { $0 * word }
        .filter { address.load(fromByteOffset: $0, as: UInt.self) == reference }
      guard offsets.count == 1 else { return false }
      var changed = self
      changed[key] = url
      (address + offsets[0]).assumingMemoryBound(to: Self.self).pointee = changed
      return true
    }

    /// The key with a raw value, if the type is one of raw values.
    private static func key(_ name: String) -> Key? {
      guard let type = Key.self as? any RawRepresentable.Type else { return nil }
      return make(type, name) as? Key
    }

    private static func make<Raw: RawRepresentable>(_ type: Raw.Type, _ name: String) -> Any? {
      (name as? Raw.RawValue).flatMap { Raw(rawValue: $0) }
    }
  }
#endif
