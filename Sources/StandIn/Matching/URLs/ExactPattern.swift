/// A URL without variables, or the part of one from the host or the path on.
///
/// An object, like every kind of pattern: matching then copies a reference and not a dozen texts.
final class ExactPattern: Sendable {
  let url: NormalizedURL
  let reach: URLParts.Reach
  let queryRule: QueryRule

  init(_ text: String, reach: URLParts.Reach) throws(URLProblem) {
    url = try NormalizedURL(parsing: text, reach: reach)
    self.reach = reach
    queryRule = QueryRule(.exact, encoded: url.queryItems)
  }

  var indexSegments: [URLPattern.Segment] { url.pathSegments.map { .literal($0) } }

  /// Compares with a URL.
  func check(_ actual: NormalizedURL, query: QueryRule?, verdict: inout Verdict) {
    // The path first: of the stubs for one host, it tells most apart.
    if !verdict.collects, url.path != actual.path {
      _ = verdict.require(false, otherwise: [])
      return
    }
    let rule = query ?? queryRule
    guard checkOrigin(actual, verdict: &verdict),
      verdict.require(
        url.path == actual.path, .path, expected: Mismatch.quote(url.path),
        actual: Mismatch.quote(actual.path))
    else { return }
    _ = verdict.require(
      rule.matches(actual.queryItems), otherwise: rule.mismatches(actual.queryItems))
  }

  private func checkOrigin(_ actual: NormalizedURL, verdict: inout Verdict) -> Bool {
    switch reach {
    case .path:
      return true
    case .authority:
      // A port that is written out fits the scheme for which it is the default, too.
      let port = url.port == nil ? actual.port : actual.effectivePort
      return checkAuthority(actual, port: port, verdict: &verdict)
    case .absolute:
      return verdict.require(
        url.scheme == actual.scheme, .scheme, expected: Mismatch.quote(url.scheme),
        actual: Mismatch.quote(actual.scheme))
        && checkAuthority(actual, port: actual.port, verdict: &verdict)
    }
  }

  private func checkAuthority(
    _ actual: NormalizedURL, port: Int?, verdict: inout Verdict
  ) -> Bool {
    verdict.require(
      url.userInfo == actual.userInfo, .userInfo,
      expected: text(url.userInfo.map(Secrets.masked(userInfo:)), or: "no user info"),
      actual: Secrets.otherUserInfo(actual.userInfo, than: url.userInfo))
      && verdict.require(
        url.host == actual.host, .host, expected: text(url.host, or: "no host"),
        actual: text(actual.host, or: "no host"))
      && verdict.require(
        url.port == port, .port, expected: portText(url), actual: portText(actual))
  }

  private func text(_ part: String?, or absence: String) -> String {
    part.map { Mismatch.quote($0) } ?? absence
  }

  private func portText(_ url: NormalizedURL) -> String {
    url.effectivePort.map { String($0) } ?? "no port"
  }
}
