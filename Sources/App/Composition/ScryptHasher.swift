import Cryptography
import EventLoop
import Synchronization
import UseCases

/// Hashes secrets by scrypt on helper threads.
///
/// Two at once, because each takes a core and 16 MiB: clients with wrong secrets must not be able
/// to use up the machine.
final class ScryptHasher: SecretHasher {
  /// Waiting callers at most: at a twentieth of a second each, the last one waits for two seconds.
  static let waitingMax = 64
  private let gate = HashingGate(atOnce: 2, waitingMax: waitingMax)
  private let cost: Scrypt.Cost
  private let decoyHash: SecretHash
  private let observe: @Sendable (String) -> Void
  var decoy: String { decoyHash.description }

  /// - Parameter observe: called with a problem that an operator has to fix, one sentence.
  init(_ cost: Scrypt.Cost = .usual, observe: @escaping @Sendable (String) -> Void = { _ in }) {
    self.cost = cost
    self.observe = observe
    decoyHash = .ofNobody(cost)
  }

  func hash(_ secret: String) async throws(Failure) -> String {
    let cost = cost
    return try await gated({}) { SecretHash(of: secret, cost)?.description }
  }

  /// No secret has a hash that cannot be read, and finding that out takes as long as for any other.
  func matches(
    _ secret: String, _ hash: String, admit: @Sendable () throws(Failure) -> Void
  ) async throws(Failure) -> Bool {
    let known = SecretHash(hash)
    if known == nil {
      observe("the stored hash of a vendor's secret cannot be read; give the vendor a new secret.")
    }
    let compared = known ?? decoyHash
    return try await gated(admit) { compared.matches(secret) }
  }

  private func gated<Value: Sendable>(
    _ admit: @Sendable () throws(Failure) -> Void,
    _ work: @escaping @Sendable () -> Value?
  ) async throws(Failure) -> Value {
    try await gate.enter()
    defer { gate.leave() }
    try admit()
    let outcome = try? await EventLoop.offload { work() }
    // No memory for it now; the next moment may have some.
    guard let value = outcome ?? nil else { throw .unavailable(retryAfterSeconds: 1) }
    return value
  }
}

/// Lets some through at once, and the others wait in the order in which they came.
final class HashingGate: Sendable {
  private struct State {
    var inside = 0
    var waiting: [UnsafeContinuation<Bool, Never>] = []
  }

  private let state = Mutex(State())
  private let atOnce: Int
  private let waitingMax: Int

  init(atOnce: Int, waitingMax: Int) {
    self.atOnce = atOnce
    self.waitingMax = waitingMax
  }

  /// - Throws: `unavailable` at once, when too many wait.
  func enter() async throws(Failure) {
    let isAdmitted = await withUnsafeContinuation { admit($0) }
    guard isAdmitted else { throw .unavailable(retryAfterSeconds: 1) }
  }

  private func admit(_ continuation: UnsafeContinuation<Bool, Never>) {
    let answer = state.withLock { state -> Bool? in
      if state.inside < atOnce {
        state.inside += 1
        return true
      }
      guard state.waiting.count < waitingMax else { return false }
      state.waiting.append(continuation)
      return nil
    }
    if let answer { continuation.resume(returning: answer) }
  }

  /// The longest waiting caller takes the place.
  func leave() {
    let next = state.withLock { state -> UnsafeContinuation<Bool, Never>? in
      guard !state.waiting.isEmpty else {
        state.inside -= 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    next?.resume(returning: true)
  }
}
