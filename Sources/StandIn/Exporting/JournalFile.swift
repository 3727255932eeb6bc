import Foundation

/// One thing that happened in another process.
enum JournalEntry: Codable {
  case request(Request)
  case unstubbed(Request)
  case failure(String)

  struct Request: Codable {
    var method: String
    var url: String
    var headers: [ExportedPair]
    var body: Data

    init(_ request: InterceptedRequest) {
      method = request.method.rawValue
      url = request.url.absoluteString
      headers = request.headers.map { ExportedPair(name: $0.name, value: $0.value) }
      body = request.body
    }
  }
}

/// A file to which entries are added, a line of JSON for each.
///
/// Each line is written at once, so that nothing is lost when the process is killed.
final class JournalFile: Sendable {
  private let handle: Locked<FileHandle>

  init(path: String) throws {
    let url = URL(fileURLWithPath: path)
    do {
      if !FileManager.default.fileExists(atPath: path) { try Data().write(to: url) }
      // The system appends: several processes may write to one journal.
      let descriptor = open(path, O_WRONLY | O_APPEND)
      guard descriptor >= 0 else { throw CocoaError(.fileWriteNoPermission) }
      handle = Locked(FileHandle(fileDescriptor: descriptor, closeOnDealloc: true))
    } catch {
      throw StubEnvironmentError(
        "the journal \(path) can't be written: \(error.localizedDescription)")
    }
  }

  func write(_ entry: JournalEntry) {
    do {
      let line = try JSONEncoder().encode(entry) + Data("\n".utf8)
      try handle.withLock { try $0.write(contentsOf: line) }
    } catch {
      // The file was there a moment ago: whoever reads it must not take what is missing for what did not happen.
      StandardErrorReporter().report(Failure(text: "The journal can't be written: \(error)"))
    }
  }
}

/// Writes failures into the journal, and to standard error.
struct JournalReporter: FailureReporter {
  private let journal: JournalFile

  init(_ journal: JournalFile) {
    self.journal = journal
  }

  func report(_ failure: Failure) {
    journal.write(.failure(failure.text))
    StandardErrorReporter().report(failure)
  }
}
