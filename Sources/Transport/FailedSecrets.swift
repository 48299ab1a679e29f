import Domain
package import HTTP
import UseCases

/// How many wrong secrets came from where: whoever has sent some has to wait before another one is
/// compared.
///
/// A comparison takes a core for a twentieth of a second, and few run at a time; without this anybody
/// could keep all vendors from theirs. Right secrets neither count nor make wrong ones forgotten.
/// Identifiers are not counted: they are public, so that anybody could lock a vendor out.
package struct FailedSecrets: Sendable {
  /// Decides about one secret from an address, and counts it as wrong if that is wanted.
  package typealias Decide = @Sendable (ClientAddress, _ counts: Bool) -> Admission

  /// Five wrong secrets at once, and one more every twelve seconds.
  package static let limit = RateLimit(known: 5, periodSeconds: 60, burst: 5)

  let decide: Decide
  let refund: @Sendable (ClientAddress) -> Void

  /// Nobody counts.
  package static let unlimited = FailedSecrets { _, _ in
    Admission(isAdmitted: true, ahead: 0, remaining: 0, retryAfterSeconds: 0)
  } refund: { _ in
  }

  /// - Parameter refund: takes back what was counted.
  package init(
    _ decide: @escaping Decide, refund: @escaping @Sendable (ClientAddress) -> Void
  ) {
    self.decide = decide
    self.refund = refund
  }

  /// The vendor by identifier and secret.
  ///
  /// - Throws: as `authenticate`; `tooManyFailures` while nothing from this address is compared.
  func vendor(
    _ identifier: String?, _ secret: String?, from address: ClientAddress,
    _ authenticate: AuthenticateVendor
  ) async throws(Failure) -> Vendor {
    // Whoever has to wait anyway does not take a place in the queue.
    try admit(address, counts: false)
    // Counts before it is known to be wrong: otherwise many at once would all be compared.
    let vendor = try await authenticate(
      identifier: identifier, secret: secret
    ) { () throws(Failure) in
      try admit(address, counts: true)
    }
    refund(address)
    return vendor
  }

  private func admit(_ address: ClientAddress, counts: Bool) throws(Failure) {
    let admission = decide(address, counts)
    guard !admission.isAdmitted else { return }
    throw .tooManyFailures(retryAfterSeconds: admission.retryAfterSeconds)
  }
}
