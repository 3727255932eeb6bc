/// Whether an endpoint is answered with its sample, and when.
///
/// ```swift
/// registry.stub(allOf: GitHub.self, behavior: .delayed(.milliseconds(200)))
/// registry.stub(allOf: GitHub.self) { $0 == .status ? .never : .immediate }
/// ```
public struct EndpointBehavior: Sendable, Hashable {
  private enum Kind: Sendable, Hashable {
    case sample(after: Duration?)
    case network
  }

  private let kind: Kind

  /// The sample comes at once.
  public static let immediate = EndpointBehavior(kind: .sample(after: nil))

  /// The sample comes after a delay, which must not be negative.
  public static func delayed(_ delay: Duration) -> EndpointBehavior {
    EndpointBehavior(kind: .sample(after: delay))
  }

  /// No sample comes: the endpoint's requests go to the real network.
  public static let never = EndpointBehavior(kind: .network)

  /// The response to the endpoint's requests.
  ///
  /// - Parameter sample: The sample, which is not asked for where it is not needed.
  /// - Returns: The response.
  func response(_ sample: @autoclosure () -> StubResponse) -> StubResponse {
    switch kind {
    case .sample(nil): sample()
    case .sample(let delay?): sample().delayed(by: delay)
    case .network: .passthrough
    }
  }
}
