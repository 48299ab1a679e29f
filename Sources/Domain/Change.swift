/// What happens to a value that may be absent, in a patch.
package enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
  case keep
  case clear
  case set(Value)

  /// The value afterwards.
  package func applied(to current: Value?) -> Value? {
    switch self {
    case .keep: current
    case .clear: nil
    case .set(let value): value
    }
  }
}
