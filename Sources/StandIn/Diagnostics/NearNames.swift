/// Finds what somebody may have meant by a name.
enum NearNames {
  /// The names that differ least from one, best first; none that differs by more than a third.
  static func closest(to name: String, among names: [String], limit: Int) -> [String] {
    let wanted = Array(lastPart(name).lowercased())
    guard wanted.count <= 200 else { return [] }
    return
      names.compactMap { candidate -> (name: String, distance: Int)? in
        let text = Array(lastPart(candidate).lowercased())
        guard text.count <= 200 else { return nil }
        let distance = distance(wanted, text)
        return distance <= max(2, wanted.count / 3) ? (candidate, distance) : nil
      }
      .sorted { ($0.distance, $0.name) < ($1.distance, $1.name) }
      .prefix(limit).map(\.name)
  }

  private static func lastPart(_ path: String) -> Substring {
    path.split(separator: "/").last ?? path[...]
  }

  /// The number of characters to insert, remove or replace (Levenshtein's distance).
  private static func distance(_ one: [Character], _ other: [Character]) -> Int {
    var row = Array(0...other.count)
    for (i, a) in one.enumerated() {
      var diagonal = row[0]
      row[0] = i + 1
      for (j, b) in other.enumerated() {
        let replaced = diagonal + (a == b ? 0 : 1)
        diagonal = row[j + 1]
        row[j + 1] = Swift.min(replaced, row[j] + 1, row[j + 1] + 1)
      }
    }
    return row[other.count]
  }
}
