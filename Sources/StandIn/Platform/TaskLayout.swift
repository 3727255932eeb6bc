#if canImport(FoundationNetworking)
  import Foundation
  import FoundationNetworking

  /// Where a task keeps what corelibs does not tell, in bytes from the start of the object.
  ///
  /// The places are found on a task of this library's own, by what reflection says of it, and nil where the findings do
  /// not fit together. Then slower or lesser ways are taken.
  struct TaskLayout: Sendable {
    /// The reference to the session.
    let session: Int?
    /// Whether the completion handler is called on the task's own queue, as for asynchronous calls.
    let inlineCompletion: Int?

    /// The queue on which the task's protocol works.
    let workQueue: Int?

    /// Found once; to be asked for first off the URLSession queues, on which no task can be made.
    static let known = TaskLayout()

    private init() {
      let configuration = NewSessions.untouched { .ephemeral }
      configuration.urlCache = nil
      let session = URLSession(configuration: configuration)
      let task = session.dataTask(with: URLRequest(url: URL(fileURLWithPath: "/")))
      let object = ObjectBytes(task)
      self.session = object.place(of: session)
      workQueue = (Reflected.value("workQueue", of: task) as? DispatchQueue).flatMap(object.place)
      inlineCompletion = self.session.flatMap { Self.flag(in: object, of: task, behind: $0) }
    }

    /// The place of the flag, which lies between the task's delegate and a lock.
    private static func flag(
      in object: ObjectBytes, of task: URLSessionTask, behind session: Int
    ) -> Int? {
      let name = "_callCompletionHandlerInline"
      func told() -> Bool? { Reflected.value(name, of: task) as? Bool }
      // Session and delegate are references with a witness table each, two words.
      let place = session + 4 * MemoryLayout<UInt>.size
      guard let lock = Reflected.value("_protocolLock", of: task),
        object.place(of: lock as AnyObject) == place + MemoryLayout<UInt>.size,
        told() == false, object.byte(at: place) == 0
      else { return nil }
      // The proof: reflection sees what is written, both ways.
      object.setByte(1, at: place)
      let isSet = told() == true
      object.setByte(0, at: place)
      return isSet && told() == false ? place : nil
    }

    /// The queue on which a task's protocol works; nil where it can't be found.
    func workQueue(of task: URLSessionTask) -> DispatchQueue? {
      guard let workQueue else { return Reflected.value("workQueue", of: task) as? DispatchQueue }
      return ObjectBytes(task).object(at: workQueue)
    }

    /// Whether a task belongs to an asynchronous call; false where that can't be told.
    func isOfAsynchronousCall(_ task: URLSessionTask) -> Bool {
      inlineCompletion.map { ObjectBytes(task).byte(at: $0) == 1 } ?? false
    }
  }

  /// The bytes of an object.
  ///
  /// SAFETY: what is read lies within the memory that was allocated for the object, as the C library says, or at a place
  /// that was found so. What is written is a byte that was proved to be the one that is meant.
  struct ObjectBytes {
    private let address: UnsafeMutableRawPointer

    init(_ object: AnyObject) {
      address = Unmanaged.passUnretained(object).toOpaque()
    }

    /// Where a reference to another object stands, if it stands there once.
    func place(of other: AnyObject) -> Int? {
      guard let size = Self.allocatedSize?(address) else { return nil }
      let word = MemoryLayout<UInt>.size
      let reference = UInt(bitPattern: Unmanaged.passUnretained(other).toOpaque())
      let found = stride(from: 0, through: size - word, by: word)
        .filter { address.load(fromByteOffset: $0, as: UInt.self) == reference }
      return found.count == 1 ? found[0] : nil
    }

    /// The class of the object, which its first word refers to.
    var metadata: UInt {
      get { address.load(as: UInt.self) }
      nonmutating set { address.storeBytes(of: newValue, as: UInt.self) }
    }

    /// The object that a reference refers to.
    func object<Object: AnyObject>(at place: Int) -> Object? {
      address.load(fromByteOffset: place, as: Optional<Unmanaged<Object>>.self)?
        .takeUnretainedValue()
    }

    func byte(at place: Int) -> UInt8 {
      address.load(fromByteOffset: place, as: UInt8.self)
    }

    func setByte(_ byte: UInt8, at place: Int) {
      address.storeBytes(of: byte, toByteOffset: place, as: UInt8.self)
    }

    /// The C library's `malloc_usable_size`; nil where there is none.
    private static let allocatedSize: (@convention(c) (UnsafeMutableRawPointer) -> Int)? = {
      guard let symbol = dlsym(nil, "malloc_usable_size") else { return nil }
      return unsafeBitCast(symbol, to: (@convention(c) (UnsafeMutableRawPointer) -> Int).self)
    }()
  }
#endif
