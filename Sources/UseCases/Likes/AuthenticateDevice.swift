package import Domain

/// Finds out which device is asking, from the token that it shows.
package struct AuthenticateDevice: Sendable {
  private let devices: any DeviceRepository
  private let secretDigest: any SecretDigest
  private let now: WallClock

  package init(
    devices: any DeviceRepository, secretDigest: any SecretDigest, now: @escaping WallClock
  ) {
    self.devices = devices
    self.secretDigest = secretDigest
    self.now = now
  }

  /// The token has 256 random bits: it is found by its digest, and a look at the time that takes
  /// tells nobody anything.
  ///
  /// - Throws: `unauthenticated` whatever is wrong with the token.
  package func callAsFunction(_ text: String) async throws(Failure) -> Device {
    guard let device = try await known(text) else { throw .unauthenticated }
    let now = now()
    if device.isWorthNoting(at: now) {
      // The next request notes it as well; this one has better to do than to fail.
      try? await devices.see(device.id, at: now)
    }
    return device
  }

  /// The device of a token that somebody else shows; nil when there is none.
  func known(_ text: String) async throws(Failure) -> Device? {
    guard let token = DeviceTokenText(text) else { return nil }
    return try await devices.find(digest: secretDigest.digest(Array(token.text.utf8)))
  }
}
