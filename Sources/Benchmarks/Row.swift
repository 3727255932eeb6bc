import Foundation

/// What came out for one benchmark.
struct Row: Encodable {
  let name: String
  /// The median: a ratio to the bare protocol, or an amount where the unit names one.
  let ratio: Double
  /// The least and the greatest batch.
  let min: Double
  let max: Double
  let unit: String
  let goal: Double?
  let isMet: Bool?
  let batches: Int
  /// Microseconds for each request, where two sides were compared.
  let bare: Double?
  let stubbed: Double?

  init(_ benchmark: Benchmark, _ samples: Samples) {
    name = benchmark.name
    ratio = samples.values.median.rounded(places: 3)
    min = (samples.values.min() ?? .nan).rounded(places: 3)
    max = (samples.values.max() ?? .nan).rounded(places: 3)
    unit = benchmark.unit
    goal = benchmark.goal
    isMet = benchmark.goal.map { [ratio] in ratio <= $0 }
    batches = samples.values.count
    bare = samples.bare?.rounded(places: 2)
    stubbed = samples.stubbed?.rounded(places: 2)
  }

  static func json(_ rows: [Row]) throws -> String {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys]
    return String(decoding: try encoder.encode(rows), as: UTF8.self)
  }
}

/// Rows as text, each printed as soon as it is known.
enum Table {
  private static let nameWidth = 50

  static func heading(_ options: Options) -> String {
    let process = ProcessInfo.processInfo
    let date = Date.now.formatted(.iso8601.year().month().day())
    return """
      \(process.operatingSystemVersionString), \(process.activeProcessorCount) cores, \(date)
      Medians of \(options.effort.batches) batches; ratios to a bare URLProtocol (x), times in µs a request.

      \(line("", "median", "min", "max", "unit", "bare", "stubbed", "goal"))
      """
  }

  static func line(_ row: Row) -> String {
    let goal = row.goal.map { goal in
      "\(row.isMet == true ? "met" : "missed") (at most \(goal.formatted()))"
    }
    return line(
      row.name, number(row.ratio), number(row.min), number(row.max), row.unit, number(row.bare),
      number(row.stubbed), goal ?? "")
  }

  private static func line(_ name: String, _ cells: String...) -> String {
    let cells = cells.enumerated().map { index, cell in
      // The unit and the goal are words, the others are numbers.
      [3, 6].contains(index) ? cell.padded(to: 9) : cell.padded(to: 9, atEnd: false)
    }
    let line = ([name.padded(to: nameWidth)] + cells).joined(separator: " ")
    return String(line.reversed().drop { $0 == " " }.reversed())
  }

  private static func number(_ value: Double?) -> String {
    value.map { String(format: "%.2f", $0) } ?? ""
  }
}

extension String {
  fileprivate func padded(to width: Int, atEnd: Bool = true) -> String {
    let padding = String(repeating: " ", count: Swift.max(0, width - count))
    return atEnd ? self + padding : padding + self
  }
}

extension Double {
  fileprivate func rounded(places: Int) -> Double {
    let factor = pow(10, Double(places))
    return (self * factor).rounded() / factor
  }
}
