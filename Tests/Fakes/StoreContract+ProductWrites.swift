package import Domain
package import UseCases

extension StoreContract {
  static let productWriteClauses = [
    Clause("a change is stored whole and makes the next version") { ports in
      let created = try await ports.add(.sample(by: try await ports.vendor(), images: [2, 3, 4]))
      let draft = try ProductDraft.sample("새 이름", price: 9, in: .usd, details: .sample())
      let images = created.images.reversed() as [ProductImage]
      let revision = ProductRevision(
        draft: draft, imageIDs: images.map(\.id), updatedAt: .latest)
      let changed = try await ports.products.change(created.id, once: nil) { current in
        precondition(current == created, "a rule is told what is stored")
        return revision
      }.value
      try holdEqual(changed.draft, draft)
      try holdEqual(changed.images, images)
      try holdEqual(changed.summary.cover, images[0].picture)
      try holdEqual(changed.version, 2)
      try holdEqual(changed.summary.createdAt, created.summary.createdAt)
      try holdEqual(changed.summary.updatedAt, .latest)
      try holdEqual(try await ports.products.find(created.id), changed)
      try holdEqual(
        try await ports.products.page(ProductQuery(), after: nil, limit: 10), [changed.summary])
    },
    Clause("changing the currency moves a product to its list") { ports in
      let created = try await ports.add(.sample(by: try await ports.vendor()))
      for (currency, won) in [(Currency.usd, 0), (.usd, 0), (.krw, 1)] {
        _ = try await ports.change(created.id, to: try .sample(in: currency))
        let window = ListWindow(list: .won, offset: 0, count: 20, anchor: nil)
        try holdEqual(try await ports.products.window(window).total, Int64(won))
        try holdEqual(try await ports.products.window(window).products.count, won)
      }
    },
    Clause("what a rule refuses is not written, and its failure is thrown on") { ports in
      let created = try await ports.add(.sample(by: try await ports.vendor()))
      let once = try OnceOnly<Product>.sample("key")
      do {
        _ = try await ports.products.change(created.id, once: once) { (_) throws(Failure) in
          throw .staleVersion(current: 7)
        }
        throw ContractBreach("the failure of the rule was lost")
      } catch Failure.staleVersion(7) {}
      do {
        _ = try await ports.products.remove(created.id, at: .latest, once: once) {
          (_) throws(Failure) in throw .notFound
        }
        throw ContractBreach("the failure of the rule was lost")
      } catch Failure.notFound {}
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
      try holdEqual(try await ports.products.newestOnSale(limit: 5), [])
      for query in ProductQuery.all(vendors: [nil, vendor.identifier]) {
        try holdEqual(try await ports.products.page(query, after: nil, limit: 10), [])
      }
      let window = ListWindow(list: .all, offset: 0, count: 20, anchor: nil)
      try holdEqual(try await ports.products.window(window).total, 0)
      let next = try await ports.add(.sample(by: vendor))
      try hold(next.id > product.id, "an id was given again")
    },
    Clause("a revision that names other images is refused") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor(), images: [2, 3]))
      let ids = product.images.map(\.id)
      for wrong in [[], [ids[0]], [ids[0], ids[0]], [ids[0], -1], ids + [ids[0]]] {
        let revision = ProductRevision(
          draft: product.draft, imageIDs: wrong, updatedAt: .latest)
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

extension StorePorts {
  func change(_ id: Int64, to draft: ProductDraft) async throws -> Product {
    try await products.change(id, once: nil) { product in
      ProductRevision(draft: draft, imageIDs: product.images.map(\.id), updatedAt: .latest)
    }.value
  }
}

extension Product {
  /// A revision in which everything stays.
  package var unchanged: ProductRevision {
    ProductRevision(
      draft: draft, imageIDs: images.map(\.id), updatedAt: summary.updatedAt)
  }

  /// A revision with another stock; the count is one that is allowed.
  package func withStock(of count: Int) -> ProductRevision {
    let changed = ProductDraft(
      name: draft.name, description: draft.description, price: draft.price,
      stock: (try? Stock(count)) ?? draft.stock, details: draft.details)
    return ProductRevision(
      draft: changed, imageIDs: images.map(\.id), updatedAt: summary.updatedAt)
  }
}
