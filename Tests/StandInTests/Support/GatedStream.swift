import Foundation
import StandIn

/// A stream that gives a byte and its end when the gate is opened.
final class GatedStream: InputStream {
  let isReading = Locked(false)
  let gate: DispatchSemaphore
  private var isDone = false

  init(gate: DispatchSemaphore = DispatchSemaphore(value: 0)) {
    self.gate = gate
    super.init(data: Data())
  }

  override func open() {}
  override func close() {}
  override var hasBytesAvailable: Bool { true }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength len: Int) -> Int {
    guard !isDone else { return 0 }
    isDone = true
    isReading.withLock { $0 = true }
    gate.wait()
    buffer[0] = 0
    return 1
  }
}
