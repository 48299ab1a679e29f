package import Domain
import Synchronization

/// Counts the wrong secrets of a network: after some of them it has to wait before another one is
/// compared.
///
/// A comparison takes a core for a twentieth of a second, and few run at a time; without this
/// anybody could keep all vendors from theirs. Right secrets neither count nor make wrong ones
/// forgotten. Identifiers are not counted: they are public, so that anybody could lock a vendor
/// out.
package struct FailedSecrets: Sendable {
  /// Five wrong secrets at once, and one more every twelve seconds.
  package static let limit = RateLimit(known: 5, periodSeconds: 60, burst: 5)

  /// Decides about one more wrong secret from a network, and counts it if `counts` is true.
  package typealias Decide = @Sendable (ClientNetwork, _ counts: Bool) -> Admission

  package let decide: Decide
  private let pending = PendingSecrets()

  /// Counts nothing.
  package static let unlimited = FailedSecrets { _, _ in .unlimited }

  package init(_ decide: @escaping Decide) { self.decide = decide }

  /// Compares a secret; a failure counts, unless the comparison was not possible.
  ///
  /// - Parameter compare: calls the closure that it is given once its turn has come.
  /// - Throws: as `compare`; `tooManyFailures` while nothing from this network is compared.
  func comparing<Value>(
    from network: ClientNetwork,
    _ compare: (_ admit: @Sendable () throws(Failure) -> Void) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    // A client that has to wait anyway does not take a place in the queue.
    let admission = decide(network, false)
    guard admission.isAdmitted else { throw Self.refusal(admission) }
    let comparison = PendingComparison(from: network, among: pending)
    do throws(Failure) {
      let value = try await compare { () throws(Failure) in
        try comparison.begin { others throws(Failure) in
          // Those that are being compared may be wrong: otherwise many at once would all be
          // compared.
          let admission = decide(network, false)
          guard admission.isAdmitted, others <= admission.remaining else {
            throw Self.refusal(admission)
          }
        }
      }
      comparison.end {}
      return value
    } catch {
      comparison.end { if !error.isUnavailable { _ = decide(network, true) } }
      throw error
    }
  }

  private static func refusal(_ admission: Admission) -> Failure {
    .tooManyFailures(retryAfterSeconds: max(1, admission.retryAfterSeconds))
  }
}

extension Failure {
  fileprivate var isUnavailable: Bool {
    if case .unavailable = self { true } else { false }
  }
}

/// How many secrets of each network are being compared in this process: a few at a time.
private final class PendingSecrets: Sendable {
  let counts = Mutex<[ClientNetwork: Int]>([:])
}

/// A secret that is being compared, or is going to be.
private final class PendingComparison: Sendable {
  private let network: ClientNetwork
  private let pending: PendingSecrets
  /// Written inside the lock.
  private let isBegun = Atomic(false)

  init(from network: ClientNetwork, among pending: PendingSecrets) {
    self.network = network
    self.pending = pending
  }

  /// Begins, unless `admit` refuses, which is told how many others have begun and not ended.
  func begin(_ admit: (_ others: Int) throws(Failure) -> Void) throws(Failure) {
    try pending.counts.withLock { counts throws(Failure) in
      let others = counts[network] ?? 0
      try admit(others)
      counts[network] = others + 1
      isBegun.store(true, ordering: .relaxed)
    }
  }

  /// Ends what has begun, and runs `conclude`: no other comparison begins between the two.
  func end(_ conclude: () -> Void) {
    guard isBegun.load(ordering: .relaxed) else { return }
    pending.counts.withLock { counts in
      conclude()
      let left = (counts[network] ?? 1) - 1
      counts[network] = left > 0 ? left : nil
    }
  }
}
