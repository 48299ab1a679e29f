public import ViewData

/// What somebody looked at last, on this device and on others that share it.
public struct RecentViews: Sendable {
  private let device: DeviceSession

  init(_ device: DeviceSession) {
    self.device = device
  }

  /// Notes that a product was looked at.
  public func add(_ product: Int64) async throws {
    try await device.send("PUT", "/v1/recent/\(product)", nil as String?)
  }

  /// At most a hundred products, the last one first, without those that were removed.
  public func list() async throws -> [ProductCell] {
    try await device.get("/v1/recent", as: Moa.Items<ProductCell>.self).items
  }
}
