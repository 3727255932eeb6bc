import Foundation

/// A condition in the form in which it travels to another process.
indirect enum ExportedCondition: Codable {
  case method(String)
  case url(ExportedPattern, isQueryOpen: Bool)
  case urlText(String)
  case query(ExportedQuery)
  case component(ComponentCondition.Component)
  case header(name: String, value: String)
  case withoutHeader(String)
  case basicAuth(user: String, password: String)
  case cookie(name: String, value: String)
  case text(String)
  case bytes(Data)
  case json(String, allowsMore: Bool)
  case form([ExportedPair], allowsMore: Bool)
  case multipart(name: String, fileName: String?, contentType: String?, content: Data?)
  case graphQL(String)
  case all([ExportedCondition])
  case any([ExportedCondition])
  case not(ExportedCondition)
}

struct ExportedPair: Codable {
  var name: String
  var value: String?
}

extension ExportedCondition {
  init(_ condition: any Condition) throws {
    switch condition {
    case let method as MethodCondition: self = .method(method.method.rawValue)
    case let url as URLCondition:
      self = .url(try ExportedPattern(url.pattern), isQueryOpen: url.query != nil)
    case let url as URLTextCondition: self = .urlText(url.text)
    case let query as QueryCondition: self = .query(ExportedQuery(query.phrase))
    case let component as ComponentCondition: self = .component(component.component)
    case let header as HeaderCondition: self = .header(name: header.name, value: header.value)
    case let header as WithoutHeaderCondition: self = .withoutHeader(header.name)
    case let auth as BasicAuthCondition:
      self = .basicAuth(user: auth.user, password: auth.password)
    case let cookie as CookieCondition: self = .cookie(name: cookie.name, value: cookie.value)
    case let body as BytesCondition: self = Self(body)
    case let body as JSONCondition:
      self = .json(body.json.description, allowsMore: body.allowsMore)
    case let form as FormCondition:
      self = .form(
        form.pairs.map { ExportedPair(name: $0.name, value: $0.value) },
        allowsMore: form.allowsMore)
    case let part as MultipartCondition:
      self = .multipart(
        name: part.name, fileName: part.fileName, contentType: part.contentType,
        content: part.content)
    case let graphQL as GraphQLCondition: self = .graphQL(graphQL.operation)
    case let all as AllCondition: self = .all(try all.conditions.map(Self.init))
    case let any as AnyCondition: self = .any(try any.conditions.map(Self.init))
    case let not as NotCondition: self = .not(try Self(not.condition))
    case is PredicateCondition:
      throw NotExportable("its condition \(condition.source) is a closure")
    case is HeaderRegexCondition, is BodyRegexCondition:
      throw NotExportable(
        "its condition \(condition.source) holds a Regex, which is code: there is no way to write it down"
      )
    default: throw NotExportable("its condition \(condition.source) is no data")
    }
  }

  private init(_ body: BytesCondition) {
    // Each in the form in which it is written, so that it prints as the same source.
    let isText =
      !body.source.hasPrefix(".body(base64:") && UTF8Syntax.isValid(Array(body.bytes)[...])
    // NB: not by Foundation, which would take a byte order mark away.
    self = isText ? .text(String(decoding: body.bytes, as: UTF8.self)) : .bytes(body.bytes)
  }

  /// The condition that this was made from.
  func condition() throws -> any Condition {
    switch self {
    case .method(let method): MethodCondition(method: HTTPMethod(rawValue: method))
    case .url(let pattern, let isQueryOpen):
      isQueryOpen
        ? URLCondition(pattern: try pattern.pattern()).leavingQueryOpen
        : URLCondition(pattern: try pattern.pattern())
    case .urlText(let text): URLTextCondition(text: text)
    case .query(let query): QueryCondition(query.phrase)
    case .component(let component): ComponentCondition(component)
    case .header(let name, let value): HeaderCondition(name: name, value: value)
    case .withoutHeader(let name): WithoutHeaderCondition(name: name)
    case .basicAuth(let user, let password): BasicAuthCondition(user: user, password: password)
    case .cookie(let name, let value): CookieCondition(name: name, value: value)
    case .text(let text): RequestMatcher.body(text).condition
    case .bytes(let bytes): RequestMatcher.body(bytes).condition
    case .json(let text, let allowsMore):
      JSONCondition(json: try JSON(parsing: Data(text.utf8)), allowsMore: allowsMore)
    case .form(let pairs, let allowsMore):
      FormCondition(
        pairs: pairs.map { (name: $0.name, value: $0.value ?? "") }, allowsMore: allowsMore)
    case .multipart(let name, let fileName, let contentType, let content):
      MultipartCondition(
        name: name, fileName: fileName, contentType: contentType, content: content)
    case .graphQL(let operation): GraphQLCondition(operation: operation)
    case .all(let conditions): AllCondition(try conditions.map { try $0.condition() })
    case .any(let conditions): AnyCondition(try conditions.map { try $0.condition() })
    case .not(let condition): NotCondition(condition: try condition.condition())
    }
  }
}
