import Foundation

/// The one change to a stub after which it would answer a request.
///
/// Each suggestion is tried out before it is made: the changed stub matches the request.
struct Repair {
  private let stub: Stub
  private let request: InterceptedRequest

  /// Changes each of which is enough; none where more than one part of the request differs.
  static func suggestions(
    for registered: RegisteredStub, _ mismatches: [Mismatch], _ request: InterceptedRequest
  ) -> [String] {
    let stub = registered.stub
    let slots = Set(mismatches.map(\.part.slot))
    // A stub that would be silent, or has a condition of which only user code knows, may go on refusing.
    guard slots.count == 1, let slot = slots.first, registered.reasonOfSilence == nil,
      registered.maximum != 0
    else { return [] }
    let repair = Repair(stub: stub, request: request)
    if stub.conditions.contains(where: { $0.cost == .userCode }) || stub.url?.isRegex == true {
      return [repair.leavingOutUserCode].compactMap(\.self)
    }
    return repair.candidates(for: slot, mismatches)
      .filter { $0.stub.answersApartFromUserCode(request) }
      .map { Secrets.masked(text: $0.text).text }
  }

  /// A change to the stub, in words and done.
  private struct Candidate {
    var text: String
    var stub: Stub
  }

  private func candidates(for slot: Slot, _ mismatches: [Mismatch]) -> [Candidate] {
    let (before, replacement) = brokenCondition
    if let replacement { return [replacement] }
    if before > 0 { return [] }
    switch slot {
    case .method: return [method].compactMap(\.self)
    case .url: return [url].compactMap(\.self)
    case .query: return query(mismatches)
    case .header, .body, .custom: return []
    }
  }

  /// What is left out where a condition of user code is the only one that does not hold.
  private var leavingOutUserCode: String? {
    let users = stub.conditions.filter { $0.cost == .userCode }
    guard users.count == 1, stub.url?.isRegex != true, stub.answersApartFromUserCode(request),
      stub.method != nil || stub.url != nil
    else { return nil }
    return "leave out \(Excerpt.line(Stub.modifierSource(users[0].hidingSecrets), 120))"
  }

  // MARK: Method and URL

  private var method: Candidate? {
    guard stub.method != nil, request.method.problem == nil else { return nil }
    var changed = stub
    changed.method = request.method
    return Candidate(text: "use \(changed.factoryExcerpt)", stub: changed)
  }

  private var url: Candidate? {
    let address = Secrets.masked(url: request.url.absoluteString)
    guard let pattern = stub.url, !pattern.isRegex, let target = request.facts.target,
      address.places.isEmpty
    else {
      return nil
    }
    let path = target.path
    let text =
      switch pattern.reach {
      case .path: path
      case .authority: "//\(target.host ?? "")\(target.port.map { ":\($0)" } ?? "")\(path)"
      case .absolute: target.textWithoutQuery
      }
    let own = stub.queryPhrases.isEmpty ? target.queryItems : pattern.queryRule.items
    let query = own.isEmpty ? "" : "?" + own.map(\.description).joined(separator: "&")
    let changed = stub.replacing(url: URLPattern(PublicURL.escaped(text + query)))
    return Candidate(text: "use \(changed.factoryExcerpt)", stub: changed)
  }

  // MARK: Query

  private func query(_ mismatches: [Mismatch]) -> [Candidate] {
    var result: [Candidate] = []
    if let named = namedQuery(mismatches) { result.append(named) }
    let open = stub.replacing(queries: [.any])
    return result + [Candidate(text: "use .anyQuery()", stub: open)]
  }

  private func namedQuery(_ mismatches: [Mismatch]) -> Candidate? {
    let names = mismatches.compactMap { if case .query(let name) = $0.part { name } else { nil } }
    guard !names.contains(where: Secrets.isSecret) else { return nil }
    let items = request.query.compactMap { item in
      item.value.map { (name: item.name, value: $0) }
    }
    let others = items.filter { names.contains($0.name) }
    let wanted = QueryPhrase.exactly(others)
    let added = stub.settingQuery(wanted)
    if !others.isEmpty, added.answersApartFromUserCode(request) {
      return Candidate(text: "add \(wanted.source)", stub: added)
    }
    guard !stub.queryPhrases.isEmpty else { return url }
    let known = Set((stub.url?.queryRule.items ?? []).map(\.decodedName))
    let all = QueryPhrase.exactly(items.filter { !known.contains($0.name) })
    return Candidate(text: "use \(all.source)", stub: stub.replacing(queries: [all]))
  }

  // MARK: Conditions

  /// How many conditions of the stub don't hold, and what to do about it where it is but one.
  private var brokenCondition: (count: Int, Candidate?) {
    let broken = stub.conditions.indices.filter { index in
      let condition = stub.conditions[index]
      return condition.cost < .userCode && !condition.mismatches(in: request).isEmpty
    }
    guard broken.count == 1, let index = broken.first else { return (broken.count, nil) }
    var changed = stub
    if let better = replacement(for: stub.conditions[index]) {
      changed.conditions[index] = better
      let text = Secrets.masked(text: better.hidingSecrets.source).text
      if text.utf8.count <= 120 { return (1, Candidate(text: "use \(text)", stub: changed)) }
    }
    return (1, leavingOut(index))
  }

  /// The stub without a condition, or without the only part of it that does not hold.
  private func leavingOut(_ index: Int) -> Candidate? {
    var changed = stub
    let condition = changed.conditions.remove(at: index)
    var text = Stub.modifierSource(condition.hidingSecrets)
    if let all = condition as? AllCondition {
      let broken = all.conditions.filter { !$0.mismatches(in: request).isEmpty }
      guard broken.count == 1, let part = broken.first else { return nil }
      // Without a condition on the query, a URL pattern decides about it again.
      let others = all.conditions.filter { $0.mismatches(in: request).isEmpty }
        .map { ($0 as? URLCondition).map { URLCondition(pattern: $0.pattern) } ?? $0 }
      changed.conditions.insert(AllCondition(others), at: index)
      text = part.hidingSecrets.source
    } else if stub.method == nil, stub.url == nil, index == 0 {
      // It is all that the stub says.
      return nil
    }
    return Candidate(text: "leave out \(Excerpt.line(text, 120))", stub: changed)
  }

  /// The condition of the same kind that the request meets.
  private func replacement(for condition: any Condition) -> (any Condition)? {
    switch condition {
    case let header as HeaderCondition:
      guard let value = request.header(header.name), !Secrets.isSecret(header.name) else {
        return nil
      }
      return HeaderCondition(name: header.name, value: value)
    case let json as JSONCondition:
      guard case .success(let actual) = request.facts.json else { return nil }
      if actual.contains(json.json) { return JSONCondition(json: json.json, allowsMore: true) }
      guard !request.hasSecretBody, request.body.count <= 1_000, actual.swiftLine != nil else {
        return nil
      }
      return JSONCondition(json: actual, allowsMore: false)
    case let form as FormCondition:
      let actual = FormBody(request.body)
      let more = FormCondition(pairs: form.pairs, allowsMore: true)
      if actual.differences(from: FormBody(pairs: form.pairs), subset: true).isEmpty { return more }
      guard !request.hasSecretBody, request.body.count <= 1_000 else { return nil }
      return FormCondition(pairs: actual.pairs, allowsMore: false)
    case is BytesCondition:
      guard request.body.count <= 1_000, !request.hasSecretBody, let text = request.text else {
        return nil
      }
      return RequestMatcher.body(text).condition
    default:
      return nil
    }
  }
}

/// The part of a stub that decides about a part of a request.
private enum Slot: Hashable {
  case method, url, query, body, custom
  case header(String)
}

extension Mismatch.Part {
  fileprivate var slot: Slot {
    switch self {
    case .url, .scheme, .userInfo, .host, .port, .path: .url
    case .query: .query
    case .method: .method
    case .header(let name): .header(name.lowercased())
    case .body, .bodyLine, .bodyByte, .jsonBody, .formField, .multipart: .body
    case .custom: .custom
    }
  }
}

extension Stub {
  /// Whether the stub, were it registered, would answer a request, as far as that is known without user code.
  fileprivate func answersApartFromUserCode(_ request: InterceptedRequest) -> Bool {
    var known = self
    known.answer = .inTurn([])
    known.conditions = conditions.filter { $0.cost < .userCode }
    guard known.url?.isRegex != true else { return false }
    return RegisteredStub(known, sequence: 0).match(request) != nil
  }

  /// The stub with another URL pattern, and the same modifiers on its query.
  fileprivate func replacing(url: URLPattern?) -> Stub {
    var stub = self
    stub.url = url
    return stub.replacing(queries: queryPhrases)
  }

  fileprivate func replacing(queries: [QueryPhrase]) -> Stub {
    var stub = self
    stub.query = nil
    stub.queryPhrases = []
    return queries.reduce(stub) { $0.settingQuery($1) }
  }
}
