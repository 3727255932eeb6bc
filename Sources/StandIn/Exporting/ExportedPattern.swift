import Foundation

/// A URL pattern in the form in which it travels to another process.
enum ExportedPattern: Codable {
  /// A URL, a path or a template.
  case text(String)
  /// A URL in which braces are no template.
  case url(String)
  case regex(String)

  init(_ pattern: URLPattern) throws {
    let text = pattern.description
    switch pattern.storage {
    case .regex(let regex) where regex is SwiftRegex:
      throw NotExportable(
        "its URL \(text) is a Regex, which is code: write it as text, .regex(\"…\")")
    case .regex, .invalidRegex: self = .regex(String(text.dropFirst().dropLast()))
    case .exact where text.contains(where: { "{}".contains($0) }): self = .url(text)
    case .exact, .template, .invalid: self = .text(text)
    }
  }

  /// The pattern that this was made from.
  func pattern() throws -> URLPattern {
    switch self {
    case .text(let text): return URLPattern(text)
    case .url(let text):
      // NB: older systems of Apple's take no braces.
      guard let url = URL(string: text) else { throw NotExportable("\(text) is no URL here") }
      return URLPattern(url)
    case .regex(let text): return .regex(text)
    }
  }
}

/// What is asked of a query, in the form in which it travels to another process.
enum ExportedQuery: Codable {
  case item(ExportedPair)
  case exactly([ExportedPair])
  case containing([ExportedPair])
  case any

  init(_ phrase: QueryPhrase) {
    func exported(_ items: [(name: String, value: String)]) -> [ExportedPair] {
      items.map { ExportedPair(name: $0.name, value: $0.value) }
    }
    self =
      switch phrase {
      case .item(let name, let value): .item(ExportedPair(name: name, value: value))
      case .exactly(let items): .exactly(exported(items))
      case .containing(let items): .containing(exported(items))
      case .any: .any
      }
  }

  /// The phrase that this was made from.
  var phrase: QueryPhrase {
    func pairs(_ items: [ExportedPair]) -> [(name: String, value: String)] {
      items.map { (name: $0.name, value: $0.value ?? "") }
    }
    return switch self {
    case .item(let item): .item(item.name, item.value)
    case .exactly(let items): .exactly(pairs(items))
    case .containing(let items): .containing(pairs(items))
    case .any: .any
    }
  }
}
