import Domain
import Fakes
import Synchronization
import UseCases

/// A shop in which several people write while others read.
struct BusyShop: Sendable {
  private let ports: Ports
  private let vendors: [Vendor]
  private static let productsMin = 30

  static func open(_ ports: Ports) async throws -> BusyShop {
    BusyShop(ports: ports, vendors: [try await ports.vendor(1), try await ports.vendor(2)])
  }

  /// Adds products until there are some dozens.
  func refill(_ generator: inout SeededGenerator) async throws {
    let present = try await everything().count
    for _ in 0..<max(0, Self.productsMin - present) { try await add(&generator) }
  }

  /// All products by ascending id.
  func everything() async throws -> [CellProduct] {
    try await ports.products.cells(ProductQuery(), after: nil, limit: 101).reversed()
  }

  func add(_ count: Int) async throws {
    var generator = SeededGenerator(seed: 7)
    for _ in 0..<count { try await add(&generator) }
  }

  // MARK: Writing

  /// Runs `body` while each of the writers makes some changes; gives what changed as well.
  func during<Value: Sendable>(
    _ writers: [SeededGenerator], _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> (Value, [Reading.Change]) {
    async let value = body()
    let history = try await withThrowingTaskGroup(of: [Reading.Change].self) { group in
      for writer in writers { group.addTask { try await write(writer) } }
      return try await group.reduce(into: []) { $0 += $1 }
    }
    return (try await value, history)
  }

  private func write(_ seeded: SeededGenerator) async throws -> [Reading.Change] {
    var generator = seeded
    var history: [Reading.Change] = []
    for _ in 0..<Int.random(in: 1...4, using: &generator) {
      let ids = try await everything().map(\.id)
      switch Int.random(in: 0..<6, using: &generator) {
      case 0, 1: try await add(&generator)
      case 2: history += try await remove(ids.randomElement(using: &generator))
      default: history += try await edit(ids.randomElement(using: &generator), &generator)
      }
    }
    return history
  }

  private func add(_ generator: inout SeededGenerator) async throws {
    let creation = ProductCreation(
      vendor: vendors[Int.random(in: 0...1, using: &generator)], draft: try draft(&generator),
      images: [try .sample(2, presets: [])], createdAt: .earliest)
    try await ports.add(creation)
  }

  private func remove(_ id: Int64?) async throws -> [Reading.Change] {
    guard let id else { return [] }
    do {
      let written = try await ports.products.remove(id, at: .latest, once: nil) { _ in }
      return [Reading.Change(before: try written.value.cell, after: nil)]
    } catch Failure.notFound { return [] }
  }

  private func edit(
    _ id: Int64?, _ generator: inout SeededGenerator
  ) async throws -> [Reading.Change] {
    guard let id else { return [] }
    let wanted = try draft(&generator)
    let keepsPlace = Bool.random(using: &generator)
    let before = Mutex<CellProduct?>(nil)
    do {
      let written = try await ports.products.change(id, once: nil) { product in
        before.withLock { $0 = product.cell }
        let draft = keepsPlace ? product.draft.renamed(wanted.name) : wanted
        return ProductRevision(
          draft: draft, images: product.images.map { .kept($0.id) }, updatedAt: .latest)
      }
      guard let before = before.withLock({ $0 }) else { return [] }
      return [Reading.Change(before: before, after: try written.value.cell)]
    } catch Failure.notFound { return [] }
  }

  /// Few prices, so that many are equal.
  private func draft(_ generator: inout SeededGenerator) throws -> ProductDraft {
    let price = Int64.random(in: 0...4, using: &generator) * 1_000
    return try .sample(
      "상품 \(Int.random(in: 0...999, using: &generator))", price: price,
      discount: Bool.random(using: &generator) ? price / 2 : 0,
      in: Int.random(in: 0..<5, using: &generator) == 0 ? .usd : .krw,
      stock: Int.random(in: 0...2, using: &generator))
  }

  // MARK: Reading

  /// Somebody scrolls for each generator, all at once.
  func scrolls(_ crowd: [SeededGenerator]) async throws -> [Reading] {
    try await withThrowingTaskGroup(of: Reading.self) { group in
      for reader in crowd { group.addTask { try await scroll(reader) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func scroll(_ seeded: SeededGenerator) async throws -> Reading {
    var generator = seeded
    let known = [nil] + vendors.map(\.identifier)
    let queries = ProductQuery.all(vendors: known)
    let query = queries[Int.random(in: 0..<queries.count, using: &generator)]
    let limit = Int.random(in: 1...9, using: &generator)
    var all: [CellProduct] = []
    while true {
      let last = all.last.map { ProductPosition($0, in: query.sort) }
      let page = try await ports.products.cells(query, after: last, limit: limit)
      if page.isEmpty { break }
      all += page
    }
    return Reading(description: "\(query) by \(limit)", seen: all.map(\.id)) { product in
      product.matches(query) ? ProductPosition(product, in: query.sort) : nil
    }
  }

  /// Somebody reads counted pages one after the other for each generator, all at once.
  func countedReadings(_ crowd: [SeededGenerator]) async throws -> [Reading] {
    try await withThrowingTaskGroup(of: Reading.self) { group in
      for reader in crowd { group.addTask { try await countedReading(reader) } }
      return try await group.reduce(into: []) { $0.append($1) }
    }
  }

  private func countedReading(_ seeded: SeededGenerator) async throws -> Reading {
    var generator = seeded
    let lists = CountedList.allCases
    let list = lists[Int.random(in: 0..<lists.count, using: &generator)]
    let count = Int.random(in: 1...9, using: &generator)
    let listing = ListProducts(
      repository: ports.products, search: ports.search, rules: ports.searchRules,
      signer: FakeSigner())
    var (seen, anchor, offset): ([Int64], String?, Int64) = ([], nil, 0)
    while true {
      let page = try await listing(.counted(list), offset: offset, count: count, anchor: anchor)
      seen += page.window.products.map(\.id)
      guard page.window.hasNext else { break }
      anchor = listing.anchor(of: page) ?? anchor
      offset += Int64(count)
    }
    return Reading(description: "\(list) by \(count)", seen: seen) { product in
      product.belongs(to: list) ? ProductPosition(rank: 0, id: product.id) : nil
    }
  }
}

extension ProductDraft {
  /// The same under another name: it keeps its place in every order.
  fileprivate func renamed(_ name: ProductName) -> ProductDraft {
    ProductDraft(
      name: name, description: description, price: price, stock: stock, details: details)
  }
}
