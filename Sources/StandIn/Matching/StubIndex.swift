/// Finds the stubs that may answer a request by its host, path and query, so that thousands cost what one costs.
///
/// Under each host (and under "any host") stands a tree of path segments. A stub hangs where its path ends, where a
/// template's variable stands for one segment, or at the last fixed segment behind which anything may follow. There,
/// stubs that name their whole query are found by it.
package struct StubIndex: Sendable {
  /// Where a stub hangs.
  package struct Key: Sendable {
    /// The only host it answers for; nil for any.
    package var host: String?
    package var path: [URLPattern.Segment]
    /// What `QueryRule.indexKey` gives for its query; nil where it allows several.
    package var query: String?
  }

  private var hosts: [String: Node] = [:]
  private var anyHost = Node()

  package init() {}

  package mutating func insert(_ stub: RegisteredStub) {
    edit(stub) { $0.insert(stub) }
  }

  package mutating func remove(_ stub: RegisteredStub) {
    edit(stub) { $0.removeAll { $0 === stub } }
  }

  private mutating func edit(_ stub: RegisteredStub, _ change: (inout [RegisteredStub]) -> Void) {
    let key = stub.key
    if let host = key.host {
      hosts[host, default: Node()].edit(key.path[...], query: key.query, change)
    } else {
      anyHost.edit(key.path[...], query: key.query, change)
    }
  }

  /// The stubs that may match, in the order in which they are to be tried: by priority, then newest first.
  package func candidates(for target: NormalizedURL?) -> Candidates {
    var found = Candidates()
    guard let target else {
      // A URL that can't be normalised fits no pattern: only stubs without one remain.
      anyHost.collect(PathSegments(""), target, into: &found)
      return found
    }
    let segments = target.pathSegments
    if let host = target.host { hosts[host]?.collect(segments, target, into: &found) }
    anyHost.collect(segments, target, into: &found)
    return found
  }

  /// Sorted lists of stubs, run through as one.
  package struct Candidates: Sequence, IteratorProtocol {
    /// Each in ascending order, so that the next one is the greatest of the last ones.
    private var lists: [ArraySlice<RegisteredStub>] = []

    fileprivate mutating func add(_ list: [RegisteredStub]) {
      if !list.isEmpty { lists.append(list[...]) }
    }

    package mutating func next() -> RegisteredStub? {
      guard var best = lists.indices.first else { return nil }
      for index in lists.indices.dropFirst() {
        guard let one = lists[index].last, let other = lists[best].last else { continue }
        if other.goesBefore(one) == false { best = index }
      }
      let stub = lists[best].popLast()
      if lists[best].isEmpty { lists.remove(at: best) }
      return stub
    }
  }

  private struct Node: Sendable {
    private var children: [String: Node] = [:]
    /// The node behind a variable; an array since a structure can't hold itself.
    private var variable: [Node] = []
    private var here = Bucket()
    private var beyond = Bucket()

    mutating func edit(
      _ path: ArraySlice<URLPattern.Segment>, query: String?,
      _ change: (inout [RegisteredStub]) -> Void
    ) {
      switch path.first {
      case nil:
        here.edit(query, change)
      case .rest:
        beyond.edit(query, change)
      case .literal(let text):
        children[text, default: Node()].edit(path.dropFirst(), query: query, change)
      case .variable:
        if variable.isEmpty { variable.append(Node()) }
        variable[0].edit(path.dropFirst(), query: query, change)
      }
    }

    func collect(
      _ segments: PathSegments, _ target: NormalizedURL?, into found: inout Candidates
    ) {
      beyond.collect(target, into: &found)
      var rest = segments
      guard let first = rest.next() else {
        if target != nil { here.collect(target, into: &found) }
        return
      }
      children[String(first)]?.collect(rest, target, into: &found)
      if !first.isEmpty { variable.first?.collect(rest, target, into: &found) }
    }
  }

  private struct Bucket: Sendable {
    private var byQuery: [String: [RegisteredStub]] = [:]
    private var others: [RegisteredStub] = []

    mutating func edit(_ query: String?, _ change: (inout [RegisteredStub]) -> Void) {
      if let query {
        change(&byQuery[query, default: []])
      } else {
        change(&others)
      }
    }

    func collect(_ target: NormalizedURL?, into found: inout Candidates) {
      found.add(others)
      guard !byQuery.isEmpty, let target else { return }
      if let stubs = byQuery[QueryRule.indexKey(of: target.queryItems)] { found.add(stubs) }
    }
  }
}

extension [RegisteredStub] {
  /// Puts a stub behind all that come after it in the order of trying, which is from the end.
  fileprivate mutating func insert(_ stub: RegisteredStub) {
    var index = endIndex
    // The newest is nearly always the last: this steps back over higher priorities only.
    while index > startIndex, self[index - 1].goesBefore(stub) { index -= 1 }
    insert(stub, at: index)
  }
}

extension RegisteredStub {
  /// Whether this stub is tried before another one.
  package func goesBefore(_ other: RegisteredStub) -> Bool {
    (stub.priority, sequence) > (other.stub.priority, other.sequence)
  }
}

extension RegisteredStub {
  /// Where this stub hangs in the index: as deep as all that it asks for lets it.
  package var key: StubIndex.Key {
    if let url = stub.url {
      let query = (query ?? url.queryRule).indexKey
      return StubIndex.Key(
        host: url.literalHost, path: url.indexSegments, query: url.hasFixedQuery ? query : nil)
    }
    var key = StubIndex.Key(host: nil, path: [.rest], query: nil)
    for condition in stub.conditions.flatMap({ ($0 as? AllCondition)?.conditions ?? [$0] }) {
      switch condition {
      case let component as ComponentCondition:
        if let host = component.fixedHost { key.host = host }
        if let path = component.fixedPath {
          key.path = PathSegments(path).map { .literal(String($0)) }
        }
      case let url as URLCondition:
        key.host = url.pattern.literalHost ?? key.host
        if key.path == [.rest] { key.path = url.pattern.indexSegments }
      default: break
      }
    }
    return key
  }
}
