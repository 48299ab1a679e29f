package import Domain
package import UseCases

/// A shop with products and devices, for what shoppers like.
package struct LikeShop: Sendable {
  package static let start = Timestamp(rfc3339: "2026-03-01T09:00:00Z") ?? .earliest
  package let ports: Ports
  package let vendor: Vendor
  package let products: [Product]

  /// - Parameter count: of products, which cost 12,000 won each.
  package init(_ ports: Ports, products count: Int = 3) async throws {
    self.ports = ports
    vendor = try await ports.vendor()
    var products: [Product] = []
    for number in 0..<count {
      products.append(
        try await ports.add(
          .sample(
            by: vendor, .sample("겨울 코트 \(number)"), images: [UInt8(truncatingIfNeeded: number + 1)])
        ))
    }
    self.products = products
  }

  package func id(_ index: Int) -> Int64 { products[index].id }

  /// A device whose token has a digest of this byte.
  package func device(
    _ fill: UInt8, at instant: Timestamp = start
  ) async throws -> Device {
    try await ports.devices.add(digest: Array(repeating: fill, count: 32), at: instant)
  }

  /// So many days and microseconds after the start.
  package static func after(days: Int, microseconds: Int64 = 0) -> Timestamp {
    Timestamp(clamping: start.microseconds + Int64(days) * 86_400_000_000 + microseconds)
  }

  /// A tap, so many seconds after the start.
  package static func tap(
    _ id: UInt8, _ product: Int64, _ isLiked: Bool, at seconds: Int64
  ) -> LikeOperation {
    LikeOperation(
      id: SixteenBytes(high: 0, low: UInt64(id)), productID: product, isLiked: isLiked,
      at: Timestamp(clamping: start.microseconds + seconds * 1_000_000))
  }

  /// Carries operations out, whatever holds.
  @discardableResult
  package func apply(_ operations: LikeOperation..., by device: Device) async throws -> LikePlan {
    try await apply(operations, by: device)
  }

  @discardableResult
  package func apply(_ operations: [LikeOperation], by device: Device) async throws -> LikePlan {
    try await ports.likes.change(
      by: device.id, products: Array(Set(operations.map(\.productID)))
    ) { held in
      LikePlan(operations, counts: held.counts, known: held.states, products: held.products)
    }
  }

  /// What a device likes, the newest first.
  package func liked(by device: Device) async throws -> [Int64] {
    let now = try await current(device)
    return try await ports.likes.page(
      of: now.shopperID, named: nil, after: nil, limit: 100
    ).map(\.id)
  }

  /// The device as it is now.
  package func current(_ device: Device) async throws -> Device {
    for fill in UInt8.min ... .max {
      let digest = Array(repeating: fill, count: 32)
      if let found = try await ports.devices.find(digest: digest), found.id == device.id {
        return found
      }
    }
    throw ContractBreach("the device is not there any more")
  }

  /// How many like a product, when all likes are counted.
  package func count(_ product: Int64) async throws -> Int? {
    _ = try await ports.likes.foldCounts()
    return try await ports.products.find(product)?.cell.likeCount
  }
}
