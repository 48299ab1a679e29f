import Domain
import UseCases

extension StoreContract {
  static let restoreClauses = [
    Clause("a removed product comes back with its variants and pictures, for readers too") {
      ports in
      let shop = try await LikeShop(ports, products: 1)
      let created = try await ports.add(try .varied(by: shop.vendor))
      let before = try await Sightings(of: shop.id(0), in: shop).places
      for id in [shop.id(0), created.id] {
        _ = try await ports.products.remove(id, at: removal, once: nil) { _ in }
      }
      let restored = try await restore(created.id, ports)
      try holdEqual(restored.draft, created.draft)
      try holdEqual(restored.images, created.images)
      try holdEqual(restored.version, 3)
      try holdEqual(try await ports.products.find(created.id), restored)
      try await restore(shop.id(0), ports)
      try holdEqual(try await Sightings(of: shop.id(0), in: shop).places, before)
    },
    Clause("a hidden product comes back hidden, and one that was not removed stays as it is") {
      ports in
      let vendor = try await ports.vendor()
      let draft = try ProductDraft.sample().hidden(true)
      let hidden = try await ports.add(.sample(by: vendor, draft))
      _ = try await ports.products.remove(hidden.id, at: removal, once: nil) { _ in }
      let restored = try await restore(hidden.id, ports)
      try holdEqual(restored.draft, draft)
      try holdEqual(try await ports.products.find(hidden.id), nil)
      try holdEqual(try await restore(hidden.id, ports), restored)
    },
    Clause("a product does not come back that was removed too long ago, or never existed") {
      ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      _ = try await ports.products.remove(product.id, at: removal, once: nil) { _ in }
      for (id, limit) in [(product.id, removal), (product.id + 1, .earliest)] {
        do {
          try await restore(id, after: limit, ports)
          throw ContractBreach("\(id) came back")
        } catch Failure.notFound {}
      }
    },
    Clause("a product does not come back while another one has its key or an article number") {
      ports in
      let vendor = try await ports.vendor()
      let keyed = try ProductDraft.sample(details: ProductDetails(key: try ProductKey("mug")))
      let holders = [
        try await ports.add(try .varied(by: vendor)),
        try await ports.add(.sample(by: vendor, keyed)),
      ]
      for holder in holders {
        _ = try await ports.products.remove(holder.id, at: removal, once: nil) { _ in }
      }
      let others = [
        try await ports.add(try .varied(by: vendor)),
        try await ports.add(.sample(by: vendor, keyed.hidden(true))),
      ]
      let flaws: [ValidationError] = [.takenSKU, .productKeyTaken]
      for (index, flaw) in flaws.enumerated() {
        do {
          try await restore(holders[index].id, ports)
          throw ContractBreach("two products have one number")
        } catch let failure as Failure { try holdEqual(failure, .conflict(flaw)) }
        _ = try await ports.products.remove(others[index].id, at: removal, once: nil) { _ in }
        try holdEqual(try await restore(holders[index].id, ports).draft, holders[index].draft)
      }
    },
  ]

  static let productTableClauses = [
    Clause("the table shows each product of its status once, page by page in its order") { ports in
      let ids = try await fill(ports, try await ports.vendor())
      for query in [
        ProductTableQuery(), .init(status: .shown), .init(status: .hidden),
        .init(status: .soldOut), .init(status: .removed), .init(sort: .price),
        .init(status: .hidden, sort: .price), .init(status: .soldOut, sort: .price),
        .init(status: .withoutPictures), .init(status: .withoutPictures, sort: .price),
      ] {
        let expected = ids.filter { query.status.map($0.states.contains) ?? $0.isOpen }
        let inOrder = expected.sorted { left, right in
          guard query.sort == .price, left.price != right.price else { return left.id > right.id }
          return left.price < right.price
        }
        let found = try await all(query, ports)
        try holdEqual(found.map(\.product.id), inOrder.map(\.id))
      }
    },
    Clause("the table finds words and vendors among shown, hidden and removed products") { ports in
      let vendor = try await ports.vendor()
      let ids = try await fill(ports, vendor)
      let other = try await ports.add(
        .sample(by: try await ports.vendor(2), try .sample("여름 셔츠")))
      for status in ProductTableQuery.Status.allCases.map(Optional.some) + [nil] {
        let expected = ids.filter { status.map($0.states.contains) ?? $0.isOpen }.map(\.id)
        let query = ProductTableQuery(
          search: try SearchQuery("코트"), vendor: vendor.identifier, status: status)
        try holdEqual(
          try await all(query, ports).map(\.product.id), expected.sorted(by: >))
      }
      let summer = ProductTableQuery(search: try SearchQuery("셔츠"))
      try holdEqual(try await all(summer, ports).map(\.product), [other])
      let ofOther = ProductTableQuery(vendor: other.vendor.identifier)
      try holdEqual(try await all(ofOther, ports).map(\.product), [other])
    },
    Clause("the table has chosen products that are not removed, whatever else is asked") { ports in
      let ids = try await fill(ports, try await ports.vendor())
      let chosen = [ids[0], ids[1], ids[11]]
      let query = ProductTableQuery(status: .removed, ids: chosen.map(\.id) + [.max])
      try holdEqual(
        try await all(query, ports).map(\.product.id), [chosen[1].id, chosen[0].id])
    },
    Clause("the numbers of products in each state are those of its table") { ports in
      let filled = try await fill(ports, try await ports.vendor())
      let counts = try await ports.products.counts(removedAfter: .earliest)
      for status in ProductTableQuery.Status.allCases {
        try holdEqual(counts[status], filled.filter { $0.states.contains(status) }.count)
      }
      try holdEqual(try await ports.products.counts(removedAfter: removal)[.removed], 0)
    },
    Clause("the table tells when a product was removed, and forgets it after a while") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      _ = try await ports.products.remove(product.id, at: removal, once: nil) { _ in }
      let last = ProductTableQuery(
        status: .removed, removedAfter: Timestamp(clamping: removal.microseconds - 1))
      try holdEqual(try await all(last, ports).map(\.removedAt), [removal])
      let later = ProductTableQuery(status: .removed, removedAfter: removal)
      try holdEqual(try await all(later, ports), [])
    },
  ]

  private static let removal = LikeShop.after(days: 1)

  @discardableResult
  private static func restore(
    _ id: Int64, after limit: Timestamp = .earliest, _ ports: Ports
  ) async throws -> Product {
    try await ports.products.restore(id, removedAfter: limit, at: removal, once: nil) { _ in }.value
  }

  private struct Filled {
    let id: Int64
    let price: Int
    let states: Set<ProductTableQuery.Status>
    var isOpen: Bool { !states.contains(.removed) }
  }

  /// Products of each status, of equal and different prices.
  private static func fill(_ ports: Ports, _ vendor: Vendor) async throws -> [Filled] {
    var filled: [Filled] = []
    for number in 0..<12 {
      let price = number % 5
      let draft = try ProductDraft.sample(
        "겨울 코트 \(number)", price: Int64(price), stock: number % 2
      ).hidden(number % 3 == 1)
      let product = try await ports.add(
        .sample(by: vendor, draft, images: number % 4 == 0 ? [] : [2]))
      var states: Set<ProductTableQuery.Status> = number % 3 == 1 ? [.hidden] : [.shown]
      if number % 2 == 0, number % 3 != 1 { states.insert(.soldOut) }
      if number % 4 == 0 { states.insert(.withoutPictures) }
      if number > 8 {
        _ = try await ports.products.remove(product.id, at: removal, once: nil) { _ in }
        states = [.removed]
      }
      filled.append(Filled(id: product.id, price: price, states: states))
    }
    return filled
  }

  /// All pages of two products.
  private static func all(
    _ query: ProductTableQuery, _ ports: Ports
  ) async throws -> [AdministeredProduct] {
    var (found, position) = ([AdministeredProduct](), ProductPosition?.none)
    repeat {
      let page = try await ports.products.table(query, after: position, limit: 2)
      try hold(page.products.count <= 2, "a page is longer than its limit")
      found += page.products
      position = page.next
    } while position != nil
    return found
  }
}
