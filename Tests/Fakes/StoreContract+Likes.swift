import Domain
import UseCases

extension StoreContract {
  static let likeClauses = [
    Clause("nothing holds for a product until it is liked, and a product that never was is missing")
    {
      ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      try holdEqual(
        try await ports.likes.state(of: shop.id(0), for: device.shopperID), nil)
      try await expectNotFound {
        () throws(Failure) in
        _ = try await ports.likes.state(of: 999_999, for: device.shopperID)
      }
    },
    Clause("a like holds as it was made, to the microsecond") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      let tap = LikeOperation(
        id: SixteenBytes(high: .max, low: 1), productID: shop.id(0), isLiked: true,
        at: Timestamp(clamping: LikeShop.start.microseconds + 123_457))
      try await shop.apply(tap, by: device)
      try holdEqual(
        try await ports.likes.state(of: shop.id(0), for: device.shopperID),
        LikeState(tap, sequence: 1))
    },
    Clause("an operation that arrives twice, or after a later one, changes nothing") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      let (first, second) = (
        LikeShop.tap(1, shop.id(0), true, at: 1), LikeShop.tap(2, shop.id(0), false, at: 2)
      )
      try await shop.apply(second, by: device)
      let plan = try await shop.apply(first, second, by: device)
      try holdEqual(plan.states, [])
      try holdEqual(try await shop.liked(by: device), [])
    },
    Clause("of two operations of one moment the one with the higher id holds") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      try await shop.apply(LikeShop.tap(2, shop.id(0), true, at: 1), by: device)
      try await shop.apply(LikeShop.tap(1, shop.id(0), false, at: 1), by: device)
      try holdEqual(try await shop.liked(by: device), [shop.id(0)])
    },
    Clause("changes are told from any number on, in order, up to the limit") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      try await shop.apply(
        LikeShop.tap(1, shop.id(0), true, at: 1), LikeShop.tap(2, shop.id(1), true, at: 2),
        by: device)
      try await shop.apply(LikeShop.tap(3, shop.id(0), false, at: 3), by: device)
      let all = try await ports.likes.changes(by: device.id, after: 0, limit: 9)
      try holdEqual(all?.states.map(\.sequence), [2, 3])
      try holdEqual(all?.states.map(\.isLiked), [true, false])
      try holdEqual(all?.counts, LikeCounts(sequence: 3, likes: 1, entries: 2))
      let rest = try await ports.likes.changes(by: device.id, after: 2, limit: 9)
      try holdEqual(rest?.states.map(\.productID), [shop.id(0)])
      let cut = try await ports.likes.changes(by: device.id, after: 0, limit: 1)
      try holdEqual(cut?.states.map(\.sequence), [2])
      try holdEqual(try await ports.likes.all(by: device.id)?.states.map(\.sequence), [2])
    },
    Clause("a device that is not there reads nothing and changes nothing") { ports in
      let shop = try await LikeShop(ports)
      try holdEqual(try await ports.likes.changes(by: 99, after: 0, limit: 9), nil)
      try holdEqual(try await ports.likes.all(by: 99), nil)
      do throws(Failure) {
        _ = try await ports.likes.change(by: 99, products: [shop.id(0)]) { held in
          LikePlan([], counts: held.counts, known: [:], products: [])
        }
        throw .bug("a device that is not there has changed something")
      } catch {
        guard error == .unauthenticated else { throw error }
      }
    },
    Clause("when a decision throws, nothing is written") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      do throws(Failure) {
        _ = try await ports.likes.change(by: device.id, products: []) { _ throws(Failure) in
          throw .keyReused
        }
        throw .bug("a failure was lost")
      } catch {
        guard error == .keyReused else { throw error }
      }
      try holdEqual(try await ports.likes.all(by: device.id)?.counts, LikeCounts.none)
    },
    Clause("likes of many devices at once do not get in each other's way") { ports in
      let shop = try await LikeShop(ports)
      var devices: [Device] = []
      for fill in 1...4 as ClosedRange<UInt8> { devices.append(try await shop.device(fill)) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in devices {
          for (number, product) in shop.products.enumerated() {
            group.addTask {
              try await shop.apply(
                LikeShop.tap(UInt8(number), product.id, true, at: Int64(number)), by: device)
            }
          }
        }
        try await group.waitForAll()
      }
      for device in devices {
        try holdEqual(try await shop.liked(by: device), shop.products.map(\.id).reversed())
      }
      for product in shop.products { try holdEqual(try await shop.count(product.id), 4) }
    },
    Clause("what is liked no more is forgotten after a while, and devices that know less are told")
    {
      ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1, at: .latest)
      try await shop.apply(
        LikeShop.tap(1, shop.id(0), true, at: 1), LikeShop.tap(2, shop.id(1), true, at: 1),
        by: device)
      try await shop.apply(LikeShop.tap(3, shop.id(0), false, at: 2), by: device)
      // The last tap was two seconds after the start.
      let last = LikeShop.after(days: 91, microseconds: 2_000_000)
      try holdEqual(try await ports.housekeeping.sweep(at: last).likes, 0)
      let before = try await ports.likes.changes(by: device.id, after: 0, limit: 9)
      try holdEqual(before?.counts.entries, 2)
      let late = LikeShop.after(days: 91, microseconds: 2_000_001)
      try holdEqual(try await ports.housekeeping.sweep(at: late).likes, 1)
      let all = try await ports.likes.changes(by: device.id, after: 0, limit: 9)
      try holdEqual(all?.states.map(\.productID), [shop.id(1)])
      try holdEqual(
        all?.counts, LikeCounts(sequence: 3, likes: 1, entries: 1, sweptSequence: 3))
    },
  ]

  static func expectNotFound(_ body: () async throws(Failure) -> Void) async throws {
    do throws(Failure) {
      try await body()
    } catch {
      guard case .notFound = error else { throw error }
      return
    }
    throw ContractBreach("something was found that is not there")
  }
}
