package import Domain
package import UseCases

extension StoreContract {
  static let productWriteClauses = [
    Clause("a change is stored whole and makes the next version") { ports in
      let created = try await ports.add(.sample(by: try await ports.vendor(), images: [2, 3, 4]))
      let draft = try ProductDraft.sample("새 이름", price: 9, in: .usd, details: .sample())
      let images = created.images.reversed() as [ProductImage]
      let revision = ProductRevision(
        draft: draft, images: images.map { .kept($0.id) }, updatedAt: .latest)
      let changed = try await ports.products.change(created.id, once: nil) { current in
        precondition(current == created, "a rule is told what is stored")
        return revision
      }.value
      try holdEqual(changed.draft, draft)
      try holdEqual(changed.images, images)
      try holdEqual(changed.cell.cover, images[0].picture.served(as: .cell))
      try holdEqual(changed.version, 2)
      try holdEqual(changed.summary.createdAt, created.summary.createdAt)
      try holdEqual(changed.summary.updatedAt, .latest)
      try holdEqual(try await ports.products.find(created.id), changed)
      try holdEqual(
        try await ports.products.cells(ProductQuery(), after: nil, limit: 10), [changed.cell])
    },
    Clause("changing the currency moves a product to its list") { ports in
      let created = try await ports.add(.sample(by: try await ports.vendor()))
      for (currency, won) in [(Currency.usd, 0), (.usd, 0), (.krw, 1)] {
        _ = try await ports.change(created.id, to: try .sample(in: currency))
        let window = NumberedPage(list: .won, offset: 0, count: 20, anchor: nil)
        try holdEqual(try await ports.products.window(window).total, Int64(won))
        try holdEqual(try await ports.products.window(window).products.count, won)
      }
    },
    Clause("what a rule refuses is not written, and its failure is thrown on") { ports in
      let created = try await ports.add(.sample(by: try await ports.vendor()))
      let once = try RecordedWrite<Product>.sample("key")
      do {
        _ = try await ports.products.change(created.id, once: once) { (_) throws(Failure) in
          throw .staleVersion(current: 7)
        }
        throw ContractBreach("the failure of the rule was lost")
      } catch let failure as Failure { try holdEqual(failure, .staleVersion(current: 7)) }
      do {
        _ = try await ports.products.remove(created.id, at: .latest, once: once) {
          (_) throws(Failure) in throw .forbidden(requires: .vendor)
        }
        throw ContractBreach("the failure of the rule was lost")
      } catch Failure.forbidden {}
      try holdEqual(try await ports.products.find(created.id), created)
      let changed = try await ports.products.change(created.id, once: once) { $0.unchanged }
      try holdEqual(try changed.value.version, 2)
    },
    Clause("a product that is not there is neither changed nor removed") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      _ = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      for id in [product.id, product.id + 1, .max, .min, 0, -1] {
        do {
          _ = try await ports.products.change(id, once: nil) { $0.unchanged }
          throw ContractBreach("\(id) was changed")
        } catch Failure.notFound {}
        do {
          _ = try await ports.products.remove(id, at: .latest, once: nil) { _ in }
          throw ContractBreach("\(id) was removed")
        } catch Failure.notFound {}
        try holdEqual(try await ports.products.find(id), nil)
      }
    },
    Clause("a removed product is answered once more and then never") { ports in
      let vendor = try await ports.vendor()
      let draft = try ProductDraft.sample(discount: 1)
      let product = try await ports.add(.sample(by: vendor, draft))
      let removed = try await ports.products.remove(product.id, at: .latest, once: nil) { _ in }
      try holdEqual(try removed.value, product)
      try holdEqual(try await ports.products.find(product.id), nil)
      try holdEqual(try await ports.products.find(product.summary.code), nil)
      try holdEqual(
        try await ports.products.cells(ProductQuery(onlyOnSale: true), after: nil, limit: 5), [])
      for query in ProductQuery.all(vendors: [nil, vendor.identifier]) {
        try holdEqual(try await ports.products.cells(query, after: nil, limit: 10), [])
      }
      let window = NumberedPage(list: .wonAndDollars, offset: 0, count: 20, anchor: nil)
      try holdEqual(try await ports.products.window(window).total, 0)
      let next = try await ports.add(.sample(by: vendor))
      try hold(next.id > product.id, "an id was given again")
    },
    Clause("images are added, taken away and moved, and those that stay keep their ids") { ports in
      let created = try await ports.add(.sample(by: try await ports.vendor(), images: [2, 3, 4]))
      let other = try await ports.add(.sample(by: try await ports.vendor(2), images: [3]))
      let new = [try PreparedImage.sample(6), try PreparedImage.sample(2)]
      let ids = created.images.map(\.id)
      let arranged: [ArrangedImage] = [.new(new[0]), .kept(ids[2]), .new(new[1]), .kept(ids[1])]
      let changed = try await ports.products.change(created.id, once: nil) { product in
        ProductRevision(draft: product.draft, images: arranged, updatedAt: .latest)
      }.value
      let fills: [UInt8] = [6, 4, 2, 3]
      let digests = try fills.map { try PreparedImage.sample($0).original.digest }
      try holdEqual(changed.images.map(\.picture.digest), digests)
      try holdEqual([changed.images[1].id, changed.images[3].id], [ids[2], ids[1]])
      try hold(!ids.contains(changed.images[0].id), "a new image has an id of its own")
      try hold(!ids.contains(changed.images[2].id), "an image that was taken away comes anew")
      try holdEqual(changed.cell.cover?.address.digest, digests[0])
      try holdEqual(try await ports.products.find(created.id), changed)
      try holdEqual(try await ports.products.find(other.id), other)
      let last = changed.images[3].id
      let bare = try await ports.products.change(created.id, once: nil) { product in
        ProductRevision(draft: product.draft, images: [.kept(last)], updatedAt: .latest)
      }.value
      try holdEqual(bare.images, [changed.images[3]])
      try holdEqual(bare.cell.cover, changed.images[3].picture.served(as: .cell))
    },
    Clause("a revision that names other images is refused") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor(), images: [2, 3]))
      let ids = product.images.map(\.id)
      for wrong in [[], [ids[0], ids[0]], [ids[0], -1], ids + [ids[0]]] {
        let revision = ProductRevision(
          draft: product.draft, images: wrong.map(ArrangedImage.kept), updatedAt: .latest)
        do {
          _ = try await ports.products.change(product.id, once: nil) { _ in revision }
          throw ContractBreach("\(wrong) was taken for \(ids)")
        } catch Failure.bug {}
      }
      try holdEqual(try await ports.products.find(product.id), product)
    },
    Clause("changes of one product at once happen one after the other") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      try await withThrowingTaskGroup(of: Void.self) { group in
        for _ in 0..<8 {
          group.addTask {
            _ = try await ports.products.change(product.id, once: nil) { current in
              current.withStock(of: current.draft.stock.count + 1)
            }
          }
        }
        try await group.waitForAll()
      }
      let stored = try await ports.products.find(product.id)
      try holdEqual(stored?.draft.stock.count, product.draft.stock.count + 8)
      try holdEqual(stored?.version, 9)
    },
  ]
}

extension Ports {
  func change(_ id: Int64, to draft: ProductDraft) async throws -> Product {
    try await products.change(id, once: nil) { product in
      ProductRevision(draft: draft, images: product.images.map { .kept($0.id) }, updatedAt: .latest)
    }.value
  }
}

extension Product {
  /// A revision in which everything stays.
  package var unchanged: ProductRevision {
    ProductRevision(
      draft: draft, images: images.map { .kept($0.id) }, updatedAt: summary.updatedAt)
  }

  /// A revision with another stock; the count is one that is allowed.
  package func withStock(of count: Int) -> ProductRevision {
    let changed = ProductDraft(
      name: draft.name, description: draft.description, price: draft.price,
      stock: (try? Stock(count)) ?? draft.stock, details: draft.details)
    return ProductRevision(
      draft: changed, images: images.map { .kept($0.id) }, updatedAt: summary.updatedAt)
  }
}
