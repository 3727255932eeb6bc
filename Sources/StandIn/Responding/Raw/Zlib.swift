import Foundation

/// The functions of the system's zlib that decompress.
package struct Zlib: Sendable {
  /// `z_stream` of zlib 1.x; zlib refuses a size that is not its own.
  struct Stream {
    var input: UnsafeRawPointer?
    var inputCount: CUnsignedInt = 0
    var totalInput: CUnsignedLong = 0
    var output: UnsafeMutableRawPointer?
    var outputCount: CUnsignedInt = 0
    var totalOutput: CUnsignedLong = 0
    var message: UnsafePointer<CChar>?
    var state: OpaquePointer?
    var allocate: OpaquePointer?
    var free: OpaquePointer?
    var opaque: OpaquePointer?
    var dataType: CInt = 0
    var checksum: CUnsignedLong = 0
    var reserved: CUnsignedLong = 0
  }

  private typealias Version = @convention(c) () -> UnsafePointer<CChar>?
  private typealias Begin =
    @convention(c) (UnsafeMutableRawPointer, CInt, UnsafePointer<CChar>, CInt) -> CInt
  private typealias Inflate = @convention(c) (UnsafeMutableRawPointer, CInt) -> CInt
  private typealias Change = @convention(c) (UnsafeMutableRawPointer) -> CInt

  static let (ok, streamEnd, noProgress, noFlush): (CInt, CInt, CInt, CInt) = (0, 1, -5, 0)

  /// The library under its names on Linux and Apple's systems; nil where there is none.
  package static let shared = Zlib(names: ["libz.so.1", "/usr/lib/libz.1.dylib"])

  private let version: Version
  private let inflateInit2: Begin
  private let inflateStep: Inflate
  private let inflateReset: Change
  private let inflateEnd: Change

  /// Looks the library up under some names.
  package init?(names: [String]) {
    guard let library = names.lazy.compactMap({ dlopen($0, RTLD_LAZY | RTLD_LOCAL) }).first,
      let version = dlsym(library, "zlibVersion"), let begin = dlsym(library, "inflateInit2_"),
      let inflate = dlsym(library, "inflate"), let reset = dlsym(library, "inflateReset"),
      let end = dlsym(library, "inflateEnd")
    else { return nil }
    // SAFETY: these are the declarations of zlib.h, which the first digit of the version stands for; it is checked below
    // before any other is called. The library is never unloaded.
    self.version = unsafeBitCast(version, to: Version.self)
    inflateInit2 = unsafeBitCast(begin, to: Begin.self)
    inflateStep = unsafeBitCast(inflate, to: Inflate.self)
    inflateReset = unsafeBitCast(reset, to: Change.self)
    inflateEnd = unsafeBitCast(end, to: Change.self)
    guard self.version()?.pointee == CChar(UInt8(ascii: "1")) else { return nil }
  }

  /// Whether a stream is ready to decompress a format.
  func begin(_ stream: UnsafeMutablePointer<Stream>, _ windowBits: CInt) -> Bool {
    guard let version = version() else { return false }
    return inflateInit2(stream, windowBits, version, CInt(MemoryLayout<Stream>.size)) == Self.ok
  }

  func inflate(_ stream: UnsafeMutablePointer<Stream>, _ flush: CInt) -> CInt {
    inflateStep(stream, flush)
  }

  func reset(_ stream: UnsafeMutablePointer<Stream>) -> CInt { inflateReset(stream) }

  func end(_ stream: UnsafeMutablePointer<Stream>) { _ = inflateEnd(stream) }
}
