import Foundation

/// What keeps a compressed body from being decoded.
package enum InflatingError: Error {
  /// zlib is not on this system.
  case noDecoder
  case damaged
  case endsEarly
  case tooLarge
}

/// Decompresses with the system's zlib, which is looked up when it is first needed: the library depends on none.
package struct Inflater {
  /// The formats by the number that zlib takes for them: the window's size, and what is around the compressed data.
  package enum Format: CInt {
    case raw = -15
    case zlib = 15
    case gzip = 31
  }

  /// A few bytes can stand for very many.
  package static let largestOutput = 256 << 20

  private let format: Format
  private let zlib: Zlib?
  private let largestOutput: Int

  /// Creates a decoder.
  ///
  /// - Parameters:
  ///   - format: The format of what it decodes.
  ///   - zlib: The system's zlib, if there is one.
  ///   - largestOutput: The number of bytes that it makes at most.
  package init(
    _ format: Format, zlib: Zlib? = .shared, largestOutput: Int = Self.largestOutput
  ) {
    self.format = format
    self.zlib = zlib
    self.largestOutput = largestOutput
  }

  /// Decompresses all of some bytes; gzip's may consist of several members (RFC 1952, section 2.2).
  package func inflate(_ bytes: ArraySlice<UInt8>) throws(InflatingError) -> [UInt8] {
    guard let zlib else { throw .noDecoder }
    // SAFETY: zlib keeps the stream's address, so it stands in memory of its own, which goes with this call.
    let stream = UnsafeMutablePointer<Zlib.Stream>.allocate(capacity: 1)
    stream.initialize(to: Zlib.Stream())
    defer { stream.deallocate() }
    guard zlib.begin(stream, format.rawValue) else { throw .noDecoder }
    defer { zlib.end(stream) }

    var input = bytes
    var output: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let step = Self.step(zlib, stream, &input, &buffer)
      guard step.produced <= largestOutput - output.count else { throw .tooLarge }
      output += buffer.prefix(step.produced)
      switch step.status {
      case Zlib.ok where step.produced > 0 || step.consumed > 0: continue
      case Zlib.ok, Zlib.noProgress: throw input.isEmpty ? .endsEarly : .damaged
      case Zlib.streamEnd:
        // Padding with zeros is allowed for (gzip's manual, "tapes").
        if input.isEmpty || format == .gzip && input.allSatisfy({ $0 == 0 }) { return output }
        guard format == .gzip, zlib.reset(stream) == Zlib.ok else { throw .damaged }
      default: throw .damaged
      }
    }
  }

  /// Decompresses into a buffer as much as fits, and takes what was read from the input.
  private static func step(
    _ zlib: Zlib, _ stream: UnsafeMutablePointer<Zlib.Stream>, _ input: inout ArraySlice<UInt8>,
    _ buffer: inout [UInt8]
  ) -> (status: CInt, consumed: Int, produced: Int) {
    // The counts have 32 bits.
    let available = min(input.count, 1 << 30)
    let capacity = buffer.count
    // SAFETY: zlib reads and writes within the counts given, and only during the call; nothing uses the pointers later.
    let status = input.withUnsafeBufferPointer { source in
      buffer.withUnsafeMutableBufferPointer { target in
        stream.pointee.input = UnsafeRawPointer(source.baseAddress)
        stream.pointee.inputCount = CUnsignedInt(available)
        stream.pointee.output = UnsafeMutableRawPointer(target.baseAddress)
        stream.pointee.outputCount = CUnsignedInt(capacity)
        return zlib.inflate(stream, Zlib.noFlush)
      }
    }
    let consumed = available - Int(stream.pointee.inputCount)
    input = input.dropFirst(consumed)
    return (status, consumed, capacity - Int(stream.pointee.outputCount))
  }
}
