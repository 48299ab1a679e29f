import Domain
import UseCases

extension StoreContract {
  static let productClauses = [
    Clause("an empty store has no products") { ports in
      try holdEqual(try await ports.products.cells(ProductQuery(), after: nil, limit: 10), [])
      try holdEqual(
        try await ports.products.cells(ProductQuery(onlyOnSale: true), after: nil, limit: 5), [])
      try holdEqual(try await ports.products.find(1), nil)
      try holdEqual(try await ports.products.find(ProductCode.zero), nil)
      for list in CountedList.allCases {
        let window = NumberedPage(list: list, offset: 0, count: 20, anchor: nil)
        try holdEqual(
          try await ports.products.window(window),
          ListedWindow(products: [], hasNext: false, total: 0))
      }
    },
    Clause("a product comes back as it went in, wherever it is asked for") { ports in
      let vendor = try await ports.vendor(7, name: "가게 ' 😀")
      let draft = try ProductDraft.sample(
        "봄 👩‍👩‍👧‍👦 ' or 1=1 --", price: 20_000, discount: 5_000, stock: 3,
        description: "첫 줄\n둘째 줄\t$1 \\ e\u{301}", details: .sample())
      let product = try await ports.add(.sample(by: vendor, draft, images: [5, 3, 2]))
      try holdEqual(product.draft, draft)
      try holdEqual(product.vendor, vendor)
      try holdEqual(product.version, 1)
      try holdEqual(product.summary.createdAt, product.summary.updatedAt)
      try holdEqual(product.images.map(\.picture), try [5, 3, 2].map { try sample($0) })
      try holdEqual(product.cell.cover, try sample(5).served(as: .cell))
      try holdEqual(try await ports.products.find(product.id), product)
      try holdEqual(try await ports.products.find(product.summary.code), product)
      let page = try await ports.products.cells(ProductQuery(), after: nil, limit: 10)
      try holdEqual(page, [product.cell])
      try holdEqual(
        try await ports.products.cells(ProductQuery(onlyOnSale: true), after: nil, limit: 5),
        [product.cell])
      let window = NumberedPage(list: .won, offset: 0, count: 20, anchor: nil)
      try holdEqual(try await ports.products.window(window).products, [product.summary])
    },
    Clause("the smallest and the largest product fit") { ports in
      let vendor = try await ports.vendor()
      let area = DeliveryTerms.Area(
        province: "경기도", district: "남양주시", neighbourhood: "별내면", surcharge: 1)
      var details = ProductDetails.none
      details.delivery = DeliveryTerms(
        isFree: true, freeLimit: 0, fee: 0, isBillingByAreaWhenFree: false,
        areas: Array(repeating: area, count: DeliveryTerms.areasMax))
      let drafts = [
        try ProductDraft.sample("세 글자", price: 0, stock: 0),
        try ProductDraft.sample(
          String(repeating: "👨‍👩‍👧‍👦", count: 100), price: Price.amountMax,
          discount: Price.amountMax, in: .usd, stock: Stock.countMax,
          description: String(repeating: "👨‍👩‍👧‍👦", count: 1_000), details: details),
      ]
      for draft in drafts {
        let product = try await ports.add(.sample(by: vendor, draft))
        try holdEqual(try await ports.products.find(product.id)?.draft, draft)
      }
    },
    Clause("ids ascend and codes differ") { ports in
      let vendor = try await ports.vendor()
      var products: [Product] = []
      for _ in 0..<5 { products.append(try await ports.add(.sample(by: vendor))) }
      try holdEqual(products.map(\.id), products.map(\.id).sorted())
      try holdEqual(Set(products.map(\.id)).count, 5)
      try holdEqual(Set(products.map(\.summary.code)).count, 5)
      try holdEqual(Set(products.flatMap { $0.images.map(\.id) }).count, 5)
    },
    Clause("the images of a product are stored with it") { ports in
      let vendor = try await ports.vendor()
      try await ports.add(.sample(by: vendor, images: [2, 3]))
      for fill in [2, 3] as [UInt8] {
        let image = try PreparedImage.sample(fill)
        try holdEqual(try await ports.images.find(image.original.digest), image.original)
        let cell = try await ports.images.find(image.original.digest, preset: .cell)
        try holdEqual(cell, image.renditions.first { $0.preset == .cell })
      }
    },
    Clause("an image that is there stays as it is, and gets what was not made of it before") {
      ports in
      let plain = try StoredImage.sample(2)
      try await ports.images.add(plain)
      try await ports.images.add(.sample(2, presets: [.cell]))
      try await ports.images.add(.sample(2))
      let cell = try await ports.images.find(plain.digest, preset: .cell)
      try holdEqual(cell, try PreparedImage.sample(2).renditions[1])
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      try holdEqual(product.images[0].picture.renditions, try sample(2).renditions)
      try holdEqual(product.cell.cover?.color, try sample(2).color)
      try holdEqual(try await ports.products.find(product.id), product)
    },
    Clause("a product may show one image only, and many products the same") { ports in
      let vendor = try await ports.vendor()
      let products = try await withThrowingTaskGroup(of: Product.self) { group in
        for order in [[2, 3, 4], [4, 3, 2], [3, 2, 4], [4, 2, 3]] as [[UInt8]] {
          group.addTask { try await ports.add(.sample(by: vendor, images: order)) }
        }
        return try await group.reduce(into: []) { $0.append($1) }
      }
      for product in products {
        try holdEqual(try await ports.products.find(product.id), product)
      }
    },
  ]

  static func sample(_ fill: UInt8) throws -> Picture { try PreparedImage.sample(fill).picture }
}
