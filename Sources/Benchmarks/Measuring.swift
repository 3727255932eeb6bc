/// One value for each batch.
struct Samples: Sendable {
  var values: [Double] = []
  /// The median times of the two sides in microseconds, where two were compared.
  var bare: Double?
  var stubbed: Double?
}

/// One side of a comparison: runs the work of a turn, whose number tells which part of it is due.
typealias Turn = @Sendable (_ number: Int) async throws -> Void

extension Effort {
  /// Times two kinds of work in turns so short that what else the machine does slows down both.
  ///
  /// - Parameters:
  ///   - count: The number of operations in a turn.
  ///   - bare: One side.
  ///   - stubbed: The other side.
  ///   - combine: Makes a batch's sample of the median times of both sides, in microseconds an operation.
  /// - Returns: A sample for each batch.
  /// - Throws: What the sides throw.
  func compare(
    operations count: Int, bare: Turn, stubbed: Turn,
    combine: (_ bare: Double, _ stubbed: Double) -> Double = { $1 / $0 }
  ) async throws -> Samples {
    var samples = Samples()
    var bareTimes: [Double] = []
    var stubbedTimes: [Double] = []
    // The first batch warms up.
    for batch in 0...batches {
      var bareTurns: [Double] = []
      var stubbedTurns: [Double] = []
      for turn in 0..<turns {
        let number = batch * turns + turn
        // Neither side is always the one that comes second.
        if number.isMultiple(of: 2) {
          bareTurns.append(try await microseconds { try await bare(number) })
          stubbedTurns.append(try await microseconds { try await stubbed(number) })
        } else {
          stubbedTurns.append(try await microseconds { try await stubbed(number) })
          bareTurns.append(try await microseconds { try await bare(number) })
        }
      }
      if batch == 0 { continue }
      bareTimes.append(bareTurns.median / Double(count))
      stubbedTimes.append(stubbedTurns.median / Double(count))
      samples.values.append(
        combine(bareTurns.median / Double(count), stubbedTurns.median / Double(count)))
    }
    samples.bare = bareTimes.median
    samples.stubbed = stubbedTimes.median
    return samples
  }

  /// Repeats what gives one sample, once more than asked for: the first time warms up.
  func repeated(_ sample: () async throws -> Double) async rethrows -> Samples {
    var samples = Samples()
    for batch in 0...batches {
      let value = try await sample()
      if batch > 0 { samples.values.append(value) }
    }
    return samples
  }
}

func microseconds(_ work: () async throws -> Void) async rethrows -> Double {
  let time = try await ContinuousClock().measure(work)
  return time / .microseconds(1)
}

extension [Double] {
  var median: Double {
    guard !isEmpty else { return .nan }
    let sorted = sorted()
    return (sorted[(count - 1) / 2] + sorted[count / 2]) / 2
  }
}
