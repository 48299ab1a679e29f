import Domain
import UseCases

extension StoreContract {
  static let likeListClauses = [
    Clause("likes are listed newest first, page by page") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      for (index, seconds) in [5, 1, 9].enumerated() {
        try await shop.apply(
          LikeShop.tap(UInt8(index), shop.id(index), true, at: Int64(seconds)), by: device)
      }
      let first = try await ports.likes.page(
        of: device.shopperID, named: nil, after: nil, limit: 2)
      try holdEqual(first.map(\.id), [shop.id(2), shop.id(0)])
      let rest = try await ports.likes.page(
        of: device.shopperID, named: nil, after: first.last?.position, limit: 2)
      try holdEqual(rest.map(\.id), [shop.id(1)])
    },
    Clause("a liked product is shown as it was and as it is") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      let dearer = try await reprice(shop.products[0], 15_000, ports)
      let listed = try await ports.likes.page(
        of: device.shopperID, named: nil, after: nil, limit: 9)
      try holdEqual(listed.map(\.snapshot), [LikedSnapshot(shop.products[0].cell)])
      try holdEqual(listed.map(\.current), [dearer.cell])
      try holdEqual(listed.map(\.likedAt), [LikeShop.tap(1, 1, true, at: 1).at])
    },
    Clause("what is liked again keeps what was kept of it first, until it is liked no more") {
      ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      _ = try await reprice(shop.products[0], 15_000, ports)
      try await shop.apply(LikeShop.tap(2, shop.id(0), true, at: 2), by: device)
      try holdEqual(try await keptPrice(of: shop, device), 12_000)
      try await shop.apply(LikeShop.tap(3, shop.id(0), false, at: 3), by: device)
      try await shop.apply(LikeShop.tap(4, shop.id(0), true, at: 4), by: device)
      try holdEqual(try await keptPrice(of: shop, device), 15_000)
    },
    Clause("a removed product stays among the likes, for 30 days with its picture") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1, at: .latest)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      let removed = before(.latest, days: 30)
      _ = try await ports.products.remove(shop.id(0), at: removed, once: nil) { _ in }
      _ = try await ports.housekeeping.sweep(at: .latest)
      let listed = try await ports.likes.page(
        of: device.shopperID, named: nil, after: nil, limit: 9)
      try holdEqual(listed.map(\.current), [nil])
      try holdEqual(listed.map(\.snapshot), [LikedSnapshot(shop.products[0].cell)])
      let digest = try PreparedImage.sample(1).original.digest
      try hold(try await ports.images.find(digest) != nil, "the picture is gone")
    },
    Clause("the pictures of a removed product go with the sweep after 30 days, liked or not") {
      ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1, at: .latest)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      let removed = before(.latest, days: 31)
      for index in 0...1 {
        _ = try await ports.products.remove(shop.id(index), at: removed, once: nil) { _ in }
      }
      try holdEqual(try await ports.housekeeping.sweep(at: .latest).images, 2)
      let listed = try await ports.likes.page(
        of: device.shopperID, named: nil, after: nil, limit: 9)
      try holdEqual(listed.map(\.snapshot.name.text), ["겨울 코트 0"])
      try holdEqual(listed.map(\.snapshot.cover), [nil])
      let digest = try PreparedImage.sample(3).original.digest
      try hold(try await ports.images.find(digest) != nil, "the picture of another one is gone")
    },
    Clause("a removed product is liked only by those who liked it while it was there") { ports in
      let shop = try await LikeShop(ports)
      let (device, other) = (try await shop.device(1), try await shop.device(2))
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      try await shop.apply(LikeShop.tap(2, shop.id(0), false, at: 2), by: other)
      _ = try await ports.products.remove(shop.id(0), at: .latest, once: nil) { _ in }
      try await shop.apply(LikeShop.tap(3, shop.id(0), false, at: 3), by: device)
      let again = try await shop.apply(LikeShop.tap(4, shop.id(0), true, at: 4), by: device)
      try holdEqual(again.refused, [])
      try holdEqual(try await shop.liked(by: device), [shop.id(0)])
      for isLiked in [true, false] {
        let plan = try await shop.apply(
          LikeShop.tap(5, shop.id(0), isLiked, at: 5), by: other)
        try holdEqual(plan.refused.map(\.flaw), [.unknownProduct])
      }
      try holdEqual(try await shop.liked(by: other), [])
      try await expectNotFound { () throws(Failure) in
        _ = try await ports.likes.state(of: shop.id(0), for: other.shopperID)
      }
    },
    Clause("likes are searched by the title that they have and the one that they had") { ports in
      let shop = try await LikeShop(ports)
      let device = try await shop.device(1)
      for index in 0..<3 {
        try await shop.apply(
          LikeShop.tap(UInt8(index), shop.id(index), true, at: Int64(index)), by: device)
      }
      _ = try await rename(shop.products[1], "Summer DRESS 100%", ports)
      _ = try await rename(shop.products[2], "Céline L'Oréal", ports)
      for (text, found) in [
        ("코트", [2, 1, 0]), ("코트 1", [1]), ("summer dress", [1]), ("100%", [1]), ("%", [1]),
        ("_", []), ("바지", []), ("celine", [2]), ("CÉLINE", [2]), ("loreal", [2]),
        ("celine coat", []),
      ] {
        let listed = try await ports.likes.page(
          of: device.shopperID, named: text, after: nil, limit: 9)
        try holdEqual(listed.map(\.id), found.map(shop.id))
      }
      let first = try await ports.likes.page(
        of: device.shopperID, named: "코트", after: nil, limit: 1)
      let next = try await ports.likes.page(
        of: device.shopperID, named: "코트", after: first.last?.position, limit: 1)
      try holdEqual(next.map(\.id), [shop.id(1)])
    },
    Clause("of some products those are told that are liked, by rising id") { ports in
      let shop = try await LikeShop(ports)
      let (device, other) = (try await shop.device(1), try await shop.device(2))
      try await shop.apply(
        LikeShop.tap(1, shop.id(2), true, at: 1), LikeShop.tap(2, shop.id(0), true, at: 2),
        LikeShop.tap(3, shop.id(1), false, at: 3), by: device)
      let asked = [shop.id(2), shop.id(0), shop.id(1), 999_999]
      try holdEqual(
        try await ports.likes.liked(among: asked, by: device.shopperID), [shop.id(0), shop.id(2)])
      try holdEqual(try await ports.likes.liked(among: asked, by: other.shopperID), [])
      try holdEqual(try await ports.likes.liked(among: [], by: device.shopperID), [])
    },
  ]

  private static func before(_ instant: Timestamp, days: Int) -> Timestamp {
    Timestamp(clamping: instant.microseconds - Int64(days) * 86_400_000_000)
  }

  private static func keptPrice(of shop: LikeShop, _ device: Device) async throws -> Int64? {
    try await shop.ports.likes.page(of: device.shopperID, named: nil, after: nil, limit: 1)
      .first?.snapshot.price.amount
  }

  static func reprice(_ product: Product, _ price: Int64, _ ports: Ports) async throws -> Product {
    try await revise(product, try .sample(product.draft.name.text, price: price), ports)
  }

  private static func rename(
    _ product: Product, _ name: String, _ ports: Ports
  ) async throws -> Product {
    try await revise(product, try .sample(name), ports)
  }

  private static func revise(
    _ product: Product, _ draft: ProductDraft, _ ports: Ports
  ) async throws -> Product {
    try await ports.products.change(product.id, once: nil) { current in
      ProductRevision(
        draft: draft, images: current.images.map { .kept($0.id) },
        updatedAt: current.summary.updatedAt)
    }.value
  }
}
