package import Domain

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
