package import Domain
import Synchronization

/// The public name that a secret belongs to.
package enum SecretOwner: Sendable, Hashable {
  case vendor(VendorIdentifier)
  case searchClient(SearchClientID)
  case token(AccessTokenID)
}

/// A count of wrong secrets.
package enum SecretSubject: Sendable, Hashable {
  /// Those for one owner from one network.
  case both(SecretOwner, ClientNetwork)
  case owner(SecretOwner)
  case network(ClientNetwork)
}

/// A secret that a client sent.
package struct SecretAttempt: Sendable {
  /// Nil for a secret that names no owner.
  let owner: SecretOwner?
  let network: ClientNetwork

  package init(_ owner: SecretOwner?, from network: ClientNetwork) {
    self.owner = owner
    self.network = network
  }

  /// The counts of its network.
  fileprivate var here: [RateSubject<SecretSubject>] {
    let both = owner.map { [RateSubject(SecretSubject.both($0, network))] } ?? []
    return both
      + network.subjects.map {
        RateSubject(.network($0.key), factor: $0.factor * FailedSecrets.ofOneAlone)
      }
  }

  /// The count of its owner, from all networks.
  fileprivate var anywhere: [RateSubject<SecretSubject>] {
    owner.map { [RateSubject(.owner($0), factor: FailedSecrets.ofOneAlone)] } ?? []
  }
}

/// Counts wrong secrets: after some of them nothing is compared for a while.
///
/// They are counted for their owner and network together, so that guesses at one owner do not keep
/// another behind the same proxy from its own; and for each of the two alone, with ten times as
/// much, so that guesses cannot be spread. Right secrets neither count nor make wrong ones
/// forgotten.
package struct FailedSecrets: Sendable {
  /// Five wrong secrets at once, and one more every twelve seconds.
  package static let limit = RateLimit(known: 5, periodSeconds: 60, burst: 5)
  /// How many times that limit an owner or a network alone has.
  fileprivate static let ofOneAlone = 10

  /// Decides about one more wrong secret, and counts it if `counts` is true and all admit it.
  package typealias Decide =
    @Sendable (_ subjects: [RateSubject<SecretSubject>], _ counts: Bool) -> Admission

  private let decide: Decide
  private let pending = PendingSecrets()

  /// Counts nothing.
  package static let unlimited = FailedSecrets { _, _ in .unlimited }

  package init(_ decide: @escaping Decide) { self.decide = decide }

  // MARK: Secrets with a plain digest

  /// To be called right before a secret is compared.
  ///
  /// Guesses at the same owner from elsewhere do not matter here: otherwise a stranger could keep
  /// all phones from searching, because their app has one client id.
  ///
  /// - Throws: `tooManyFailures`.
  package func admit(_ attempt: SecretAttempt) throws(Failure) {
    try Self.require(decide(attempt.here, false))
  }

  /// Counts a secret that is wrong.
  ///
  /// - Throws: `tooManyFailures` if it is one too many.
  package func note(_ attempt: SecretAttempt) throws(Failure) {
    let (here, anywhere) = (decide(attempt.here, true), decide(attempt.anywhere, true))
    try Self.require(here)
    try Self.require(anywhere)
  }

  // MARK: Secrets with a slow hash

  /// Compares a secret; a failure counts, unless the comparison was not possible.
  ///
  /// A comparison takes a core for a twentieth of a second, and few run at a time; without this
  /// anybody could keep all vendors from theirs.
  ///
  /// - Parameter compare: calls the closure that it is given once its turn has come.
  /// - Throws: as `compare`; `tooManyFailures` while nothing like this is compared.
  func comparing<Value>(
    _ attempt: SecretAttempt,
    _ compare: (_ admit: @Sendable () throws(Failure) -> Void) async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    let subjects = attempt.here + attempt.anywhere
    // A client that has to wait anyway does not take a place in the queue.
    try Self.require(decide(subjects, false))
    let comparison = PendingComparison(of: subjects, among: pending)
    do throws(Failure) {
      let value = try await compare { () throws(Failure) in
        // Those that are being compared may be wrong: otherwise many at once would all be compared.
        try comparison.begin { others throws(Failure) in
          try Self.require(decide(others, false))
        }
      }
      comparison.end {}
      return value
    } catch {
      comparison.end { if !error.isUnavailable { _ = decide(subjects, true) } }
      throw error
    }
  }

  private static func require(_ admission: Admission) throws(Failure) {
    guard admission.isAdmitted else {
      throw .tooManyFailures(retryAfterSeconds: max(1, admission.retryAfterSeconds))
    }
  }
}

extension Failure {
  fileprivate var isUnavailable: Bool {
    if case .unavailable = self { true } else { false }
  }
}

/// How many secrets of each subject are being compared in this process: a few at a time.
private final class PendingSecrets: Sendable {
  let counts = Mutex<[SecretSubject: Int]>([:])
}

/// A secret that is being compared, or is going to be.
private final class PendingComparison: Sendable {
  private let subjects: [RateSubject<SecretSubject>]
  private let pending: PendingSecrets
  /// Written inside the lock.
  private let isBegun = Atomic(false)

  init(of subjects: [RateSubject<SecretSubject>], among pending: PendingSecrets) {
    self.subjects = subjects
    self.pending = pending
  }

  /// Begins, unless `admit` refuses, which is told how many others have begun and not ended.
  func begin(
    _ admit: (_ subjects: [RateSubject<SecretSubject>]) throws(Failure) -> Void
  ) throws(Failure) {
    try pending.counts.withLock { counts throws(Failure) in
      try admit(subjects.map { $0.besides(counts[$0.key] ?? 0) })
      for subject in subjects { counts[subject.key, default: 0] += 1 }
      isBegun.store(true, ordering: .relaxed)
    }
  }

  /// Ends what has begun, and runs `conclude`: no other comparison begins between the two.
  func end(_ conclude: () -> Void) {
    guard isBegun.load(ordering: .relaxed) else { return }
    pending.counts.withLock { counts in
      conclude()
      for subject in subjects {
        let left = (counts[subject.key] ?? 1) - 1
        counts[subject.key] = left > 0 ? left : nil
      }
    }
  }
}
