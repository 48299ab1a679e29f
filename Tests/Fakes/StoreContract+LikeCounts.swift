import Domain
import UseCases

extension StoreContract {
  static let likeCountClauses = [
    Clause("likes are counted once, whoever counts and however often") { ports in
      let shop = try await LikeShop(ports)
      for fill in 1...3 as ClosedRange<UInt8> {
        let device = try await shop.device(fill)
        try await shop.apply(LikeShop.tap(fill, shop.id(0), true, at: 1), by: device)
        try await shop.apply(LikeShop.tap(fill, shop.id(0), true, at: 1), by: device)
      }
      try holdEqual(try await ports.products.find(shop.id(0))?.cell.likeCount, 0)
      try holdEqual(try await ports.likes.foldCounts(), 3)
      try holdEqual(try await ports.likes.foldCounts(), 0)
      try holdEqual(try await ports.products.find(shop.id(0))?.cell.likeCount, 3)
    },
    Clause("what is liked no more counts no more") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      try holdEqual(try await shop.count(shop.id(0)), 1)
      try await shop.apply(LikeShop.tap(2, shop.id(0), false, at: 2), by: device)
      try holdEqual(try await shop.count(shop.id(0)), 0)
    },
    Clause("a count is no change of a product, and a change of a product keeps the count") {
      ports in
      let shop = try await LikeShop(ports)
      try await shop.apply(
        LikeShop.tap(1, shop.id(0), true, at: 1), by: try await shop.device(1))
      _ = try await ports.likes.foldCounts()
      let counted = try await ports.products.find(shop.id(0))
      try holdEqual(counted?.version, shop.products[0].version)
      try holdEqual(counted?.summary.updatedAt, shop.products[0].summary.updatedAt)
      let changed = try await reprice(shop.products[0], 9_000, ports)
      try holdEqual(changed.cell.likeCount, 1)
      try holdEqual(
        try await ports.products.cells(ProductQuery(), after: nil, limit: 9)
          .first { $0.id == shop.id(0) }?.likeCount, 1)
    },
    Clause("counts made at the same time lose nothing and double nothing") { ports in
      let shop = try await LikeShop(ports)
      var devices: [Device] = []
      for fill in 1...8 as ClosedRange<UInt8> { devices.append(try await shop.device(fill)) }
      try await withThrowingTaskGroup(of: Void.self) { group in
        for device in devices {
          group.addTask {
            for (number, product) in shop.products.enumerated() {
              try await shop.apply(
                LikeShop.tap(UInt8(number), product.id, true, at: 1), by: device)
              _ = try await ports.likes.foldCounts()
            }
          }
        }
        try await group.waitForAll()
      }
      for product in shop.products { try holdEqual(try await shop.count(product.id), 8) }
    },
  ]

  static let recentViewClauses = [
    Clause("products that were looked at are listed, the last one first, each once") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      for (second, index) in [0, 1, 2, 0].enumerated() {
        let at = Timestamp(clamping: LikeShop.start.microseconds + Int64(second))
        try await ports.recentViews.add(shop.id(index), by: device.id, at: at)
      }
      let seen = try await ports.recentViews.products(of: device.shopperID)
      try holdEqual(seen.map(\.id), [shop.id(0), shop.id(2), shop.id(1)])
      let other = try await shop.device(2)
      try holdEqual(try await ports.recentViews.products(of: other.shopperID), [])
    },
    Clause("a product that is not in the shop was not looked at, and a removed one is not listed") {
      ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      try await ports.recentViews.add(shop.id(0), by: device.id, at: LikeShop.start)
      _ = try await ports.products.remove(shop.id(0), at: .latest, once: nil) { _ in }
      try holdEqual(try await ports.recentViews.products(of: device.shopperID), [])
      for missing in [shop.id(0), 999_999] {
        try await expectNotFound { () throws(Failure) in
          try await ports.recentViews.add(missing, by: device.id, at: LikeShop.start)
        }
      }
    },
    Clause("a hundred products are kept of those that were looked at") { ports in
      let shop = try await LikeShop(ports, products: 103)
      let device = try await shop.device(1)
      for (second, product) in shop.products.enumerated() {
        let at = Timestamp(clamping: LikeShop.start.microseconds + Int64(second))
        try await ports.recentViews.add(product.id, by: device.id, at: at)
      }
      let seen = try await ports.recentViews.products(of: device.shopperID)
      try holdEqual(seen.map(\.id), shop.products.map(\.id).reversed().dropLast(3).map(\.self))
    },
  ]
}
