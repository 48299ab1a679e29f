package import Domain
import Text

/// Authenticates a device by its token.
package struct AuthenticateDevice: Sendable {
  private let devices: any DeviceRepository
  private let secretDigest: any SecretDigest
  private let now: WallClock
  private let isReadOnly: @Sendable () -> Bool

  /// - Parameter isReadOnly: whether the operator has stopped writes.
  package init(
    devices: any DeviceRepository, secretDigest: any SecretDigest, now: @escaping WallClock,
    isReadOnly: @escaping @Sendable () -> Bool
  ) {
    self.isReadOnly = isReadOnly
    self.devices = devices
    self.secretDigest = secretDigest
    self.now = now
  }

  /// A token has 256 random bits and is found by its digest, so the duration of the search reveals
  /// nothing.
  ///
  /// - Throws: `unauthenticated` for any wrong token.
  package func callAsFunction(_ text: String) async throws(Failure) -> Device {
    guard let device = try await known(text) else { throw .unauthenticated }
    let now = now()
    if device.isWorthNoting(at: now), !isReadOnly() {
      // A failure is ignored, because the next request tries again.
      try? await devices.see(device.id, at: now)
    }
    return device
  }

  /// The device of another device's token; nil if it is unknown.
  func known(_ text: String) async throws(Failure) -> Device? {
    guard let token = DeviceTokenText(text) else { return nil }
    return try await devices.find(digest: secretDigest.digest(Array(token.text.utf8)))
  }
}

/// Registers a device.
package struct CreateDevice: Sendable {
  private let devices: any DeviceRepository
  private let secretDigest: any SecretDigest
  private let randomBytes: RandomBytes
  private let now: WallClock
  private let rate: NewDeviceRate

  package init(
    devices: any DeviceRepository, secretDigest: any SecretDigest,
    randomBytes: @escaping RandomBytes, now: @escaping WallClock,
    rate: NewDeviceRate
  ) {
    self.rate = rate
    self.devices = devices
    self.secretDigest = secretDigest
    self.randomBytes = randomBytes
    self.now = now
  }

  /// - Returns: its token, which is stored nowhere and cannot be shown again.
  /// - Throws: `tooManyDevices` when its network has brought too many.
  package func callAsFunction(
    from network: ClientNetwork
  ) async throws(Failure) -> DeviceTokenText {
    let admission = rate.admit(network)
    guard admission.isAdmitted else {
      throw .tooManyDevices(retryAfterSeconds: max(1, admission.retryAfterSeconds))
    }
    let secret = randomBytes(DeviceTokenText.secretBytes)
    guard secret.count == DeviceTokenText.secretBytes else {
      throw .bug("the source of random bytes returned a wrong count")
    }
    let token = DeviceTokenText(secret: secret)
    _ = try await devices.add(digest: secretDigest.digest(Array(token.text.utf8)), at: now())
    return token
  }
}

/// Limits how many new devices a network may register: each row is kept for more than a year.
package struct NewDeviceRate: Sendable {
  /// Takes one device from a network's remaining quota.
  package let admit: @Sendable (ClientNetwork) -> Admission

  /// Counts nothing.
  package static let unlimited = NewDeviceRate { _ in .unlimited }

  package init(_ admit: @escaping @Sendable (ClientNetwork) -> Admission) { self.admit = admit }
}

/// Merges two devices into one shopper with the likes of both.
package struct MergeDevices: Sendable {
  private let devices: any DeviceRepository
  private let authenticate: AuthenticateDevice

  package init(devices: any DeviceRepository, authenticate: AuthenticateDevice) {
    self.devices = devices
    self.authenticate = authenticate
  }

  /// - Parameter token: of the other device; it proves that the sender may act for its shopper.
  /// - Throws: `rejected` at `/token` when no device has it, `conflict` when they like too many
  ///   products together.
  package func callAsFunction(_ token: String, into device: Device) async throws(Failure) {
    guard let other = try await authenticate.known(token) else {
      throw .rejected([FieldError("/token", Self.unknown)])
    }
    guard other.shopperID != device.shopperID else { return }
    try await devices.merge(other.id, into: device.id)
  }

  private static let unknown = ValidationError(
    "unknown_device", "No device has this token.", hint: "Send the token of the other device.")
}

/// The text of a device's token: `moa_device_<43 of base64url>`, all of it secret.
///
/// Administrators' tokens have another form, ``TokenText``; none is ever taken for the other.
package struct DeviceTokenText: Sendable, Hashable {
  package static let prefix = "moa_device_"
  /// 256 bits.
  package static let secretBytes = 32
  /// The number of characters of the secret.
  package static let secretCharacters = 43
  /// The whole token.
  package let text: String

  /// Nil unless the text has this form.
  package init?(_ text: String) {
    guard text.hasPrefix(Self.prefix),
      text.utf8.count == Self.prefix.utf8.count + Self.secretCharacters,
      text.utf8.dropFirst(Self.prefix.utf8.count).allSatisfy(Base64.urlSafe.contains)
    else { return nil }
    self.text = text
  }

  init(secret: [UInt8]) {
    text = Self.prefix + Base64.urlSafe.text(secret)
  }
}
