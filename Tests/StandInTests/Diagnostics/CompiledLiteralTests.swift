#if os(Linux) || os(macOS)
  import Foundation
  import StandIn
  import Testing

  /// Compiles what is printed, and compares what the program holds with what was to be printed.
  struct CompiledLiteralTests {
    @Test func areWhatTheyWerePrintedFrom() throws {
      let texts = Self.texts
      let values = Self.values
      let literals = values.map { $0.swiftLiteral(indentation: 2) }
      try #require(!literals.contains(nil))
      let lines =
        texts.map { "show(\(SwiftLiteral.string($0)))" }
        + literals.map { "show(json: \($0 ?? ""))" }
        + [Data(), Data([0, 1, 0xFE, 0xFF])].map {
          "show(Data(base64Encoded: \(SwiftLiteral.data($0)))!.map { String($0) }.joined())"
        }
      let expected =
        texts.map(Self.hex) + values.map { Self.hex($0.description) }
        + ["", "01254255"].map(Self.hex)
      let output = try Self.outputOfProgram(lines)
      for (index, pair) in zip(output, expected).enumerated() where pair.0 != pair.1 {
        Issue.record("\(lines[index]) holds \(pair.0), not \(pair.1)")
      }
      #expect(output.count == expected.count)
    }

    // MARK: What is printed

    private static let pieces: [String] = [
      "\"", "\\", "#", "\\(", "\\#(", "\"#", "\"##", "\\#", "\"\"\"", "\n", "\r", "\r\n", "\t",
      "\0",
      "\u{1}", "\u{7F}", "\u{85}", "\u{2028}", "\u{202E}", "\u{2066}", "\u{200B}", "\u{200D}",
      "\u{FE0F}", "\u{FEFF}", "\u{FFFD}", "\u{FFFE}", "\u{FFFF}", "\u{10FFFF}", "\u{E000}",
      "\u{D7FF}", "\u{AD}", "\u{301}", "\u{20E3}", "e", "é", "א", "한", "\u{1100}\u{1161}", "👩‍💻", "👍🏽",
      "🇩🇪", "1️⃣", "❤️", " ", "a", "0", "u{41}", "n", "$0", "//", "/*", "*/", "`", "'", "{", "}",
      "\u{A0}", "\u{3164}", "\u{2800}", "\u{1D11E}", "क्षि", "\u{E0067}", "\u{378}",
    ]

    private static var texts: [String] {
      var generator = SeededGenerator(seed: 6)
      let composed = (0..<150).map { _ in
        (0..<Int.random(in: 1...8, using: &generator))
          .map { _ in pieces.randomElement(using: &generator) ?? "" }.joined()
      }
      let scalars = (0..<50).map { _ in
        (0..<20).reduce(into: "") { text, _ in
          let value = UInt32.random(in: 0...0x10FFFF, using: &generator)
          if let scalar = Unicode.Scalar(value) { text.unicodeScalars.append(scalar) }
        }
      }
      let everyByte = String(decoding: Array(0x00...0x7F as ClosedRange<UInt8>), as: UTF8.self)
      return SwiftLiteralTests.examples.map(\.text) + pieces + [everyByte] + composed + scalars
    }

    private static var values: [JSON] {
      var generator = SeededGenerator(seed: 7)
      let random = (0..<25).map { _ in value(depth: 0, &generator) }
      let doubles = (0..<60).map { _ in
        JSON(Double(bitPattern: .random(in: 0...0x7FEF_FFFF_FFFF_FFFF, using: &generator)))
      }
      // A compiler that rounds twice makes these their neighbours.
      let roundedTwice: [JSON] = [
        .number("39591.46573998647"), .number("4002481817.400913"), .number("-7893507990.057549"),
      ]
      let large = JSON.array(
        (0..<36).map { ["id": JSON($0), "name": "Ada", "ratio": JSON(Double($0) / 8)] })
      return JSONSwiftLiteralTests.examples.filter { $0.source != nil }.map(\.value)
        + random + roundedTwice + [.array(doubles), large]
    }

    private static func value(depth: Int, _ generator: inout SeededGenerator) -> JSON {
      switch Int.random(in: 0..<(depth < 3 ? 9 : 7), using: &generator) {
      case 0: return nil
      case 1: return .bool(Bool.random(using: &generator))
      case 2: return JSON(Int.random(in: .min ... .max, using: &generator))
      case 3: return JSON(Double.random(in: -1e6...1e6, using: &generator))
      case 4:
        return .number(
          ["1.10", "-0", "1e5", "-0.0", "12345678901234567890"].randomElement(using: &generator)
            ?? "0")
      case 5, 6: return .string(pieces.randomElement(using: &generator) ?? "")
      case 7: return .array((0..<3).map { _ in value(depth: depth + 1, &generator) })
      default:
        return .object(
          JSON.KeyValues(
            (0..<3).map {
              (
                key: "k\($0)" + (pieces.randomElement(using: &generator) ?? ""),
                value: value(depth: depth + 1, &generator)
              )
            }))
      }
    }

    // MARK: Compiling

    private static func hex(_ text: String) -> String {
      text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " ")
    }

    /// Compiles the lines with the sources of the types they use, and runs the program.
    private static func outputOfProgram(_ lines: [String]) throws -> [Substring] {
      let files = FileManager.default
      let directory = files.temporaryDirectory.appendingPathComponent("literals-\(UUID())")
      try files.createDirectory(at: directory, withIntermediateDirectories: true)
      defer { try? files.removeItem(at: directory) }
      let main = directory.appendingPathComponent("main.swift")
      let program = directory.appendingPathComponent("program")
      let prelude = """
        import Foundation
        func show(_ text: String) {
          print(text.unicodeScalars.map { String($0.value, radix: 16) }.joined(separator: " "))
        }
        func show(json: JSON) { show(json.description) }

        """
      try Data((prelude + lines.joined(separator: "\n") + "\n").utf8).write(to: main)

      var root = URL(fileURLWithPath: #filePath)
      for _ in 0..<4 { root.deleteLastPathComponent() }
      let sources = root.appendingPathComponent("Sources/StandIn")
      let needed =
        try ["", "JSON", "Diagnostics"].flatMap { folder in
          try files.contentsOfDirectory(
            at: sources.appendingPathComponent(folder), includingPropertiesForKeys: nil)
        }
        .filter {
          $0.pathExtension == "swift"
            && ($0.lastPathComponent.hasPrefix("JSON")
              || sharedFiles.contains($0.lastPathComponent))
        }
      let compiled = try run(
        "/usr/bin/env",
        [
          "swiftc", "-Onone", "-swift-version", "6", "-package-name", "literals", "-o",
          program.path,
        ]
          + ["-enable-upcoming-feature", "InternalImportsByDefault", "-module-name", "Literals"]
          + (needed + [main]).map(\.path))
      try #require(compiled.status == 0, "\(compiled.output)")
      #expect(!compiled.output.contains("warning:"), "\(compiled.output)")
      return try run(program.path, []).output.split(
        separator: "\n", omittingEmptySubsequences: false
      ).dropLast()
    }

    private static let sharedFiles: Set<String> = [
      "DecimalValue.swift", "KeyPairing.swift", "ScalarString.swift", "SwiftLiteral.swift",
      "UInt8+ASCII.swift", "UTF8Syntax.swift",
    ]

    private static func run(
      _ path: String, _ arguments: [String]
    ) throws -> (status: Int32, output: String) {
      let process = Process()
      process.executableURL = URL(fileURLWithPath: path)
      process.arguments = arguments
      let pipe = Pipe()
      process.standardOutput = pipe
      process.standardError = pipe
      try process.run()
      let output = pipe.fileHandleForReading.readDataToEndOfFile()
      process.waitUntilExit()
      return (process.terminationStatus, String(decoding: output, as: UTF8.self))
    }
  }
#endif
