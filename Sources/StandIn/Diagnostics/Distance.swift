import Foundation

/// How far a stub is from a request that it does not answer.
enum Distance {
  /// Up to here a stub and a request may have been meant for each other: not where both host and path differ, nor where
  /// the paths are unlike.
  static let near = 100

  /// The sum over all parts that differ; 0 where none does.
  static func of(
    _ stub: RegisteredStub, to request: InterceptedRequest, _ mismatches: [Mismatch]
  ) -> Int {
    mismatches.reduce(0) { $0 + weight($1.part, stub, request) }
  }

  /// About what `of(_:to:_:)` gives, without a text for each difference.
  static func estimate(_ stub: RegisteredStub, to request: InterceptedRequest) -> Int {
    var distance = 0
    if let method = stub.stub.method, method != request.method { distance += 40 }
    if let url = stub.stub.url { distance += estimate(url, stub, request) }
    for condition in stub.stub.conditions where condition.cost < .userCode {
      distance += estimate(condition, request)
    }
    return distance
  }

  private static func estimate(
    _ url: URLPattern, _ stub: RegisteredStub, _ request: InterceptedRequest
  ) -> Int {
    guard let target = request.facts.target, !url.isRegex else { return 100 }
    var captures: [String: String] = [:]
    let text = request.url.absoluteString
    if url.matches(target, text: text, query: stub.query, captures: &captures) { return 0 }
    let isOther = url.literalHost.map { $0 != target.host } ?? false
    if url.matches(target, text: text, query: .any, captures: &captures) { return 10 }
    guard let path = url.wholePath else { return isOther ? 190 : 90 }
    return (isOther ? 100 : 0) + (path == target.path ? 0 : pathWeight(path, target.path))
  }

  private static func estimate(_ condition: any Condition, _ request: InterceptedRequest) -> Int {
    if let json = condition as? JSONCondition, case .success(let actual) = request.facts.json {
      let differences = actual.differences(from: json.json, subset: json.allowsMore, limit: 5)
      return 10 * differences.count
    }
    var captures: [String: String] = [:]
    return condition.holds(for: request, captures: &captures) ? 0 : 10
  }

  /// What a difference in a part weighs: host and path say most about what was meant.
  private static func weight(
    _ part: Mismatch.Part, _ stub: RegisteredStub, _ request: InterceptedRequest
  ) -> Int {
    switch part {
    case .host, .url: return 100
    case .path:
      guard let path = stub.stub.url?.wholePath, let actual = request.facts.target?.path else {
        return 90
      }
      return pathWeight(path, actual)
    case .method: return 40
    case .scheme, .port, .userInfo: return 20
    case .custom, .body, .bodyLine, .bodyByte: return 15
    case .query, .header, .jsonBody, .formField, .multipart: return 10
    }
  }

  /// Paths that are much alike are likely to be the same one, misspelt or with another identifier.
  private static func pathWeight(_ path: String, _ actual: String) -> Int {
    let length = max(1, path.utf8.count, actual.utf8.count)
    let likeness = likeness(of: path, to: actual)
    return 2 * likeness < length ? 110 : 100 - 60 * likeness / length
  }

  /// How far the URL of a stub is from another one, at a glance.
  static func ofURL(_ stub: RegisteredStub, to target: NormalizedURL) -> Int {
    guard let url = stub.stub.url else { return 20_000 }
    var distance = 0
    if let host = url.literalHost, host != target.host { distance += 40_000 }
    guard let path = url.wholePath else { return distance + 10_000 }
    guard path != target.path else { return distance }
    // From the front only, since this is asked for each of thousands.
    var common = 0
    for (one, other) in zip(path.utf8, target.path.utf8) {
      guard one == other else { break }
      common += 1
    }
    return distance + 20_000 - min(common, 9_999)
  }

  /// In how many bytes two paths agree, from the front and from the back.
  private static func likeness(of one: String, to other: String) -> Int {
    let front = zip(one.utf8, other.utf8).prefix { $0 == $1 }.count
    let rest = min(one.utf8.count, other.utf8.count) - front
    let back = zip(one.utf8.reversed(), other.utf8.reversed()).prefix { $0 == $1 }.count
    return front + min(rest, back)
  }
}
