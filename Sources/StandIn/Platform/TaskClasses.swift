#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Makes tasks objects of other classes, in which two faults of corelibs do no harm.
  ///
  /// - Up to Swift 6.3, cancelling the Swift task of `data(for:)` waits for the queue of the URLSession task while it holds
  ///   a lock of the Swift task; and completing the call, on that queue, waits for the lock. When both happen at once, all
  ///   sessions of the process stand still. A stub answers so soon that this is no rare event. So the tasks of
  ///   asynchronous calls become *patient* ones, which cancel a moment later, on a thread that holds no lock.
  /// - A task that is resumed between its last byte and its completion ends the process. So a task that is being finished
  ///   becomes a *retired* one, which can't be suspended and resumed any more.
  enum TaskClasses {
    /// Makes a task of an asynchronous call a patient one; called where it is resumed.
    static func adopt(_ task: URLSessionTask) {
      guard isPossible, TaskLayout.known.isOfAsynchronousCall(task) else { return }
      exchange(task, patient)
    }

    /// Makes a task that is about to be finished a retired one.
    static func retire(_ task: URLSessionTask?) {
      guard isPossible, let task else { return }
      exchange(task, retired)
    }

    private static func exchange(_ task: URLSessionTask, _ classes: [UInt: UInt]) {
      let object = ObjectBytes(task)
      if let other = classes[object.metadata] { object.metadata = other }
    }

    // The classes add no stored properties, so that the objects stay what they are.
    private static let patient: [UInt: UInt] = [
      metadata(URLSessionDataTask.self): metadata(PatientDataTask.self),
      metadata(URLSessionUploadTask.self): metadata(PatientUploadTask.self),
      metadata(URLSessionDownloadTask.self): metadata(PatientDownloadTask.self),
    ]

    private static let retired: [UInt: UInt] = [
      metadata(URLSessionDataTask.self): metadata(RetiredDataTask.self),
      metadata(PatientDataTask.self): metadata(RetiredDataTask.self),
      metadata(URLSessionUploadTask.self): metadata(RetiredUploadTask.self),
      metadata(PatientUploadTask.self): metadata(RetiredUploadTask.self),
      metadata(URLSessionDownloadTask.self): metadata(RetiredDownloadTask.self),
      metadata(PatientDownloadTask.self): metadata(RetiredDownloadTask.self),
    ]

    private static func metadata(_ type: AnyClass) -> UInt {
      unsafeBitCast(type, to: UInt.self)
    }

    /// Whether the exchange works, as tried on a task of this library's own.
    ///
    /// Asked for first off the URLSession queues, on which no task can be made.
    static let isPossible: Bool = {
      let session = URLSession(configuration: NewSessions.untouched { .ephemeral })
      let task = session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
      guard TaskLayout.known.inlineCompletion != nil,
        ObjectBytes(task).metadata == metadata(URLSessionDataTask.self)
      else { return false }
      exchange(task, patient)
      guard type(of: task) == PatientDataTask.self else { return false }
      exchange(task, retired)
      return type(of: task) == RetiredDataTask.self
        && (task as URLSessionTask) is URLSessionDataTask
        && TaskSession.of(task) === session
    }()

    fileprivate static func later(_ cancel: @escaping @Sendable () -> Void) {
      DispatchQueue.global().async(execute: cancel)
    }
  }

  private class PatientDataTask: URLSessionDataTask, @unchecked Sendable {
    override func cancel() { TaskClasses.later { self.cancelNow() } }
    private func cancelNow() { super.cancel() }
  }

  private class PatientUploadTask: URLSessionUploadTask, @unchecked Sendable {
    override func cancel() { TaskClasses.later { self.cancelNow() } }
    private func cancelNow() { super.cancel() }
  }

  private class PatientDownloadTask: URLSessionDownloadTask, @unchecked Sendable {
    override func cancel() { TaskClasses.later { self.cancelNow() } }
    private func cancelNow() { super.cancel() }
  }

  private final class RetiredDataTask: PatientDataTask, @unchecked Sendable {
    override func suspend() {}
    override func resume() {}
  }

  private final class RetiredUploadTask: PatientUploadTask, @unchecked Sendable {
    override func suspend() {}
    override func resume() {}
  }

  private final class RetiredDownloadTask: PatientDownloadTask, @unchecked Sendable {
    override func suspend() {}
    override func resume() {}
  }
#endif
