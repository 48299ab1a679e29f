import Domain
import Fakes
import Foundation
import Postgres
import Testing
import UseCases

@testable import Repositories

/// What begins or ends by its schedule is a change, though nothing is written then.
struct ScheduledChangeTests {
  private static var now: Timestamp {
    Timestamp(clamping: Int64(Date().timeIntervalSince1970 * 1_000_000))
  }

  @Test("an event that begins is told after its second, once, and its end is told again")
  func event() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (ports, store, start) = (Ports(pool), PostgresStore(pool), Self.now)
      func after(_ seconds: Int64) -> String {
        Timestamp(clamping: start.microseconds + seconds * 1_000_000).rfc3339
      }
      let document = try ListDocument([ListEntry.sample("a", from: after(1), to: after(3))])
      let event = try await ports.replace(with: document).created[0].id
      try await ports.number()
      var place = try await ports.changes.newestChange()
      for moment in [1, 3] as [Int64] {
        try await store.markScheduled()
        try await ports.number()
        let early = try await ports.changes.newestChange() == place
        #expect(early || Self.now.microseconds >= start.microseconds + moment * 1_000_000)
        var found = FoundChanges(next: place)
        while found.events.isEmpty, Self.now.rfc3339 < after(moment + 20) {
          try await Task.sleep(for: .milliseconds(50))
          try await store.markScheduled()
          try await ports.number()
          found = try await ports.changes.changes(after: place, among: [])
        }
        #expect(found.events == [event])
        #expect(Self.now.microseconds >= start.microseconds + moment * 1_000_000)
        place = found.next
      }
      // Both are over, so no slow machine has more to tell.
      try await store.markScheduled()
      #expect(try await store.changeBacklog().marks == 0)
    }
  }

  @Test("servers that look at the same time leave one mark")
  func several() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let (ports, store) = (Ports(pool), PostgresStore(pool))
      try await ports.replace(
        with: ListDocument([try ListEntry.sample("a", from: "2026-01-01T00:00:00Z")]))
      try await ports.number()
      try database.psql(
        "update moa.change_clock set scheduled_until = '2025-12-31T00:00:00Z'")
      try await withThrowingTaskGroup { group in
        for _ in 0..<8 { group.addTask { try await store.markScheduled() } }
        try await group.waitForAll()
      }
      #expect(try await store.changeBacklog().marks == 1)
    }
  }

  @Test("the items of each list are looked at")
  func lists() async throws {
    let database = try await DatabaseUnderTest.make()
    let tables = try database.psql(
      """
      select list[1]
      from pg_proc, regexp_matches(prosrc, 'ends_at\\]\\) from moa\\.(\\w+)', 'g') as list
      where pronamespace = 'moa'::regnamespace and proname = 'mark_scheduled'
      """
    ).split(separator: "\n").map(String.init)
    #expect(tables.sorted() == ListTables.all.map(\.name).sorted())
  }
}

/// Changes that no use case makes, such as an operator's in SQL.
struct ForeignChangeTests {
  @Test("another name of a vendor changes the cells of its products, and of no others")
  func vendor() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let (renamed, other) = (try await ports.vendor(1), try await ports.vendor(2))
      let product = try await ports.add(.sample(by: renamed))
      let ids = [product.id, try await ports.add(.sample(by: other)).id]
      try await ports.number()
      let place = try await ports.changes.newestChange()
      try database.psql("update moa.vendors set name = '새 가게' where id = \(renamed.id)")
      try await ports.number()
      let found = try await ports.changes.changes(after: place, among: ids)
      #expect(found.products.map(\.id) == [product.id])
      #expect(found.products.first?.product?.vendor.name.text == "새 가게")
      let feed = try await ports.changes.changes(after: place, limit: 9)
      #expect(feed.vendors.map(\.name.text) == ["새 가게"])
    }
  }

  @Test("after a change of more products than a mark names, all that are asked about come")
  func many() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      try await ports.number()
      let place = try await ports.changes.newestChange()
      try database.psql("insert into moa.change_marks (kind, keys) values ('product', '{0}')")
      try await ports.number()
      let found = try await ports.changes.changes(after: place, among: [product.id])
      #expect(found.products == [.init(id: product.id, product: product.cell)])
      #expect(found.hasMore)
      #expect(!found.isWhole)
      let feed = try await ports.changes.changes(after: place, limit: 9)
      #expect(feed.isWhole)
    }
  }

  @Test("a place of a past era holds up to that era's last number")
  func pastEra() async throws {
    let database = try await DatabaseUnderTest.make()
    try await database.withPool { pool in
      let ports = Ports(pool)
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      try await ports.number()
      let before = try await ports.changes.newestChange()
      try database.psql(
        """
        insert into moa.change_eras select era, sequence from moa.change_clock;
        update moa.change_clock set era = gen_random_uuid()
        """)
      let held = try await ports.changes.changes(after: before, among: [product.id])
      #expect(!held.isWhole)
      #expect(held.products == [])
      #expect(held.next.era != before.era)
      #expect(held.next.sequence == before.sequence)
      let lost = ChangePlace(era: before.era, sequence: before.sequence + 1)
      #expect(try await ports.changes.changes(after: lost, among: [product.id]).isWhole)
    }
  }
}
