import Domain
package import UseCases

extension DemoShop {
  /// The same shop with two vendors and three products.
  package static func sampleWithWares() throws -> DemoShop {
    let shop = try sample()
    return DemoShop(lists: shop.lists, images: shop.images, wares: try .sample())
  }
}

extension DemoWares {
  package static func sample() throws -> DemoWares {
    let vendors = try [UInt8(0xA1), 0xA2].map { fill in
      DemoVendor(
        identifier: try .sample(fill), name: try Title("가게 \(fill)"),
        secretHash: "hash of \(fill)",
        createdAt: Timestamp(rfc3339: "2026-01-01T00:00:00.000001Z") ?? .earliest)
    }
    let products = try (1...3).map { number in
      DemoProduct(
        code: try code(UInt8(number)), vendor: vendors[number % 2].identifier,
        draft: try .sample("상품 \(number)번", discount: number == 2 ? 2_000 : 0, details: .sample()),
        images: try (0..<number).map { try .sample(UInt8(0x20 + $0)) },
        reviews: ReviewScore(count: number * 10, average: 4.5),
        createdAt: Timestamp(rfc3339: "2026-02-0\(number)T00:00:00.000001Z") ?? .earliest)
    }
    return DemoWares(vendors: vendors, products: products)
  }

  private static func code(_ fill: UInt8) throws -> ProductCode {
    guard let code = ProductCode(bytes: Array(repeating: fill, count: 16)) else {
      throw ContractBreach("a code has 16 bytes")
    }
    return code
  }
}

extension StoreContract {
  static let demoProductClauses = [
    Clause("the demo shop's products are loaded whole, in their order, each of its vendor") {
      ports in
      let shop = try DemoShop.sampleWithWares()
      try hold(try await ports.demoShop.loadOnce(shop), "it was not loaded")
      let wares = shop.wares
      let listed = try await ports.products.cells(ProductQuery(), after: nil, limit: 10)
      try holdEqual(listed.map(\.name), wares.products.reversed().map(\.draft.name))
      for (cell, product) in zip(listed, wares.products.reversed()) {
        try holdEqual(cell.reviews, product.reviews)
        try holdEqual(cell.vendor.identifier, product.vendor)
        let whole = try await ports.products.find(cell.id)
        try holdEqual(whole?.draft, product.draft)
        try holdEqual(whole?.cell, cell)
        try holdEqual(whole?.summary.code, product.code)
        try holdEqual(whole?.summary.createdAt, product.createdAt)
        try holdEqual(whole?.images.map(\.picture), product.images.map(\.picture))
        try holdEqual(cell.cover, product.images.first?.picture.served(as: .cell))
        try holdEqual(cell.version, 1)
      }
      for vendor in wares.vendors {
        let known = try await ports.vendors.find(vendor.identifier)
        try holdEqual(known?.secretHash, vendor.secretHash)
        try holdEqual(known?.vendor.name, vendor.name)
      }
    },
    Clause("a shop that was loaded before there were products gets them, once") { ports in
      try hold(try await ports.demoShop.loadOnce(try .sample()), "it was not loaded")
      let shop = try DemoShop.sampleWithWares()
      try hold(try await ports.demoShop.loadOnce(shop), "the products were not loaded")
      try holdEqual(try await ports.products.cells(ProductQuery(), after: nil, limit: 10).count, 3)
      try hold(try await ports.demoShop.loadOnce(shop) == false, "they were loaded twice")
      try holdEqual(try await ports.items(EventBannerDraft.self).count, 3)
    },
    Clause("products of the demo shop that somebody removed do not come back") { ports in
      let shop = try DemoShop.sampleWithWares()
      _ = try await ports.demoShop.loadOnce(shop)
      for product in try await ports.products.cells(ProductQuery(), after: nil, limit: 10) {
        _ = try await ports.products.remove(product.id, at: .earliest, once: nil) { _ in }
      }
      try hold(try await ports.demoShop.loadOnce(shop) == false, "they were loaded twice")
      try holdEqual(try await ports.products.cells(ProductQuery(), after: nil, limit: 10), [])
    },
    Clause("a shop that has or had products of its own gets none of the demo shop") { ports in
      let vendor = try await ports.vendor()
      let own = try await ports.add(try .sample(by: vendor))
      let shop = try DemoShop.sampleWithWares()
      try hold(try await ports.demoShop.loadOnce(shop), "the lists were not loaded")
      let listed = try await ports.products.cells(ProductQuery(), after: nil, limit: 10)
      try holdEqual(listed.map(\.id), [own.id])
      try holdEqual(try await ports.vendors.all(limit: 10), [vendor])
    },
    Clause("a vendor who is there already keeps name and secret") { ports in
      let vendor = try await ports.vendor(0xA1, name: "먼저 온 가게")
      _ = try await ports.demoShop.loadOnce(try .sampleWithWares())
      let known = try await ports.vendors.find(vendor.identifier)
      try holdEqual(known?.vendor, vendor)
      try holdEqual(known?.secretHash, "hash of \(UInt8(0xA1))")
      let listed = try await ports.products.cells(ProductQuery(), after: nil, limit: 10)
      try hold(listed.contains { $0.vendor == vendor.seller }, "their products are somebody else's")
    },
  ]
}
