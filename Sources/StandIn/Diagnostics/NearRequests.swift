/// Finds the requests that came nearest to a stub that was not used as it is expected to be.
struct NearRequests {
  private let stub: RegisteredStub
  private let requests: ArraySlice<InterceptedRequest>

  /// Prepares a search among the newest requests: a test that made thousands must not wait for its failure.
  init(_ stub: RegisteredStub, among requests: [InterceptedRequest]) {
    self.stub = stub
    self.requests = requests.suffix(500)
  }

  struct Near {
    var request: InterceptedRequest
    var mismatches: [Mismatch]
    var distance: Int
    /// How many such requests there were.
    var count = 1
  }

  /// The nearest requests, best first, those alike as one; none that has neither the host nor the path of the stub.
  func nearest(_ limit: Int = 3) -> [Near] {
    var found: [Near] = []
    var positions: [String: Int] = [:]
    for request in requests {
      let mismatches = stub.mismatches(in: request, isRefused: false)
      let distance = Distance.of(stub, to: request, mismatches)
      guard distance <= Distance.near else { continue }
      let key = "\(request.line) \(mismatches)"
      if let position = positions[key] {
        found[position].count += 1
      } else {
        positions[key] = found.count
        found.append(Near(request: request, mismatches: mismatches, distance: distance))
      }
    }
    return found.enumerated()
      .sorted { ($0.element.distance, $0.offset) < ($1.element.distance, $1.offset) }
      .prefix(limit).map(\.element)
  }
}

// MARK: - Text

extension StubRegistry {
  /// What came instead of requests to a stub: a paragraph of a message.
  func requestsNear(_ stub: RegisteredStub) -> String {
    let own = Set(stub.requests.map { ObjectIdentifier($0.facts) })
    let others = requests.filter { !own.contains(ObjectIdentifier($0.facts)) }
    guard let last = others.last else { return "No other request came." }
    let nearest = NearRequests(stub, among: others).nearest()
    guard !nearest.isEmpty else {
      return
        "No other request came near. The last one was:\n  \(last.line)"
    }
    let texts = nearest.map { near in
      let times = near.count > 1 ? " (\(near.count.times))" : ""
      let lines =
        ["\(near.request.line)\(times)"] + fate(of: near, stub)
      return "  " + lines.joined(separator: "\n    ")
    }
    return "Requests that came near:\n" + texts.joined(separator: "\n")
  }

  /// What became of a request, and what differs in it.
  private func fate(of near: NearRequests.Near, _ stub: RegisteredStub) -> [String] {
    var lines: [String] = []
    if let other = answerer(of: near.request) {
      lines.append("was answered by \(Excerpt.place(other))")
    } else if !unstubbedRequests.contains(where: { $0.request.facts === near.request.facts }) {
      lines.append("was answered by a stub of another scope")
    } else if near.mismatches.isEmpty {
      lines.append(
        "was refused\(stub.stub.turn == nil ? "" : ", since it was not the stub's turn")")
    }
    lines += near.mismatches.prefix(3).map(\.description)
    if near.mismatches.count > 3 { lines.append("… and \(near.mismatches.count - 3) more") }
    return lines
  }

  private func answerer(of request: InterceptedRequest) -> Stub? {
    let scopes = sequence(first: self, next: \.parent)
    return (scopes.flatMap(\.registeredStubs) + removedStubs)
      .first { $0.requests.contains { $0.facts === request.facts } }?.stub
  }
}
