package import Domain
package import UseCases

extension StoreContract {
  static let variantClauses = [
    Clause("a product with variants is read as it was written, and lists show the lowest price") {
      ports in
      let created = try await ports.add(try .varied(by: try await ports.vendor()))
      let variants = try Variants.sample()
      try holdEqual(created.draft.variants?.options, variants.options)
      try holdEqual(created.draft.variants?.all.map(\.unstored), variants.all)
      try holdEqual(created.draft.price, try Price(27_000, discount: 2_000, in: .krw))
      try holdEqual(created.draft.stock.count, 7)
      try holdEqual(try await ports.products.find(created.id), created)
      let cell = try await ports.products.cells(ProductQuery(), after: nil, limit: 1).first
      try holdEqual(cell, created.cell)
      try holdEqual(cell?.options, variants.summary)
      let tile = try await ports.products.tiles(ProductQuery(), after: nil, limit: 1).first
      try holdEqual(tile?.pricesDiffer, true)
      try holdEqual(created.version, 1)
    },
    Clause("a variant keeps its id while its values stay, and others come and go") { ports in
      let created = try await ports.add(try .varied(by: try await ports.vendor()))
      let old = created.draft.variants?.all ?? []
      let black = Variant(
        choices: old[0].choices, sku: old[1].sku, price: try Price(9_000, in: .krw),
        stock: try Stock(1))
      let new = Variant(
        choices: [old[0].choices[0], try Title("L")], sku: old[0].sku,
        price: try Price(9_000, in: .krw))
      let options = created.draft.variants?.options ?? []
      let draft = created.draft.withVariants(try Variants(options: options, all: [new, black]))
      let changed = try await ports.change(created.id, to: draft)
      try holdEqual(changed.draft.variants?.all.map(\.unstored), [new, black])
      try holdEqual(changed.draft.variants?.all.last?.id, old[0].id)
      try hold(!old.map(\.id).contains(changed.draft.variants?.all.first?.id), "an id came back")
      try holdEqual(changed.cell.price.amount, 9_000)
      try holdEqual(changed.cell.stock.count, 1)
      try holdEqual(changed.cell.options?.pricesDiffer, false)
      try holdEqual(changed.version, 2)
      try holdEqual(try await ports.products.find(created.id), changed)
    },
    Clause("a product without variants again has its own price and stock") { ports in
      let created = try await ports.add(try .varied(by: try await ports.vendor()))
      let changed = try await ports.change(created.id, to: try .sample(price: 5, stock: 3))
      try holdEqual(changed.draft, try .sample(price: 5, stock: 3))
      try holdEqual(changed.cell.options, nil)
    },
    Clause("an article number is unique for its vendor until its product is removed") { ports in
      let vendor = try await ports.vendor()
      let created = try await ports.add(try .varied(by: vendor))
      do {
        _ = try await ports.add(try .varied(by: vendor))
        throw ContractBreach("two products have the same article numbers")
      } catch let failure as Failure { try holdEqual(failure, .conflict(.takenSKU)) }
      _ = try await ports.add(try .varied(by: try await ports.vendor(2)))
      _ = try await ports.products.remove(created.id, at: .latest, once: nil) { _ in }
      _ = try await ports.add(try .varied(by: vendor))
    },
    Clause("a variant keeps its picture when pictures change places, and loses a removed one") {
      ports in
      let created = try await ports.add(try .varied(by: try await ports.vendor()))
      let reversed = created.images.reversed().map { ArrangedImage.kept($0.id) }
      let moved = try await ports.arrange(created.id, reversed)
      try holdEqual(moved.draft.variants?.all.map(\.image), [nil, 1, nil])
      let rest = try await ports.arrange(created.id, Array(reversed.dropFirst()))
      try holdEqual(rest.draft.variants?.all.map(\.image), [nil, nil, nil])
    },
  ]
}

extension Ports {
  fileprivate func arrange(_ id: Int64, _ images: [ArrangedImage]) async throws -> Product {
    try await products.change(id, once: nil) { product in
      ProductRevision(
        draft: product.draft(following: images), images: images, updatedAt: .latest)
    }.value
  }
}

extension Variants {
  /// Two options, the first with colours; the cheapest of three variants is sold out.
  package static func sample() throws -> Variants {
    let options = [
      ProductOption(
        name: try Title("색상"),
        values: [
          OptionValue(try Title("검정"), color: Color(number: 0x1C1C1E)),
          OptionValue(try Title("{\"흰, 색\"}"), color: .white),
        ]),
      ProductOption(
        name: try Title("사이즈"), values: [OptionValue(try Title("M")), OptionValue(try Title("L"))]),
    ]
    let (black, white) = (options[0].values[0].text, options[0].values[1].text)
    let (medium, large) = (options[1].values[0].text, options[1].values[1].text)
    return try Variants(
      options: options,
      all: [
        Variant(
          choices: [black, medium], sku: try SKU("LB-1"), price: try Price(30_000, in: .krw),
          stock: try Stock(5)),
        Variant(
          choices: [white, medium], sku: try SKU("LB-2"),
          price: try Price(27_000, discount: 2_000, in: .krw), stock: try Stock(2), image: 2),
        Variant(choices: [white, large], price: try Price(10_000, in: .krw)),
      ])
  }
}

extension Variant {
  /// As it was before the store gave it an id.
  package var unstored: Variant {
    Variant(choices: choices, sku: sku, price: price, stock: stock, image: image)
  }
}

extension ProductCreation {
  /// A product with two pictures and the sample's variants.
  package static func varied(by vendor: Vendor) throws -> ProductCreation {
    try .sample(by: vendor, try ProductDraft.sample().withVariants(.sample()), images: [2, 3])
  }
}
