import Foundation

/// Finds files in bundles.
enum Fixture {
  struct Missing: Error {
    let text: String
  }

  /// Finds a file by its name, which may stand behind a folder.
  ///
  /// Bundles flatten or keep folders depending on how a package lists its resources, so a plain name is looked for at the
  /// top first, and then in every folder.
  static func find(_ name: String, in bundle: Bundle) -> Result<URL, Missing> {
    guard let root = bundle.resourceURL else {
      return .failure(Missing(text: "the bundle \(bundle.bundlePath) has no resources"))
    }
    guard !name.isEmpty, !name.hasPrefix("/"), !name.split(separator: "/").contains("..") else {
      return .failure(Missing(text: "\(SwiftLiteral.string(name)) is not the name of a fixture"))
    }
    let direct = root.appendingPathComponent(name)
    if isFile(direct) { return .success(direct) }

    let files = allFiles(in: root)
    let matches = files.filter { $0 == name || $0.hasSuffix("/" + name) }
    if let match = matches.first, matches.count == 1 {
      return .success(root.appendingPathComponent(match))
    }
    let quoted = SwiftLiteral.string(name)
    let bundleName = bundle.bundleURL.lastPathComponent
    guard matches.isEmpty else {
      let places = matches.map(SwiftLiteral.string).joined(separator: ", ")
      return .failure(Missing(text: "\(quoted) stands in \(bundleName) several times: \(places)"))
    }
    return .failure(
      Missing(text: "there is no fixture \(quoted) in the bundle \(bundleName)\(hint(name, files))")
    )
  }

  private static func hint(_ name: String, _ files: [String]) -> String {
    guard !files.isEmpty else { return ", which holds no files: is it listed under `resources:`?" }
    let close = NearNames.closest(to: name, among: files, limit: 3)
    guard !close.isEmpty else { return "; it holds \(files.count) other files" }
    return "; close to it: \(close.map(SwiftLiteral.string).joined(separator: ", "))"
  }

  private static func isFile(_ url: URL) -> Bool {
    var isDirectory: ObjCBool = false
    return FileManager.default.fileExists(atPath: url.path, isDirectory: &isDirectory)
      && !isDirectory.boolValue
  }

  /// The files below a folder, as paths relative to it, sorted.
  private static func allFiles(in root: URL) -> [String] {
    let paths = FileManager.default.enumerator(atPath: root.path)
    var files: [String] = []
    while let path = paths?.nextObject() as? String, files.count < 10_000 {
      if isFile(root.appendingPathComponent(path)) { files.append(path) }
    }
    return files.sorted()
  }
}
