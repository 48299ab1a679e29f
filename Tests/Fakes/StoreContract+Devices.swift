import Domain
import UseCases

extension StoreContract {
  static let deviceClauses = [
    Clause("a device is found by the digest of its token, and by no other") { ports in
      let shop = try await LikeShop(ports, products: 0)
      let device = try await shop.device(7)
      try holdEqual(
        try await ports.devices.find(digest: Array(repeating: 7, count: 32)), device)
      try holdEqual(try await ports.devices.find(digest: Array(repeating: 8, count: 32)), nil)
    },
    Clause("every device acts for a shopper of its own") { ports in
      let shop = try await LikeShop(ports, products: 0)
      let (one, other) = (try await shop.device(1), try await shop.device(2))
      try hold(one.shopperID != other.shopperID, "two devices have one shopper")
    },
    Clause("that a device was seen is written once a day") { ports in
      let shop = try await LikeShop(ports, products: 0)
      let device = try await shop.device(1)
      try await ports.devices.see(device.id, at: LikeShop.after(days: 1, microseconds: -1))
      try holdEqual(try await shop.current(device).seenAt, LikeShop.start)
      let later = LikeShop.after(days: 1)
      for instant in [later, LikeShop.after(days: 1, microseconds: 1), LikeShop.start] {
        try await ports.devices.see(device.id, at: instant)
        try holdEqual(try await shop.current(device).seenAt, later)
      }
    },
    Clause("merged devices like what either of them liked, each product once") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: mine)
      try await shop.apply(
        LikeShop.tap(2, shop.id(0), true, at: 2), LikeShop.tap(3, shop.id(1), true, at: 3),
        by: other)
      try await ports.devices.merge(other.id, into: mine.id)
      for device in [mine, other] {
        try holdEqual(try await shop.liked(by: device), [shop.id(1), shop.id(0)])
      }
      try holdEqual(try await shop.count(shop.id(0)), 1)
      try holdEqual(try await shop.count(shop.id(1)), 1)
      try holdEqual(try await ports.likes.all(by: mine.id)?.counts.likes, 2)
    },
    Clause("of a product that one device likes and another no more, the later tap holds") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      try await shop.apply(
        LikeShop.tap(1, shop.id(0), true, at: 1), LikeShop.tap(2, shop.id(1), true, at: 5),
        by: mine)
      try await shop.apply(
        LikeShop.tap(3, shop.id(0), false, at: 3), LikeShop.tap(4, shop.id(1), false, at: 3),
        by: other)
      try await ports.devices.merge(other.id, into: mine.id)
      try holdEqual(try await shop.liked(by: mine), [shop.id(1)])
      try holdEqual(try await shop.count(shop.id(0)), 0)
      try holdEqual(try await shop.count(shop.id(1)), 1)
    },
    Clause("devices that were merged already stay as they are") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: other)
      try await ports.devices.merge(other.id, into: mine.id)
      let before = try await ports.likes.all(by: mine.id)
      try await ports.devices.merge(other.id, into: mine.id)
      try await ports.devices.merge(mine.id, into: other.id)
      try holdEqual(try await ports.likes.all(by: mine.id), before)
    },
    Clause("a device that was moved must begin anew, and the other one goes on") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      for number in 1...5 {
        try await shop.apply(
          LikeShop.tap(UInt8(number), shop.id(0), true, at: Int64(number)), by: other)
      }
      try await shop.apply(LikeShop.tap(9, shop.id(1), true, at: 1), by: mine)
      let known = try await ports.likes.all(by: mine.id)?.counts.sequence ?? 0
      let lost = try await ports.likes.all(by: other.id)?.counts.sequence ?? 0
      try await ports.devices.merge(other.id, into: mine.id)
      let news = try await ports.likes.changes(by: mine.id, after: known, limit: 9)
      try holdEqual(news?.states.map(\.productID), [shop.id(0)])
      try hold((news?.firstSequence ?? 1) <= known, "the device that stays must begin anew")
      let moved = try await ports.likes.changes(by: other.id, after: lost, limit: 9)
      try hold((moved?.firstSequence ?? 0) > lost, "the moved device goes on from a foreign number")
    },
    Clause("what merged devices looked at is put together") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      let later = Timestamp(clamping: LikeShop.start.microseconds + 1)
      try await ports.recentViews.add(shop.id(0), by: mine.id, at: LikeShop.start)
      try await ports.recentViews.add(shop.id(1), by: other.id, at: LikeShop.start)
      try await ports.recentViews.add(shop.id(0), by: other.id, at: later)
      try await ports.devices.merge(other.id, into: mine.id)
      let seen = try await ports.recentViews.products(of: try await shop.current(other).shopperID)
      try holdEqual(seen.map(\.id), [shop.id(0), shop.id(1)])
    },
    Clause("a device that nobody sees is forgotten with its likes, which count no more") { ports in
      let shop = try await LikeShop(ports)
      let (old, young) = (try await shop.device(1), try await shop.device(2, at: .latest))
      for device in [old, young] {
        try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      }
      try holdEqual(try await shop.count(shop.id(0)), 2)
      let last = LikeShop.after(days: 400)
      try holdEqual(try await ports.housekeeping.sweep(at: last).devices, 0)
      let late = LikeShop.after(days: 400, microseconds: 1)
      try holdEqual(try await ports.housekeeping.sweep(at: late).devices, 1)
      try holdEqual(try await shop.count(shop.id(0)), 1)
      try holdEqual(try await ports.likes.all(by: old.id), nil)
      try holdEqual(try await shop.liked(by: young), [shop.id(0)])
    },
    Clause("a device without likes is forgotten after a week, with what it viewed") { ports in
      let shop = try await LikeShop(ports)
      let (idle, liking) = (try await shop.device(1), try await shop.device(2))
      let undecided = try await shop.device(3)
      try await ports.recentViews.add(shop.id(0), by: idle.id, at: LikeShop.start)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: liking)
      try await shop.apply(LikeShop.tap(2, shop.id(0), true, at: 1), by: undecided)
      try await shop.apply(LikeShop.tap(3, shop.id(0), false, at: 2), by: undecided)
      let last = LikeShop.after(days: 7)
      try holdEqual(try await ports.housekeeping.sweep(at: last).devices, 0)
      let late = LikeShop.after(days: 7, microseconds: 1)
      try holdEqual(try await ports.housekeeping.sweep(at: late).devices, 1)
      try holdEqual(try await ports.likes.all(by: idle.id), nil)
      try holdEqual(try await ports.recentViews.products(of: idle.shopperID), [])
      try holdEqual(try await shop.liked(by: liking), [shop.id(0)])
      // What it took back is remembered until other devices know it.
      try hold(try await ports.likes.all(by: undecided.id) != nil, "forgotten too early")
    },
    Clause("a device without likes is kept while its shopper uses another one that has some") {
      ports in
      let shop = try await LikeShop(ports)
      let (old, young) = (try await shop.device(1), try await shop.device(2, at: .latest))
      try await ports.devices.merge(old.id, into: young.id)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: young)
      let late = LikeShop.after(days: 8)
      try holdEqual(try await ports.housekeeping.sweep(at: late).devices, 0)
      try holdEqual(try await shop.liked(by: old), [shop.id(0)])
    },
    Clause("of a shopper without likes only the devices go that were not seen for a week") {
      ports in
      let shop = try await LikeShop(ports)
      let (old, young) = (try await shop.device(1), try await shop.device(2, at: .latest))
      try await ports.devices.merge(old.id, into: young.id)
      let late = LikeShop.after(days: 8)
      try holdEqual(try await ports.housekeeping.sweep(at: late).devices, 1)
      try holdEqual(try await ports.likes.all(by: young.id)?.counts.likes, 0)
    },
    Clause("likes of a forgotten device stay while another device shares them") { ports in
      let shop = try await LikeShop(ports)
      let (old, young) = (try await shop.device(1), try await shop.device(2, at: .latest))
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: old)
      try await ports.devices.merge(old.id, into: young.id)
      try holdEqual(try await ports.housekeeping.sweep(at: .latest).devices, 1)
      try holdEqual(try await shop.liked(by: young), [shop.id(0)])
      try holdEqual(try await shop.count(shop.id(0)), 1)
    },
    Clause("a device that is removed is gone, and its likes only with the last one") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: mine)
      try await ports.devices.merge(other.id, into: mine.id)
      try hold(try await ports.devices.remove(mine.id), "it was not removed")
      try hold(try await !ports.devices.remove(mine.id), "it was removed twice")
      try holdEqual(try await ports.devices.find(digest: Array(repeating: 1, count: 32)), nil)
      try holdEqual(try await shop.liked(by: other), [shop.id(0)])
      try holdEqual(try await shop.count(shop.id(0)), 1)
      try hold(try await ports.devices.remove(other.id), "the last was not removed")
      try holdEqual(try await shop.count(shop.id(0)), 0)
    },
    Clause("the others of a device's shopper are removed, and no stranger's") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      let stranger = try await shop.device(3)
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: other)
      try await ports.devices.merge(other.id, into: mine.id)
      try await ports.devices.removeOthers(than: mine.id)
      try holdEqual(try await ports.devices.find(digest: Array(repeating: 2, count: 32)), nil)
      try holdEqual(try await shop.liked(by: mine), [shop.id(0)])
      try holdEqual(try await shop.current(stranger).id, stranger.id)
    },
    Clause("the views of a shopper are forgotten, and no other's") { ports in
      let shop = try await LikeShop(ports)
      let (mine, other) = (try await shop.device(1), try await shop.device(2))
      for device in [mine, other] {
        try await ports.recentViews.add(shop.id(0), by: device.id, at: LikeShop.start)
      }
      try await ports.recentViews.clear(of: mine.shopperID)
      try holdEqual(try await ports.recentViews.products(of: mine.shopperID), [])
      let left = try await ports.recentViews.products(of: other.shopperID)
      try holdEqual(left.map(\.id), [shop.id(0)])
    },
  ]
}
