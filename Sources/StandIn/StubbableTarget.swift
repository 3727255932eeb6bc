/// An endpoint whose method has a type of another library's, such as a `TargetType` of Moya's.
///
/// A target needs but an empty conformance, in the app or in its tests:
///
/// ```swift
/// extension GitHub: StubbableTarget {}
///
/// registry.stub(allOf: GitHub.self)                                // each case answers with its `sampleData`
/// registry.stub(each: [GitHub.user("ada"), .repositories])         // for cases with associated values
/// ```
///
/// `target.method` is the library's method as before. Three kinds of types need a word more:
///
/// - one whose `method` stands in an extension of a protocol: `typealias TargetMethod = Moya.Method` in the conformance;
/// - a public one that does not say that it is `Sendable`: `extension GitHub: StubbableTarget, @unchecked Sendable {}`;
/// - one of another module, in tests outside its package: `@retroactive` before `StubbableTarget` and
///   `StubbableEndpoint`, which then both stand there.
///
/// What is said of the path under ``StubbableEndpoint/path`` holds here too.
public protocol StubbableTarget: StubbableEndpoint {
  /// The type of the method, such as Alamofire's `HTTPMethod`.
  associatedtype TargetMethod: RawRepresentable<String>
  /// The method of its requests.
  var method: TargetMethod { get }
}

extension StubbableTarget {
  // NB: disfavoured, so that `target.method` is the target's own.
  /// The method of its requests.
  @_disfavoredOverload
  public var method: HTTPMethod { HTTPMethod(rawValue: (method as TargetMethod).rawValue) }
}
