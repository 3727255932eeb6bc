/// What the command line asks for.
struct Options {
  static let usage = """
    usage: Benchmarks [--json] [--quick] [--filter TEXT]
      --json         print a JSON array of rows and nothing else
      --quick        measure little, to see whether everything works
      --filter TEXT  measure only what has this text in its name
    """

  private(set) var wantsHelp = false
  private(set) var wantsJSON = false
  private(set) var effort = Effort.full
  private(set) var filter = ""

  init(_ arguments: some Sequence<String>) throws(UsageError) {
    var rest = arguments.makeIterator()
    while let argument = rest.next() {
      switch argument {
      case "--help", "-h": wantsHelp = true
      case "--json": wantsJSON = true
      case "--quick": effort = .quick
      case "--filter":
        guard let text = rest.next() else { throw UsageError(problem: "--filter needs a text") }
        filter = text
      default: throw UsageError(problem: "unknown argument '\(argument)'")
      }
    }
  }
}

struct UsageError: Error, CustomStringConvertible {
  let problem: String

  var description: String { "\(problem)\n\(Options.usage)" }
}
