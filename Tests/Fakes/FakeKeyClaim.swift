import Synchronization
import UseCases

/// A claim that ends when it is withdrawn, or when the write is made.
final class FakeKeyClaim: KeyClaim {
  let token: [UInt8]
  private let key: IdempotencyKey
  private let store: FakeStore

  init(_ key: IdempotencyKey, _ token: [UInt8], _ store: FakeStore) {
    self.token = token
    self.key = key
    self.store = store
  }

  func withdraw() async {
    store.state.withLock { state in
      if state.claims[key] == token { state.claims[key] = nil }
    }
  }
}
