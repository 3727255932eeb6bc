/// Reads stored properties that have no accessor.
///
/// Read-only, and checked by the caller's cast: where a toolchain has changed, the value is nil.
package enum Reflected {
  /// The value of a stored property of an object or of a class above its own; optionals are unwrapped.
  package static func value(_ name: String, of object: Any) -> Any? {
    stored(name, of: object).flatMap(unwrapped)
  }

  /// Whether an object or a class above its own has such a stored property.
  static func has(_ name: String, in object: Any) -> Bool {
    stored(name, of: object) != nil
  }

  private static func stored(_ name: String, of object: Any) -> Any? {
    var mirror: Mirror? = Mirror(reflecting: object)
    while let current = mirror {
      if let child = current.children.first(where: { $0.label == name }) { return child.value }
      mirror = current.superclassMirror
    }
    return nil
  }

  /// The value inside any number of optionals, or nil.
  private static func unwrapped(_ value: Any) -> Any? {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .optional else { return value }
    return mirror.children.first.flatMap { unwrapped($0.value) }
  }
}
