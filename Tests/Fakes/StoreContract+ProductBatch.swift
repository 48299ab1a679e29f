import Domain
import Synchronization
import UseCases

extension StoreContract {
  static let productBatchClauses = [
    Clause("products that are made together are found like those that are added alone") { ports in
      let shop = try await LikeShop(ports, products: 2)
      let digests = shop.products.map(\.images[0].picture.digest)
      let made = try await shop.write([
        .make(.sample().withVariants(.sample()), digests), .make(.sample("여름 셔츠").hidden(true), []),
      ]).compactMap(\.product)
      try holdEqual(made.map(\.draft.name.text), ["겨울 코트", "여름 셔츠"])
      let variants = made[0].draft.variants?.all ?? []
      try holdEqual(variants.map(\.unstored), try Variants.sample().all)
      try holdEqual(Set(variants.compactMap(\.id)).count, variants.count)
      try holdEqual(made[0].images.map(\.picture.digest), digests)
      try holdEqual(try await ports.products.find(made[0].id), made[0])
      try holdEqual(try await Sightings(of: made[0].id, in: shop).places, Sightings.everywhere)
      try holdEqual(try await ports.products.findForWriting(made[1].id), made[1])
      try holdEqual(try await Sightings(of: made[1].id, in: shop).places, [])
    },
    Clause("each product of a batch is changed, kept or refused by its plan") { ports in
      let shop = try await LikeShop(ports, products: 1)
      let varied = try await ports.add(.varied(by: shop.vendor))
      let old = varied.draft.variants?.all ?? []
      let options = varied.draft.variants?.options ?? []
      let new = Variant(
        choices: [old[0].choices[0], old[2].choices[1]], price: try Price(9_000, in: .krw))
      let draft = varied.draft.withVariants(try Variants(options: options, all: [old[0], new]))
      let images = varied.images.reversed().map { ArrangedImage.kept($0.id) }
      let refused = [FieldError("/price", .takenSKU)]
      let outcomes = try await shop.write([
        .refuse(refused), .keep(shop.products[0]),
        .revise(varied, ProductRevision(draft: draft, images: images, updatedAt: .latest)),
      ])
      let changed = try await ports.products.find(varied.id)
      guard let changed else { throw ContractBreach("a changed product is gone") }
      try holdEqual(
        outcomes,
        [.refused(refused), .unchanged(shop.products[0]), .changed(from: varied, to: changed)])
      try holdEqual(changed.version, 2)
      try holdEqual(changed.images.map(\.id), varied.images.map(\.id).reversed())
      let ids = changed.draft.variants?.all.compactMap(\.id) ?? []
      try holdEqual(ids.count, 2)
      try holdEqual(ids[0], old[0].id)
      try hold(!old.contains { $0.id == ids[1] }, "a new variant has the id of an old one")
      try holdEqual(try await ports.products.find(shop.id(0)), shop.products[0])
    },
    Clause("a batch moves article numbers, also to a product before the one that loses them") {
      ports in
      let shop = try await LikeShop(ports, products: 1)
      let first = try await ports.add(.varied(by: shop.vendor))
      let numbered = first.draft.variants?.all ?? []
      let bare = numbered.map { Variant(choices: $0.choices, price: $0.price, stock: $0.stock) }
      let options = first.draft.variants?.options ?? []
      let second = try await ports.add(
        .sample(
          by: shop.vendor,
          try .sample().withVariants(Variants(options: options, all: bare))))
      let (giving, taking) = (
        first.draft.withVariants(try Variants(options: options, all: bare)),
        second.draft.withVariants(
          try Variants(
            options: options,
            all: zip(bare, numbered).map { variant, old in
              Variant(
                choices: variant.choices, sku: old.sku, price: variant.price, stock: variant.stock)
            }))
      )
      let images = { (product: Product) in product.images.map { ArrangedImage.kept($0.id) } }
      // The one that takes them is written first.
      _ = try await shop.write(
        [
          .revise(
            second, ProductRevision(draft: taking, images: images(second), updatedAt: .latest)),
          .revise(first, ProductRevision(draft: giving, images: images(first), updatedAt: .latest)),
        ] + [.keep(shop.products[0])])
      let found = try await ports.products.find(second.id)
      try holdEqual(found?.draft.variants?.all.map(\.sku), numbered.map(\.sku))
      let bared = try await ports.products.find(first.id)
      guard let found, let bared else { throw ContractBreach("a changed product is gone") }
      _ = try await shop.write([
        .revise(
          bared, ProductRevision(draft: first.draft, images: images(bared), updatedAt: .latest)),
        .remove(found),
      ])
      let taken = try await ports.products.find(first.id)
      try holdEqual(taken?.draft.variants?.all.map(\.sku), numbered.map(\.sku))
    },
    Clause("a dry run of a batch tells what it would write, and writes nothing") { ports in
      let shop = try await LikeShop(ports, products: 1)
      let outcomes = try await shop.write(
        [.make(.sample(), []), .revise(shop.products[0], shop.products[0].withStock(of: 9))],
        isDryRun: true)
      try holdEqual(outcomes.map { $0.product?.draft.stock.count }, [5, 9])
      let query = ProductQuery(vendor: shop.vendor.identifier)
      let cells = try await ports.products.cells(query, after: nil, limit: 9)
      try holdEqual(cells, shop.products.map(\.cell))
    },
    Clause("a batch is decided on products of its vendor alone, by id or key, hidden ones too") {
      ports in
      let shop = try await LikeShop(ports, products: 2)
      let key = try ProductKey("mug")
      let keyed = try ProductDraft.sample(details: ProductDetails(key: key))
      let hidden = try await ports.add(.sample(by: shop.vendor, keyed.hidden(true)))
      let other = try await ports.vendor(2)
      let foreign = try await ports.add(.sample(by: other, keyed))
      let varied = try await ports.add(.varied(by: shop.vendor))
      _ = try await ports.add(.varied(by: other))
      let digest = shop.products[0].images[0].picture.digest
      // More article numbers than one parameter holds.
      let numbers = try (100_000..<116_000).map {
        try SKU(String(repeating: "0", count: SKU.bytesMax - 6) + "\($0)")
      }
      let price = try Price(1_000, in: .krw)
      let numbered = Variants(
        storedOptions: [], all: numbers.map { Variant(choices: [], sku: $0, price: price) })
      let items = [
        ProductItem(.none, .whole(try ProductDraft.sample().withVariants(numbered), images: nil)),
        ProductItem(.id(shop.id(0), version: 1), .change(ProductPatch(), images: [digest])),
        ProductItem(.id(foreign.id, version: nil), .change(ProductPatch(), images: nil)),
        ProductItem(
          .key(key),
          .whole(try keyed.withVariants(.sample()), images: [try StoredImage.sample(99).digest])),
      ]
      let stored = Mutex<StoredBatch?>(nil)
      do {
        _ = try await shop.write(items) { batch throws(Failure) in
          stored.withLock { $0 = batch }
          throw .staleVersion(current: 7)
        }
        throw ContractBreach("the failure of the rule was lost")
      } catch let failure as Failure { try holdEqual(failure, .staleVersion(current: 7)) }
      let known = stored.withLock(\.self)
      try holdEqual(known?.products, [shop.products[0], hidden])
      try holdEqual(known?.images, [digest])
      try holdEqual(
        known?.skus, [try SKU("LB-1"): varied.id, try SKU("LB-2"): varied.id])
    },
    Clause("a key is unique for its vendor until its product is removed") { ports in
      let vendor = try await ports.vendor()
      let keyed = try ProductDraft.sample(details: ProductDetails(key: try ProductKey("mug")))
      let holder = try await ports.add(.sample(by: vendor, keyed.hidden(true)))
      let other = try await ports.add(.sample(by: vendor))
      for write in [
        { _ = try await ports.add(.sample(by: vendor, keyed)) },
        { _ = try await ports.change(other.id, to: keyed) },
      ] as [@Sendable () async throws -> Void] {
        do {
          try await write()
          throw ContractBreach("two products have the same key")
        } catch let failure as Failure { try holdEqual(failure, .conflict(.productKeyTaken)) }
      }
      _ = try await ports.add(.sample(by: try await ports.vendor(2), keyed))
      _ = try await ports.products.remove(holder.id, at: .latest, once: nil) { _ in }
      try holdEqual(try await ports.change(other.id, to: keyed).draft, keyed)
    },
  ]
}

extension LikeShop {
  fileprivate func write(
    _ plans: [ProductPlan], isDryRun: Bool = false
  ) async throws -> [ProductOutcome] {
    try await write([], isDryRun: isDryRun) { _ in plans }
  }

  fileprivate func write(
    _ items: [ProductItem], isDryRun: Bool = false,
    decide: @escaping @Sendable (StoredBatch) throws(Failure) -> [ProductPlan]
  ) async throws -> [ProductOutcome] {
    let batch = ProductBatch(items, of: vendor, at: Self.start, isDryRun: isDryRun)
    return try await ports.products.write(batch, once: nil, decide: decide).value
  }
}
