import Domain
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Products that one call may add: as many as fit a disk of some gigabytes.
  package static let demoProductsMax = 10_000_000

  /// Adds this many products for load tests.
  ///
  /// - Parameter progress: called repeatedly with the number so far.
  /// - Throws: `.usage` unless there are 1 to ``demoProductsMax``.
  package func addDemoProducts(
    _ count: Int, _ progress: ProgressLine? = nil
  ) async throws(CommandError) -> CommandReport {
    guard (1...Self.demoProductsMax).contains(count) else {
      throw CommandError(.usage, "choose from 1 to \(Self.demoProductsMax) products.")
    }
    return try await withPool { [parts] pool in
      let images = try Self.demoImages(parts.readSeed)
      let repository = PostgresStore(pool)
      for image in images { _ = try await repository.add(image, once: nil) }
      let load = PostgresProductLoad(pool)
      let now = Timestamp.now
      let vendorIDs = try await load.add(
        vendors: DemoStock.vendors(), secretHash: parts.secretHasher.decoy, at: now)
      let stock = DemoStock(
        count: count, now: now, vendorIDs: vendorIDs, images: images.map(\.original.digest),
        itemTypeIDs: try await load.itemTypes())
      let setsIndexesAside = count >= PostgresProductLoad.indexesAsideMin
      defer { progress?.end() }
      try await load.add(count, setsIndexesAside: setsIndexesAside) { index in
        progress?.reached(index)
        return try stock.item(index)
      }
      let vendors = stock.vendorIDs.count
      return CommandReport(["added \(count) products of \(vendors) vendors"]) {
        $0.key("products")
        $0.integer(count)
        $0.key("vendors")
        $0.integer(vendors)
      }
    }
  }

  /// The pictures of the demo shop's products, each once, in a fixed order.
  private static func demoImages(
    _ readSeed: ([UInt8]) throws -> ShopSeed
  ) throws -> [PreparedImage] {
    let shop = try DemoCatalogue.shop(openedAt: .now, readSeed: readSeed)
    let all = shop.wares.products.flatMap(\.images)
    let unique = Dictionary(all.map { ($0.original.digest, $0) }) { first, _ in first }
    return unique.values.sorted { $0.original.digest.hex < $1.original.digest.hex }
  }
}
