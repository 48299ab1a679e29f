import Domain
import Fakes
import Foundation
import Postgres
import Repositories
import Synchronization
import Testing
import UseCases

/// The sweep takes no image away from somebody who is about to show it.
@Suite(.serialized) struct HousekeepingTests {
  /// Makes images old, but for those that somebody works on.
  private static let grow = Statement<Void, Void>(
    """
    update moa.images set created_at = now() - interval '2 days'
    where sha256 in (select sha256 from moa.images for update skip locked)
    """, effect: .write)

  /// Whether all products were there and have gone.
  private final class End: Sendable {
    let hasCome = Atomic(false)
  }

  @Test("Products are added and removed while their images are swept again and again")
  func nobodyLosesAnImage() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let vendor = try await ports.vendor()
      let now = Timestamp(clamping: Int64(Date().timeIntervalSince1970 * 1e6))
      let end = End()
      async let sweeps: Int = {
        var (swept, isLast) = (0, false)
        repeat {
          // Once more behind the last product, whose images nobody needs any more.
          isLast = end.hasCome.load(ordering: .relaxed)
          try await pool.execute(Self.grow)
          swept += try await ports.housekeeping.sweep(at: now).images
        } while !isLast
        return swept
      }()
      defer { end.hasCome.store(true, ordering: .relaxed) }
      for _ in 0..<40 {
        let product = try await ports.add(.sample(by: vendor, images: [2, 3]))
        let stored = try await ports.products.find(product.id)
        #expect(stored?.images.map(\.picture) == product.images.map(\.picture))
        _ = try await ports.products.remove(product.id, at: .earliest, once: nil) { _ in }
      }
      end.hasCome.store(true, ordering: .relaxed)
      let swept = try await sweeps
      #expect(swept > 0)
    }
  }

  @Test("idle devices are found after more than a thousand that stay, all seen at one time")
  func manyIdleDevices() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.shoppers (id, like_count, entry_count)
      select n, (n <= 1100 or n % 5 = 0)::int, (n <= 1100 or n % 5 = 0)::int
      from generate_series(1, 3500) n;
      insert into moa.devices (id, secret_digest, shopper_id, created_at, seen_at)
      select n, sha256(n::text::bytea), n, '2026-01-01', '2026-01-01Z'
      from generate_series(1, 3500) n;
      """)
    let swept = try await database.withPool { pool in
      let week = Timestamp(rfc3339: "2026-01-08T00:00:00.000001Z") ?? .earliest
      return try await Ports(pool).housekeeping.sweep(at: week).devices
    }
    #expect(swept == 1_920)
    let left = "select count(*) from moa.devices join moa.shoppers on shoppers.id = shopper_id"
    #expect(try database.psql(left) == "1580")
    #expect(try database.psql("\(left) where entry_count = 0") == "0")
  }

  @Test func moreThanOneTransactionCanRemoveIsSweptAsWell() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.images (sha256, media_type, width, height, bytes, created_at, is_kept)
      select sha256(n::text::bytea), 'image/png', 1, 1, '\\x00', '2026-01-01', false
      from generate_series(1, 450) as n
      """)
    try await database.withPool { pool in
      let swept = try await Ports(pool).housekeeping.sweep(at: .latest)
      #expect(swept == Swept(images: 450, answers: 0))
    }
  }

  @Test("Unused images are found behind any number of used ones, of one instant or of many")
  func theWalkEndsBehindTheLastImage() async throws {
    let database = try await DatabaseUnderTest.make()
    try database.psql(
      """
      insert into moa.images (sha256, media_type, width, height, bytes, created_at, is_kept)
      select sha256(n::text::bytea), 'image/png', 1, 1, '\\x00',
        '2026-01-01'::timestamptz + interval '1 second' * (n / 700), false
      from generate_series(1, 2000) as n;
      insert into moa.event_banners (content, thumbnail_image_url, position)
      select 'b', '/images/' || encode(sha256(n::text::bytea), 'hex') || '/original.png', n
      from generate_series(1, 2000) as n where n % 1000 <> 0
      """)
    try await database.withPool { pool in
      let swept = try await Ports(pool).housekeeping.sweep(at: .latest)
      #expect(swept == Swept(images: 2, answers: 0))
    }
    #expect(try database.psql("select count(*) from moa.images") == "1998")
  }

  @Test("Devices go in steps of 5,000 likes, and one with more goes alone")
  func stepsOfDevicesAreBoundedByTheirLikes() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let shop = try await LikeShop(Ports(pool), products: 1)
      for fill in 1...4 as ClosedRange<UInt8> {
        let at = LikeShop.after(days: 0, microseconds: Int64(fill))
        let device = try await shop.device(fill, at: at)
        try await shop.apply(LikeShop.tap(fill, shop.id(0), true, at: 1), by: device)
      }
      _ = try await shop.count(shop.id(0))
      try database.psql(
        "update moa.shoppers set entry_count = case when id < 4 then 2000 else 20000 end")
      let swept = try await shop.ports.housekeeping.sweep(at: .latest)
      #expect(swept.devices == 4)
    }
    // One row of each step.
    let steps = try database.psql(
      "select string_agg(change::text, ' ' order by id) from moa.like_changes")
    #expect(steps == "-2 -1 -1")
  }

  @Test("A kind that cannot be swept does not keep the others from it")
  func kindsAreSweptEachForItself() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let shop = try await LikeShop(Ports(pool), products: 0)
      _ = try await shop.device(1)
      try database.psql("alter table moa.event_banners rename to elsewhere")
      await #expect(throws: Failure.self) {
        try await shop.ports.housekeeping.sweep(at: .latest)
      }
    }
    #expect(try database.psql("select count(*) from moa.devices") == "0")
  }

  @Test("An image that a list of the shop names by URL stays, on this site and on a CDN")
  func imagesNamedByURLStay() async throws {
    let database = try await DatabaseUnderTest.make()
    let images = try (2...5).map { try StoredImage.sample($0) }
    try await database.withPool { pool in
      let ports = Ports(pool)
      for image in images { try await ports.images.add(image) }
    }
    try database.psql(
      """
      update moa.images set is_kept = false;
      insert into moa.event_banners (content, thumbnail_image_url, position)
      values ('b', '\(images[0].path)', 1), ('b', 'https://cdn.example\(images[1].path)', 2);
      insert into moa.categories (title, position) values ('c', 1);
      insert into moa.item_types (category_id, title, thumbnail_image_url, position)
      values (1, 't', '/other.png', 1), (1, 't', '\(images[2].path)', 2)
      """)
    try await database.withPool { pool in
      let ports = Ports(pool)
      let swept = try await ports.housekeeping.sweep(at: .latest)
      #expect(swept.images == 1)
      let gone = try await ports.images.find(images[3].digest)
      #expect(gone == nil)
    }
  }
}
