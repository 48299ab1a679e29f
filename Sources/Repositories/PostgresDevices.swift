package import Domain
import Postgres
package import UseCases

/// Devices in `moa.devices`, and the shoppers for whom they act in `moa.shoppers`.
extension PostgresStore: DeviceRepository {
  /// The key for registering devices one after another; no device has this id.
  private static let newDevices: Int64 = 0

  package func add(digest: [UInt8], at instant: Timestamp) async throws(Failure) -> Device {
    let device = DeviceStatements.NewDevice(digest: digest, instant: instant)
    return try await inTurn(Self.newDevices) {
      guard let added = try await first(DeviceStatements.add, device, mayRepeat: true) else {
        throw Failure.bug("an inserted device returned no row")
      }
      return added
    }
  }

  package func find(digest: [UInt8]) async throws(Failure) -> Device? {
    try await first(DeviceStatements.find, digest)
  }

  package func see(_ id: Int64, at instant: Timestamp) async throws(Failure) {
    _ = try await inTurn(id) {
      try await execute(DeviceStatements.see, .init(id: id, instant: instant), mayRepeat: true)
    }
  }

  package func merge(_ other: Int64, into id: Int64) async throws(Failure) {
    try await inTurn(id) {
      try await self.transaction(mayRepeat: true) { transaction in
        try await transaction.merge(other, into: id)
      }
    }
  }
}

extension PostgresStore {
  package func remove(_ id: Int64) async throws(Failure) -> Bool {
    try await inTurn(id) {
      try await self.transaction(mayRepeat: true) { transaction in
        // Likes that are being changed are counted before they are removed.
        guard try await transaction.first(LikeStatements.lock, id) != nil else { return false }
        return try await transaction.first(DeviceSweepStatements.device, id) == 1
      }
    }
  }

  package func removeOthers(than id: Int64) async throws(Failure) {
    try await inTurn(id) {
      try await self.transaction(mayRepeat: true) { transaction in
        _ = try await transaction.first(LikeStatements.lock, id)
        try await transaction.execute(DeviceStatements.removeOthers, id)
      }
    }
  }
}

extension Transaction {
  fileprivate func merge(_ other: Int64, into device: Int64) async throws {
    guard let (from, to) = try await holdShoppers(of: other, and: device) else { return }
    let move = try await moveLikes(from: from, to: to)
    try await execute(DeviceStatements.moveViews, move)
    try await execute(DeviceStatements.moveDevices, move)
    try await execute(DeviceStatements.removeLikes, from.id)
    try await execute(DeviceStatements.removeShopper, from.id)
  }

  /// Locks the shoppers of two devices until the end of the transaction; nil if both devices have
  /// the same shopper.
  ///
  /// - Throws: `unauthenticated` if one of the devices no longer exists.
  fileprivate func holdShoppers(
    of other: Int64, and device: Int64
  ) async throws -> (HeldShopper, HeldShopper)? {
    // After waiting for another merge, the devices may have another shopper.
    for _ in 0..<3 {
      let locked = Set(try await rows(DeviceStatements.lockShoppers, [other, device]))
      guard let from = try await first(LikeStatements.shopper, other),
        let to = try await first(LikeStatements.shopper, device)
      else { throw Failure.unauthenticated }
      if from.id == to.id { return nil }
      if locked == [from.id, to.id] { return (from, to) }
    }
    throw Failure.unavailable(retryAfterSeconds: 1)
  }

  /// - Throws: `conflict` if there would be too many.
  fileprivate func moveLikes(
    from: HeldShopper, to: HeldShopper
  ) async throws -> DeviceStatements.Move {
    let others = try await rows(LikeStatements.states, from.id)
    let known = try await rows(LikeStatements.states, to.id)
    let plan: LikePlan
    do throws(ValidationError) {
      plan = try LikePlan(
        moving: others, of: from.counts, into: to.counts,
        known: Dictionary(known.map { ($0.productID, $0) }) { first, _ in first })
    } catch {
      throw Failure.conflict(error)
    }
    let write = LikeStatements.Write(shopper: to.id, plan: plan, other: from.id)
    try await execute(LikeStatements.move, write)
    let first = max(from.counts.sequence, to.counts.sequence) + 1
    return DeviceStatements.Move(from: from.id, to: to.id, firstSequence: first)
  }
}
