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

/// The states of something in which somebody wants a change to be made to it.
package struct ChangeCondition<State>: Sendable {
  private let judge: @Sendable (State) -> Bool

  /// - Parameter admits: pure, because it is asked again when a transaction has to be.
  package init(_ admits: @escaping @Sendable (_ state: State) -> Bool) {
    judge = admits
  }

  /// Whatever it is like.
  package static var any: Self { Self { _ in true } }

  /// Whether a change may be made to what is like this.
  package func admits(_ state: State) -> Bool { judge(state) }
}

/// The versions of a row for which somebody wants a change to be made.
package typealias VersionCondition = ChangeCondition<Int>

/// The states of a product in which somebody wants a change to be made.
package typealias ProductCondition = ChangeCondition<Product>
