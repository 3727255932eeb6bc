import Foundation
import StandIn

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// A number of stubs of one kind, each of which answers one URL of its own.
struct StubSet: Sendable {
  enum Kind: String {
    /// Another path for each stub.
    case exact = "exact URLs"
    /// The same with a variable behind it.
    case template = "templates"
    /// One path for all, and another query for each.
    case query = "queries of one path"
  }

  /// Which of the stubs the requests are for.
  enum Position: String, CaseIterable {
    case first = "the first"
    case last = "the last"
    case random = "a random one"
    /// Each once, in a random order: a first answer also has its response to make.
    case each = "each once"
  }

  let kind: Kind
  let count: Int

  func stub(_ number: Int) -> Stub {
    let stub: Stub =
      switch kind {
      case .exact: .get("https://api.shop.test/v1/things/\(number)")
      case .template: .get("https://api.shop.test/v1/things/\(number)/{id}")
      case .query: .get("https://api.shop.test/v1/items?id=\(number)")
      }
    return stub.respond(.data(Payload.small, contentType: "application/octet-stream"))
  }

  func register(in registry: StubRegistry) {
    for number in 0..<count { registry.stub(stub(number)) }
  }

  func requests(_ position: Position) -> [URLRequest] {
    var generator = SplitMix(state: 1)
    let numbers =
      switch position {
      case .first: [0]
      case .last: [count - 1]
      case .random: [Int.random(in: 0..<count, using: &generator)]
      case .each: (0..<count).shuffled(using: &generator)
      }
    return numbers.compactMap { URL(string: text($0)).map { URLRequest(url: $0) } }
  }

  private func text(_ number: Int) -> String {
    switch kind {
    case .exact: "https://api.shop.test/v1/things/\(number)"
    case .template: "https://api.shop.test/v1/things/\(number)/42"
    case .query: "https://api.shop.test/v1/items?id=\(number)"
    }
  }
}

/// The same random numbers in each run (Steele, Lea and Flood, "Fast splittable pseudorandom number generators").
private struct SplitMix: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}
