package import HTTP
import Web

/// How many new devices an address may have: each is a row that is kept for more than a year.
package struct NewDeviceRate: Sendable {
  /// Takes one device from what a client has left.
  package typealias Admit = @Sendable (ClientAddress) -> Admission

  private let admit: Admit

  /// Counts nothing.
  package static let unlimited = NewDeviceRate { _ in
    Admission(isAdmitted: true, ahead: 0, remaining: .max, retryAfterSeconds: 0)
  }

  package init(_ admit: @escaping Admit) { self.admit = admit }

  /// - Throws: 429 with the seconds after which a device will be admitted.
  func take(_ request: Request) throws {
    let admission = admit(request.client.address)
    guard !admission.isAdmitted else { return }
    throw Problem(
      .tooManyRequests, "too_many_devices",
      "More new devices came from this address than are let in; see Retry-After."
    )
    .with("Retry-After", String(max(1, admission.retryAfterSeconds)))
  }
}
