#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// The body of an upload task, which corelibs keeps in the task and not in its request.
  enum UploadBody {
    static func of(_ task: URLSessionUploadTask) -> RequestBody {
      guard let known = Reflected.value("knownBody", of: task) else { return streamed(task) }
      guard let payload = Mirror(reflecting: known).children.first?.value else {
        return RequestBody(Data())
      }
      switch payload {
      case let data as DispatchData:
        // A small one is looked at where the request is; a large one is copied only when somebody asks.
        if data.count <= RequestBody.largestQuick { return RequestBody(Data(data)) }
        let source = UncheckedData(data: data)
        return RequestBody(isInMemory: true, count: data.count) { Data(source.data) }
      case let url as URL:
        return file(url)
      case let stream as InputStream:
        return RequestBody(reading: stream)
      default:
        return unknown
      }
    }

    /// A file must be there when its upload starts, whoever looks at it.
    private static func file(_ url: URL) -> RequestBody {
      let attributes = try? FileManager.default.attributesOfItem(atPath: url.path)
      guard let attributes, FileManager.default.isReadableFile(atPath: url.path) else {
        return RequestBody(failure: URLError(.fileDoesNotExist, failing: url))
      }
      return RequestBody(isInMemory: false, count: attributes[.size] as? Int) {
        try Data(contentsOf: url)
      }
    }

    /// The body of a task that asks its delegate for a stream.
    private static func streamed(_ task: URLSessionUploadTask) -> RequestBody {
      guard Reflected.has("knownBody", in: task), let session = TaskSession.of(task) else {
        return unknown
      }
      let delegates = TaskDelegates(task, in: session)
      return RequestBody(isInMemory: false, isTransient: true) {
        guard let stream = delegates.newBodyStream() else {
          throw URLError(.requestBodyStreamExhausted)
        }
        return try stream.readToEnd()
      }
    }

    private static var unknown: RequestBody {
      RequestBody(isInMemory: true) {
        throw UnknownToolchainError(what: "the body of an upload task")
      }
    }
  }

  /// SAFETY: dispatch data is immutable.
  private struct UncheckedData: @unchecked Sendable {
    let data: DispatchData
  }
#endif
