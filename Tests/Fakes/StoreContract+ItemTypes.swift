import Domain
import UseCases

extension StoreContract {
  static let itemTypeClauses = [
    Clause("a product of an item type that is not there is refused at its member") { ports in
      let vendor = try await ports.vendor()
      var details = ProductDetails.none
      details.itemType = 9
      let creation = try ProductCreation.sample(by: vendor, .sample(details: details))
      do {
        _ = try await ports.products.add(creation, once: nil)
        throw ContractBreach("an item type that is not there was taken")
      } catch Failure.rejected(let fieldErrors) {
        try holdEqual(fieldErrors.map(\.pointer), ["/item_type_id"])
      }
    },
    Clause("an item type comes back as it was given, and after a change as that says") { ports in
      let goods = try await Goods(ports)
      let product = try await ports.products.find(goods.ids[0])
      try holdEqual(product?.draft.details.itemType, 1)
      _ = try await ports.products.change(goods.ids[0], once: nil) { product in
        var patch = ProductPatch()
        patch.itemType = .set(3)
        return product.revised(try? patch.applied(to: product.draft))
      }
      let changed = try await ports.products.find(goods.ids[0])
      try holdEqual(changed?.draft.details.itemType, 3)
    },
    Clause("lists of an item type and of a category scroll in every order, with every filter") {
      ports in
      let goods = try await Goods(ports)
      for query in ProductQuery.all(vendors: [nil, goods.vendor]) {
        let all = try await ports.scroll(query, limit: 100).map(\.id)
        for (category, itemType) in Goods.groups {
          var query = query
          (query.category, query.itemType) = (category, itemType)
          let wanted = Set(goods.ids(category, itemType))
          for limit in [1, 3, 100] {
            let found = try await ports.scroll(query, limit: limit).map(\.id)
            try holdEqual(found, all.filter(wanted.contains))
          }
          let tiles = try await ports.products.tiles(query, after: nil, limit: 100)
          try holdEqual(tiles.map(\.id), all.filter(wanted.contains))
        }
      }
    },
    Clause("an event's list can be narrowed to an item type and to a category") { ports in
      let goods = try await Goods(ports)
      let event = try await ports.replace(with: try .sample("a")).created[0].id
      let chosen = Array(goods.ids.prefix(12))
      _ = try await ports.eventProducts.replace(
        try EventProducts(chosen), of: event, if: .any, dryRun: false, once: nil)
      for (category, itemType) in Goods.groups {
        let query = ProductQuery(event: event, category: category, itemType: itemType)
        let found = try await ports.products.cells(query, after: nil, limit: 100).map(\.id)
        let wanted = Set(goods.ids(category, itemType)).intersection(chosen)
        try holdEqual(found, wanted.sorted(by: >))
      }
    },
  ]
}

/// Two dozen products of two vendors and of three item types, of which two stand under one
/// category; some are of none.
private struct Goods {
  /// A category and an item type that are asked for.
  static let groups: [(category: Int64?, itemType: Int64?)] = [
    (1, nil), (2, nil), (nil, 1), (nil, 3), (2, 3), (1, 3), (9, nil), (nil, 9),
  ]
  let vendor: VendorIdentifier
  let ids: [Int64]
  private let itemTypes: [Int64?]

  init(_ ports: Ports) async throws {
    _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
    let vendors = [try await ports.vendor(1), try await ports.vendor(2, name: "다른 가게")]
    vendor = vendors[0].identifier
    itemTypes = (0..<24).map { [1, 2, 3, nil][$0 % 4] }
    var ids: [Int64] = []
    for number in 0..<24 as Range<Int64> {
      var details = ProductDetails.none
      details.itemType = itemTypes[Int(number)]
      let draft = try ProductDraft.sample(
        price: 1_000 * (number * 7 % 5), discount: number % 3 == 0 ? 500 * (number * 7 % 5) : 0,
        in: number % 6 == 5 ? .usd : .krw, stock: number % 5 == 0 ? 0 : 3, details: details)
      ids.append(try await ports.add(.sample(by: vendors[number % 5 < 3 ? 0 : 1], draft)).id)
    }
    self.ids = ids
  }

  func ids(_ category: Int64?, _ itemType: Int64?) -> [Int64] {
    zip(ids, itemTypes).filter { _, own in
      guard let own else { return false }
      let isOfCategory = category == nil || category == (own == 1 ? 1 : 2)
      return isOfCategory && (itemType == nil || itemType == own)
    }.map(\.0)
  }
}

extension Product {
  /// With another content, and the same images.
  fileprivate func revised(_ draft: ProductDraft?) -> ProductRevision {
    ProductRevision(
      draft: draft ?? self.draft, images: images.map { .kept($0.id) },
      updatedAt: summary.updatedAt)
  }
}
