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
      // Paths that are much alike are likely to be the same one, misspelt or with another identifier.
      let length = max(1, path.utf8.count, actual.utf8.count)
      let likeness = likeness(of: path, to: actual)
      return 2 * likeness < length ? 110 : 100 - 60 * likeness / length
    case .method: return 40
    case .scheme, .port, .userInfo: return 20
    case .custom, .body, .bodyLine, .bodyByte: return 15
    case .query, .header, .jsonBody, .formField, .multipart: return 10
    }
  }

  /// How far the URL of a stub is from another one, at a glance.
  static func ofURL(_ stub: RegisteredStub, to target: NormalizedURL) -> Int {
    guard let url = stub.stub.url else { return 20_000 }
    var distance = 0
    if let host = url.literalHost, host != target.host { distance += 40_000 }
    guard let path = url.wholePath else { return distance + 10_000 }
    guard path != target.path else { return distance }
    return distance + 20_000 - min(likeness(of: path, to: target.path), 9_999)
  }

  /// In how many bytes two paths agree, from the front and from the back.
  private static func likeness(of one: String, to other: String) -> Int {
    let front = zip(one.utf8, other.utf8).prefix { $0 == $1 }.count
    let rest = min(one.utf8.count, other.utf8.count) - front
    let back = zip(one.utf8.reversed(), other.utf8.reversed()).prefix { $0 == $1 }.count
    return front + min(rest, back)
  }
}
