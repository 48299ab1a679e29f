import Domain
import EventLoop
import Fakes
import Postgres
import Repositories
import TestDatabase
import Testing
import UseCases

/// What may come from a standby keeps the contract too.
@Suite(.serialized) struct ReplicatedStoreTests {
  @Test("A store whose standby is away keeps the contract", arguments: StoreContract.clauses)
  func keeps(_ clause: StoreContract.Clause) async throws {
    let database = try await DatabaseUnderTest.make()
    let loop = database.loop
    let nowhere = PoolConfiguration(try ConnectionString("host=127.0.0.1 port=1 user=moa"))
    try await database.withPool { pool in
      let replica = Replica(
        on: loop, nowhere, primary: pool, lagMax: .seconds(60), mark: WriteWord().mark)
      let outcome: Result<Void, any Error>
      do { outcome = .success(try await clause.check(StorePorts(pool, replica))) } catch {
        outcome = .failure(error)
      }
      await replica.close()
      try outcome.get()
    }
  }

  @Test("A standby can answer every read that may go there")
  func answers() async throws {
    let servers = try await ReplicatedDatabase.start()
    defer { servers.remove() }
    let database = try DatabaseUnderTest(servers.first.conninfo)
    _ = try await database.migrate(try Migration.ofRepository())
    let loop = database.loop
    let standby = PoolConfiguration(
      try ConnectionString(servers.second.conninfo).setting(
        "target_session_attrs", to: "standby"))
    try await database.withPool { pool in
      let replica = Replica(
        on: loop, standby, primary: pool, lagMax: .seconds(60), mark: WriteWord().mark)
      for (name, read) in try Self.reads(of: replica.pool) {
        let end = MonotonicTime.now().advanced(by: .seconds(30))
        while await replica.read(read) == nil {
          try #require(MonotonicTime.now() < end, "no answer to \(name)")
          try await Task.sleep(for: .milliseconds(10))
        }
      }
      await replica.close()
    }
  }

  private typealias Read = @Sendable () async throws(Failure) -> Void

  private static func reads(of pool: Pool) throws -> [(name: String, read: Read)] {
    let digest = try #require(ImageDigest(octets: Array(repeating: 1, count: 32)))
    let (window, images) = (PostgresShopWindow(pool), PostgresImages(pool))
    let categories = PostgresEventCategories(pool)
    let reads: [(name: String, read: Read)] = [
      ("banners", { () async throws(Failure) in _ = try await window.eventBanners(limit: 1) }),
      ("categories", { () async throws(Failure) in _ = try await window.categories(limit: 1) }),
      ("types", { () async throws(Failure) in _ = try await window.itemTypes(limit: 1) }),
      (
        "live",
        { () async throws(Failure) in _ = try await categories.live(at: .latest, limit: 1) }
      ),
      ("image", { () async throws(Failure) in _ = try await images.find(digest) }),
      (
        "rendition",
        { () async throws(Failure) in _ = try await images.find(digest, preset: .cell) }
      ),
    ]
    return try reads + productReads(of: PostgresProducts(pool))
  }

  private static func productReads(
    of products: PostgresProducts
  ) throws -> [(name: String, read: Read)] {
    let code = try #require(ProductCode(octets: Array(repeating: 1, count: 16)))
    let window = ListWindow(list: .won, offset: 0, count: 1, anchor: nil)
    var reads: [(name: String, read: Read)] = [
      ("window", { () async throws(Failure) in _ = try await products.window(window) }),
      ("on sale", { () async throws(Failure) in _ = try await products.newestOnSale(limit: 1) }),
      ("product", { () async throws(Failure) in _ = try await products.find(1) }),
      ("product by code", { () async throws(Failure) in _ = try await products.find(code) }),
    ]
    for sort in ProductSort.allCases {
      let query = ProductQuery(sort: sort)
      reads.append(
        (
          "page \(sort)",
          { () async throws(Failure) in _ = try await products.page(query, after: nil, limit: 1) }
        ))
      reads.append(
        (
          "tiles \(sort)",
          { () async throws(Failure) in
            _ = try await products.outlines(query, after: nil, limit: 1)
          }
        ))
    }
    return reads
  }
}

/// Memory that several loops would share.
private final class WriteWord: @unchecked Sendable {
  private let address = UnsafeMutableRawPointer.allocate(byteCount: 8, alignment: 8)
  var mark: WriteMark { WriteMark(at: address, keeping: self) }

  init() { address.storeBytes(of: 0, as: Int64.self) }
  deinit { address.deallocate() }
}

extension StorePorts {
  /// The real ports, with a standby beside the primary.
  fileprivate init(_ pool: Pool, _ replica: Replica) {
    self.init(
      eventCategories: ReplicatedEventCategories(pool, replica),
      shopWindow: ReplicatedShopWindow(pool, replica), images: ReplicatedImages(pool, replica),
      accessTokens: PostgresAccessTokens(pool), demoShop: PostgresDemoShop(pool),
      products: ReplicatedProducts(pool, replica), answers: PostgresAnswers(pool),
      vendors: PostgresVendors(pool), uploadQuota: PostgresUploadQuota(pool),
      serverKeys: PostgresServerKeys(pool), housekeeping: PostgresHousekeeping(pool))
  }
}
