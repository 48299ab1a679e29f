package import Domain
import Text

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

/// Lets two devices act for one shopper: what either of them likes, both like.
package struct MergeDevices: Sendable {
  private let devices: any DeviceRepository
  private let authenticate: AuthenticateDevice

  package init(devices: any DeviceRepository, authenticate: AuthenticateDevice) {
    self.devices = devices
    self.authenticate = authenticate
  }

  /// - Parameter token: of the other device; whoever shows it may act for its shopper.
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
  /// Characters of the secret.
  package static let secretCharacters = 43
  /// All of it.
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
