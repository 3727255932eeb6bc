import Foundation

/// Measures what a stub costs beside the plainest `URLProtocol` there can be.
@main
enum Benchmarks {
  static func main() async {
    do {
      let options = try Options(CommandLine.arguments.dropFirst())
      guard !options.wantsHelp else { return print(Options.usage) }
      try await run(options)
    } catch {
      FileHandle.standardError.write(Data("Benchmarks: \(error)\n".utf8))
      exit(1)
    }
  }

  private static func run(_ options: Options) async throws {
    let benchmarks = all.filter { options.filter.isEmpty || $0.name.contains(options.filter) }
    if !options.wantsJSON { print(Table.heading(options)) }
    var rows: [Row] = []
    for benchmark in benchmarks {
      let row = Row(benchmark, try await benchmark.measure(options.effort))
      rows.append(row)
      if !options.wantsJSON { print(Table.line(row)) }
    }
    if options.wantsJSON { print(try Row.json(rows)) }
  }

  private static var all: [Benchmark] {
    // First, as on some systems the peak of the memory in use can't be set back.
    Benchmark.largeFiles + Benchmark.largeBodies + Benchmark.plainRequests + Benchmark.manyStubs
      + Benchmark.direct
      + Benchmark.otherTasks + Benchmark.refusal + Benchmark.setUp
  }
}

/// One thing to measure.
struct Benchmark: Sendable {
  let name: String
  /// The unit of the samples; a ratio has none but itself.
  var unit = Benchmark.ratio
  /// The greatest median that is good enough, where there is such a goal.
  var goal: Double?
  let measure: @Sendable (Effort) async throws -> Samples

  static let ratio = "x"
}

/// How much is measured.
struct Effort: Sendable {
  /// The number of samples, of which the median is taken.
  var batches: Int
  /// How often the two sides take turns within a batch.
  var turns: Int

  static let full = Effort(batches: 11, turns: 21)
  static let quick = Effort(batches: 3, turns: 3)
}
