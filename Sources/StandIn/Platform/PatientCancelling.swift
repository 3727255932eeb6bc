#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Keeps the cancelling of asynchronous calls from deadlocking.
  ///
  /// Up to Swift 6.3, cancelling the Swift task of `data(for:)` waits for the queue of the URLSession task while it holds a
  /// lock of the Swift task; and completing the call, on that queue, waits for the lock. When both happen at once, all
  /// sessions of the process stand still. A stub answers so soon that this is no rare event.
  ///
  /// So the tasks of asynchronous calls are made objects of a class that differs in one thing: it cancels a moment later,
  /// on a thread that holds no lock.
  enum PatientCancelling {
    /// Changes the class of a task that belongs to an asynchronous call; called where the task is resumed.
    static func adopt(_ task: URLSessionTask) {
      guard isPossible, TaskLayout.known.isOfAsynchronousCall(task) else { return }
      exchange(task)
    }

    private static func exchange(_ task: URLSessionTask) {
      let object = ObjectBytes(task)
      guard let patient = classes[object.metadata] else { return }
      object.metadata = patient
    }

    /// The patient class of each class of tasks. They add no stored properties, so that the objects stay what they are.
    private static let classes: [UInt: UInt] = [
      metadata(URLSessionDataTask.self): metadata(PatientDataTask.self),
      metadata(URLSessionUploadTask.self): metadata(PatientUploadTask.self),
      metadata(URLSessionDownloadTask.self): metadata(PatientDownloadTask.self),
    ]

    private static func metadata(_ type: AnyClass) -> UInt {
      unsafeBitCast(type, to: UInt.self)
    }

    /// Whether the exchange works, as tried on a task of this library's own. Asked for first off the URLSession queues.
    static let isPossible: Bool = {
      let session = URLSession(configuration: .ephemeral)
      let task = session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
      guard TaskLayout.known.inlineCompletion != nil,
        ObjectBytes(task).metadata == metadata(URLSessionDataTask.self)
      else { return false }
      exchange(task)
      return type(of: task) == PatientDataTask.self
        && (task as URLSessionTask) is URLSessionDataTask
        && TaskSession.of(task) === session
    }()

    fileprivate static func later(_ cancel: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async(execute: cancel)
    }
  }

  private final class PatientDataTask: URLSessionDataTask, @unchecked Sendable {
    override func cancel() {
      PatientCancelling.later { self.cancelNow() }
    }

    private func cancelNow() {
      super.cancel()
    }
  }

  private final class PatientUploadTask: URLSessionUploadTask, @unchecked Sendable {
    override func cancel() {
      PatientCancelling.later { self.cancelNow() }
    }

    private func cancelNow() {
      super.cancel()
    }
  }

  private final class PatientDownloadTask: URLSessionDownloadTask, @unchecked Sendable {
    override func cancel() {
      PatientCancelling.later { self.cancelNow() }
    }

    private func cancelNow() {
      super.cancel()
    }
  }
#endif
