import Domain

/// Lets a device in that nobody knows yet.
package struct CreateDevice: Sendable {
  private let devices: any DeviceRepository
  private let secretDigest: any SecretDigest
  private let randomBytes: RandomBytes
  private let now: WallClock

  package init(
    devices: any DeviceRepository, secretDigest: any SecretDigest,
    randomBytes: @escaping RandomBytes, now: @escaping WallClock
  ) {
    self.devices = devices
    self.secretDigest = secretDigest
    self.randomBytes = randomBytes
    self.now = now
  }

  /// - Returns: its token, which is nowhere else and cannot be shown again.
  package func callAsFunction() async throws(Failure) -> DeviceTokenText {
    let secret = randomBytes(DeviceTokenText.secretBytes)
    guard secret.count == DeviceTokenText.secretBytes else {
      throw .bug("the source of random bytes gave another count than was asked for")
    }
    let token = DeviceTokenText(secret: secret)
    _ = try await devices.add(digest: secretDigest.digest(Array(token.text.utf8)), at: now())
    return token
  }
}
