import Foundation

#if canImport(FoundationNetworking)
  import FoundationNetworking
#endif

/// Looks for stubs that leave nothing to others.
struct ShadowSearch {
  private let registry: StubRegistry
  /// All stubs in the order in which they are tried.
  private let ordered: [RegisteredStub]
  /// Those for any URL, which may shadow whatever there is.
  private let wide: [RegisteredStub]

  init(in registry: StubRegistry, ordered: [RegisteredStub]) {
    self.registry = registry
    self.ordered = ordered
    wide = ordered.filter { $0.stub.url == nil }
  }

  /// The first stub that leaves nothing to the one at this place in the order.
  func shadow(at index: Int) -> RegisteredStub? {
    let stub = ordered[index]
    guard stub.isMatchable else { return nil }
    if let candidates = Self.candidates(in: registry, for: stub) {
      return candidates.first { $0.shadows(stub) }
    }
    // Of the others the nearest are looked at: more would take too long.
    let likely = wide.prefix(Self.most) + ordered[..<index].suffix(Self.most)
    return likely.filter { $0.shadows(stub) }.max { $1.goesBefore($0) }
  }

  /// The first stub of a registry that leaves nothing to another one.
  static func shadow(of stub: RegisteredStub, in registry: StubRegistry) -> RegisteredStub? {
    if let candidates = candidates(in: registry, for: stub) {
      return candidates.first { $0.shadows(stub) }
    }
    let ordered = registry.registeredStubs.sorted { $0.goesBefore($1) }
    return ordered.firstIndex { $0 === stub }
      .flatMap { ShadowSearch(in: registry, ordered: ordered).shadow(at: $0) }
  }

  /// What may shadow a stub for one URL: what is found under that URL, as it would be for a request.
  private static func candidates(
    in registry: StubRegistry, for stub: RegisteredStub
  ) -> LazySequence<PrefixSequence<StubIndex.Candidates>>? {
    let example = stub.stub.query == nil ? stub.stub.url?.exampleOfAll : nil
    return example.map { registry.candidates(for: $0).prefix(most).lazy }
  }

  private static let most = 500
}

extension RegisteredStub {
  /// Whether no request ever gets past this stub to another one.
  fileprivate func shadows(_ other: RegisteredStub) -> Bool {
    // An exhausted stub lets others take over; one that says never() does not.
    guard goesBefore(other), isMatchable, [nil, 0].contains(maximum),
      stub.conditions.allSatisfy({ $0.cost < .userCode }),
      stub.turn == nil, stub.step == nil, stub.conditions.count <= other.stub.conditions.count + 1
    else { return false }
    if let method = stub.method, method != other.stub.method { return false }
    if let url = stub.url {
      guard let narrower = other.stub.url, url.covers(narrower) else { return false }
    }
    return queryRule.covers(other.queryRule)
      && stub.conditions.allSatisfy { condition in
        other.stub.conditions.contains { condition.covers($0) } || condition.isSure(of: other.stub)
      }
  }

  /// What decides about the query, whether a modifier or the URL pattern says so.
  private var queryRule: QueryRule { query ?? stub.url?.queryRule ?? .any }
}

extension QueryRule {
  /// Whether every query that meets another rule meets this one.
  fileprivate func covers(_ other: QueryRule) -> Bool {
    if mode == .any || self == other { return true }
    guard mode == .containing, other.mode != .any else { return false }
    func known(_ rule: QueryRule) -> Set<QueryItem> {
      Set(
        rule.items.map {
          rule.isPlain ? $0 : QueryItem(name: $0.decodedName, value: $0.decodedValue)
        })
    }
    return items.count == Set(items).count && known(self).isSubset(of: known(other))
  }
}

extension Condition {
  /// Whether it holds for every request for which another one holds.
  fileprivate func covers(_ other: any Condition) -> Bool {
    switch (self, other) {
    case (let one as HeaderCondition, let other as HeaderCondition):
      return HTTPField.sameName(one.name, other.name) && one.value == other.value
    case (let one as JSONCondition, let other as JSONCondition):
      return one.allowsMore
        ? other.json.contains(one.json) : !other.allowsMore && one.json == other.json
    case (let one as FormCondition, let other as FormCondition):
      let (wanted, given) = (FormBody(pairs: one.pairs), FormBody(pairs: other.pairs))
      return one.allowsMore
        ? given.differences(from: wanted, subset: true, limit: 1).isEmpty
        : !other.allowsMore && wanted == given
    default:
      // What is too long to be printed is not known to be the same.
      let source = source
      return source == other.source && !source.contains("…")
    }
  }

  /// Whether it holds for whatever a stub asks for, since that names its method or its URL.
  fileprivate func isSure(of stub: Stub) -> Bool {
    if let method = self as? MethodCondition { return stub.method == method.method }
    guard self is ComponentCondition, let url = stub.url?.wholeURL,
      let example = URL(string: url.description).flatMap({ RequestFacts(URLRequest(url: $0)) })
    else { return false }
    var captures: [String: String] = [:]
    return holds(for: InterceptedRequest(example), captures: &captures)
  }
}

extension URLPattern {
  /// The URL of every match, where it is but one apart from the query.
  fileprivate var wholeURL: NormalizedURL? {
    guard case .exact(let pattern) = storage, pattern.reach == .absolute else { return nil }
    return pattern.url
  }

  /// A URL that stands for all that the pattern matches, apart from their query; nil where there is none.
  fileprivate var exampleOfAll: NormalizedURL? {
    guard case .exact(let pattern) = storage else { return nil }
    // No pattern with a scheme or a host of its own covers one without.
    return pattern.reach == .absolute ? pattern.url : NormalizedURL("any:\(description)")
  }

  /// Whether this pattern matches all that another one does, apart from the query.
  fileprivate func covers(_ other: URLPattern) -> Bool {
    if self == other { return true }
    if beginsLike(other), let shape = templateShape, shape == other.templateShape { return true }
    guard let example = other.exampleOfAll, !isRegex else { return false }
    var captures: [String: String] = [:]
    return matches(example, text: example.description, query: .any, captures: &captures)
  }

  /// Whether two templates are the same up to their first variables.
  private func beginsLike(_ other: URLPattern) -> Bool {
    let brace = UInt8(ascii: "{")
    for (one, another) in zip(description.utf8, other.description.utf8) {
      if one != another { return false }
      if one == brace { return true }
    }
    return false
  }

  /// The text of a template without the names of its variables; nil where names make a difference.
  private var templateShape: String? {
    guard case .template = storage else { return nil }
    var shape = ""
    var names: Set<Substring> = []
    var rest = description[...]
    while let open = rest.firstIndex(of: "{") {
      shape += rest[...open]
      let expression = rest[rest.index(after: open)...].prefix { $0 != "}" }
      let name = expression.drop { "+./".contains($0) }
      // A variable that stands there twice has one value, and a query names its items.
      guard name.allSatisfy({ $0.isLetter || $0.isNumber || $0 == "_" }),
        names.insert(name).inserted
      else { return nil }
      shape += expression[..<name.startIndex]
      rest = rest[expression.endIndex...]
    }
    return shape + rest
  }
}
