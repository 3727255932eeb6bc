/// Finds the stubs that may answer a request by its host, path and query, so that thousands cost what one costs.
///
/// Under each host (and under "any host") stubs with a whole path are found by it. For the others there is a tree of path
/// segments, in which a stub hangs where its path ends, where a template's variable stands for one segment, or at the
/// last fixed segment behind which anything may follow. In either place, stubs that name their whole query are found by
/// it.
package final class StubIndex {
  /// Where a stub hangs.
  package struct Key: Sendable {
    /// The only host it answers for; nil for any.
    package var host: String?
    /// The only path it answers for, where it is known in whole; then no segments are needed.
    package var wholePath: String?
    package var path: [URLPattern.Segment]
    /// What `QueryRule.indexKey` gives for its query; nil where it allows several.
    package var query: String?
  }

  private var hosts: [String: Host] = [:]
  private let anyHost = Host()
  /// The stubs for what no other one answers, which are no candidates; the newest is the last.
  private var lastResorts: [RegisteredStub] = []

  package init() {}

  package var lastResort: RegisteredStub? { lastResorts.last }

  package func insert(_ stub: RegisteredStub) {
    edit(stub) { $0.insert(stub) }
  }

  package func remove(_ stub: RegisteredStub) {
    edit(stub) { $0.removeAll { $0 === stub } }
  }

  private func edit(_ stub: RegisteredStub, _ change: (inout [RegisteredStub]) -> Void) {
    guard !stub.stub.isLastResort else { return change(&lastResorts) }
    let key = stub.key
    host(key.host).edit(key, change)
  }

  /// The node of a host, made where there is none yet.
  private func host(_ name: String?) -> Host {
    guard let name else { return anyHost }
    if let known = hosts[name] { return known }
    let made = Host()
    hosts[name] = made
    return made
  }

  /// The stubs that may match, in the order in which they are to be tried: by priority, then newest first.
  package func candidates(for target: NormalizedURL?) -> Candidates {
    var found = Candidates()
    guard let target else {
      // A URL that can't be normalised fits no pattern: only stubs without one remain.
      anyHost.collect(nil, into: &found)
      return found
    }
    if let host = target.host { hosts[host]?.collect(target, into: &found) }
    anyHost.collect(target, into: &found)
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
      let stub = lists[best].last
      // NB: `popLast()` would copy the whole list, which the index has too.
      lists[best] = lists[best].dropLast()
      if lists[best].isEmpty { lists.remove(at: best) }
      return stub
    }
  }

  private final class Host {
    private var paths: [String: Bucket] = [:]
    private let tree = Node()

    func edit(_ key: Key, _ change: (inout [RegisteredStub]) -> Void) {
      if let path = key.wholePath {
        paths[path, default: Bucket()].edit(key.query, change)
      } else {
        tree.edit(key.path[...], query: key.query, change)
      }
    }

    func collect(_ target: NormalizedURL?, into found: inout Candidates) {
      if let target, !paths.isEmpty {
        paths[target.path]?.collect(target.queryItems, into: &found)
      }
      tree.collect(
        target?.pathSegments ?? PathSegments(""), query: target?.queryItems, into: &found)
    }
  }

  /// An object, since a structure would be copied out of its parent's dictionary to be asked anything.
  private final class Node {
    private var children: [String: Node] = [:]
    /// The node behind a variable.
    private var variable: Node?
    private var here = Bucket()
    private var beyond = Bucket()

    /// The node of a segment, made where there is none yet.
    private func child(_ segment: String) -> Node {
      if let known = children[segment] { return known }
      let made = Node()
      children[segment] = made
      return made
    }

    func edit(
      _ path: ArraySlice<URLPattern.Segment>, query: String?,
      _ change: (inout [RegisteredStub]) -> Void
    ) {
      switch path.first {
      case nil:
        here.edit(query, change)
      case .rest:
        beyond.edit(query, change)
      case .literal(let text):
        child(text).edit(path.dropFirst(), query: query, change)
      case .variable:
        let node = variable ?? Node()
        variable = node
        node.edit(path.dropFirst(), query: query, change)
      }
    }

    /// Adds the stubs that hang here and below.
    ///
    /// - Parameters:
    ///   - segments: The rest of the path.
    ///   - query: The query's items; nil for a URL that is not known.
    ///   - found: Takes the stubs.
    func collect(_ segments: PathSegments, query: [QueryItem]?, into found: inout Candidates) {
      beyond.collect(query, into: &found)
      var rest = segments
      guard let first = rest.next() else {
        if query != nil { here.collect(query, into: &found) }
        return
      }
      if !children.isEmpty { children[String(first)]?.collect(rest, query: query, into: &found) }
      if !first.isEmpty { variable?.collect(rest, query: query, into: &found) }
    }
  }

  private struct Bucket {
    private var byQuery: [String: [RegisteredStub]] = [:]
    /// Those for an empty query: nearly all, so they are spared the dictionary.
    private var withoutQuery: [RegisteredStub] = []
    private var others: [RegisteredStub] = []

    mutating func edit(_ query: String?, _ change: (inout [RegisteredStub]) -> Void) {
      switch query {
      case nil: change(&others)
      case "": change(&withoutQuery)
      case let query?: change(&byQuery[query, default: []])
      }
    }

    func collect(_ query: [QueryItem]?, into found: inout Candidates) {
      found.add(others)
      guard let query else { return }
      if query.isEmpty { return found.add(withoutQuery) }
      guard !byQuery.isEmpty else { return }
      if let stubs = byQuery[QueryRule.indexKey(of: query)] { found.add(stubs) }
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
    guard stub.isLastResort == other.stub.isLastResort else { return other.stub.isLastResort }
    return (stub.priority, sequence) > (other.stub.priority, other.sequence)
  }
}

extension RegisteredStub {
  /// Where this stub hangs in the index: as deep as all that it asks for lets it.
  package var key: StubIndex.Key {
    if let url = stub.url {
      let query = (query ?? url.queryRule).indexKey
      if let path = url.wholePath {
        return StubIndex.Key(host: url.literalHost, wholePath: path, path: [], query: query)
      }
      return StubIndex.Key(
        host: url.literalHost, path: url.indexSegments, query: url.hasFixedQuery ? query : nil)
    }
    var key = StubIndex.Key(path: [.rest])
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
