import Foundation

/// The dumps in `Fixtures/Dumps`, which curl 7.88.1 wrote.
enum Dumps {
  static let folder = URL(fileURLWithPath: #filePath)
    .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent().appendingPathComponent("Fixtures/Dumps")

  static func url(_ name: String) -> URL { folder.appendingPathComponent(name) }

  static func data(_ name: String) throws -> Data { try Data(contentsOf: url(name)) }

  /// The names of all dumps, sorted.
  static func names() throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".txt") }.sorted()
  }

  /// What most of the dumps hold.
  static let ada = #"{"id":42,"name":"Ada Example"}"# + "\n"
  static let adas = String(repeating: ada, count: 8)

  /// The body of `png.txt`: an image of one pixel.
  static let png = Data(
    base64Encoded:
      "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
  )
}

/// `ab`, compressed.
enum GzipSamples {
  static let raw = Data([0x4B, 0x4C, 0x02, 0x00])
  static let zlib = Data([0x78, 0x9C]) + raw + Data([0x01, 0x26, 0x00, 0xC4])
  static let ab =
    Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3]) + raw
    + Data([0x6D, 0x48, 0x83, 0x9E, 2, 0, 0, 0])
  static let nothing = Data([0x1F, 0x8B, 8, 0, 0, 0, 0, 0, 0, 3, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0])
}
