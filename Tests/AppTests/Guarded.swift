import Synchronization

/// A value that several tasks of a test change, one after the other. A mutex of its own cannot be
/// handed into closures that run elsewhere.
final class Guarded<Value: Sendable>: Sendable {
  private let value: Mutex<Value>

  init(_ value: Value) { self.value = Mutex(value) }

  @discardableResult
  func withLock<Result: Sendable>(_ body: (inout Value) -> Result) -> Result {
    value.withLock { value in body(&value) }
  }
}
