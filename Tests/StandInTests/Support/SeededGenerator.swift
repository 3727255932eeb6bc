/// Random numbers that are the same in every run (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }

  /// Some bytes with a few of them changed, removed or repeated.
  mutating func mutated(_ bytes: [UInt8]) -> [UInt8] {
    var bytes = bytes
    for _ in 0..<Int.random(in: 1...4, using: &self) where !bytes.isEmpty {
      let index = Int.random(in: bytes.indices, using: &self)
      switch Int.random(in: 0..<4, using: &self) {
      case 0: bytes[index] = UInt8.random(in: 0...255, using: &self)
      case 1: bytes.remove(at: index)
      case 2: bytes.insert(bytes[Int.random(in: bytes.indices, using: &self)], at: index)
      default: bytes.removeSubrange(index...)
      }
    }
    return bytes
  }
}
