/// A change of an optional value in a patch.
package enum Change<Value: Sendable & Hashable>: Sendable, Hashable {
  case keep
  case clear
  case set(Value)

  /// The value after the change.
  package func applied(to current: Value?) -> Value? {
    switch self {
    case .keep: current
    case .clear: nil
    case .set(let value): value
    }
  }
}

/// A precondition of a change, judged by the current state.
package struct ChangeCondition<State>: Sendable {
  private let judge: @Sendable (State) -> Bool

  /// - Parameter admits: a pure function; it runs again when the transaction is retried.
  package init(_ admits: @escaping @Sendable (_ state: State) -> Bool) {
    judge = admits
  }

  /// No precondition.
  package static var any: Self { Self { _ in true } }

  /// Whether the change may be made to this state.
  package func admits(_ state: State) -> Bool { judge(state) }
}

/// A precondition on the version of a row.
package typealias VersionCondition = ChangeCondition<Int>

/// A precondition on the current product.
package typealias ProductCondition = ChangeCondition<Product>
