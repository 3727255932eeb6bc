import Foundation

/// A page of the documentation as it stands in its file.
struct Page {
  static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent()
    .appendingPathComponent("../../..").standardizedFileURL
  private static let folder = root.appendingPathComponent("Sources/StandIn/Documentation.docc")

  /// The names of all pages, sorted.
  static var names: [String] {
    get throws {
      try FileManager.default.contentsOfDirectory(atPath: folder.path)
        .filter { $0.hasSuffix(".md") }.map { String($0.dropLast(3)) }.sorted()
    }
  }

  let name: String
  private let lines: [String]

  init(_ name: String) throws {
    self.name = name
    let text = try String(
      contentsOf: Self.folder.appendingPathComponent("\(name).md"), encoding: .utf8)
    // What is in a comment is not on the page.
    lines = text.replacing(/<!--(?s:.*?)-->/, with: "").components(separatedBy: "\n")
  }

  var text: String { lines.joined(separator: "\n") }

  /// The rows of the tables, cell by cell, without those at the top.
  var tableRows: [[String]] {
    var rows: [[String]] = []
    for (line, next) in zip(lines, lines.dropFirst() + [""]) where line.hasPrefix("|") {
      guard !line.hasPrefix("| ---"), !next.hasPrefix("| ---") else { continue }
      rows.append(Self.cells(of: line))
    }
    return rows
  }

  private static func cells(of row: String) -> [String] {
    // A pipe that is escaped belongs to its cell.
    row.replacingOccurrences(of: #"\|"#, with: "\u{1}").split(separator: "|")
      .map {
        $0.trimmingCharacters(in: .whitespaces).replacingOccurrences(of: "\u{1}", with: "|")
      }
  }

  /// The fenced blocks in a language, line by line.
  func blocks(_ language: String) -> [[String]] {
    var blocks: [[String]] = []
    var current: [String]?
    var isOpen = false
    for line in lines {
      if line.hasPrefix("```") {
        if let block = current { blocks.append(block) }
        current = !isOpen && line == "```\(language)" ? [] : nil
        isOpen.toggle()
      } else {
        current?.append(line)
      }
    }
    return blocks
  }
}
