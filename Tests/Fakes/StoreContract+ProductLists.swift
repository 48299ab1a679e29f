package import Domain
import UseCases

extension StoreContract {
  static let productListClauses = [
    Clause("every sort and filter, page by page, is what its words say") { ports in
      let all = try await ports.stock()
      for query in ProductQuery.all(vendors: [nil, try .sample(1), try .sample(2)]) {
        let expected = all.filter { $0.matches(query) }
          .sorted { $0.stands(before: $1, in: query.sort) }
        for limit in [1, 3, 100] {
          try holdEqual(try await ports.scroll(query, limit: limit).map(\.id), expected.map(\.id))
        }
        try holdEqual(try await ports.products.cells(query, after: nil, limit: 100), expected)
        let tiles = try await ports.tiles(of: expected)
        try holdEqual(
          try await ports.products.tiles(query, after: nil, limit: 100), tiles)
        let third = expected.dropFirst(2).first.map { ProductPosition($0, in: query.sort) }
        try holdEqual(
          try await ports.products.tiles(query, after: third, limit: 2),
          Array(tiles.dropFirst(third == nil ? 0 : 3).prefix(2)))
      }
    },
    Clause("a vendor that nobody knows sells nothing") { ports in
      _ = try await ports.stock()
      for sort in ProductSort.allCases {
        let query = ProductQuery(sort: sort, vendor: try .sample(99))
        try holdEqual(try await ports.products.cells(query, after: nil, limit: 10), [])
      }
    },
    Clause("a page may begin behind a place where nothing stands") { ports in
      let all = try await ports.stock()
      for sort in ProductSort.allCases {
        let sorted = all.sorted { $0.stands(before: $1, in: sort) }
        for product in sorted {
          let position = ProductPosition(product, in: sort)
          let between = ProductPosition(rank: position.rank, id: position.id - 1)
          let expected = sorted.filter { $0.stands(behind: between, in: sort) }.map(\.id)
          let page = try await ports.products.cells(
            ProductQuery(sort: sort), after: between, limit: 100)
          try holdEqual(page.map(\.id), expected)
        }
      }
    },
    Clause("the banner is the newest that are discounted, zero to as many as are asked for") {
      ports in
      let all = try await ports.stock()
      let expected = all.reversed().filter(\.price.isDiscounted)
      for limit in [1, 5, 100] {
        let banner = try await ports.products.cells(
          ProductQuery(onlyOnSale: true), after: nil, limit: limit)
        try holdEqual(banner, Array(expected.prefix(limit)))
      }
    },
    Clause("every window of a list that is counted is found, with the total") { ports in
      let all = try await ports.stock()
      for list in CountedList.allCases {
        let ids = all.reversed().filter { $0.belongs(to: list) }.map(\.id)
        for count in [1, 4, 100] {
          for offset in 0...(ids.count + 2) {
            let window = NumberedPage(list: list, offset: Int64(offset), count: count, anchor: nil)
            let found = try await ports.products.window(window)
            try holdEqual(found.products.map(\.id), Array(ids.dropFirst(offset).prefix(count)))
            try holdEqual(found.hasNext, offset + count < ids.count)
            try holdEqual(found.total, Int64(ids.count))
          }
        }
      }
    },
    Clause("an offset beyond all numbers is an empty page") { ports in
      let all = try await ports.stock()
      let window = NumberedPage(list: .wonAndDollars, offset: .max, count: 100, anchor: nil)
      let found = try await ports.products.window(window)
      try holdEqual(
        found,
        ListedWindow(
          products: [], hasNext: false,
          total: Int64(all.count { $0.belongs(to: .wonAndDollars) })))
    },
    Clause("an anchor holds the list still while products come and go") { ports in
      let ids = try await ports.stock().reversed()
        .filter { $0.belongs(to: .wonAndDollars) }.map(\.id)
      let anchor = ListAnchor(newest: ids[0], offset: 4, first: ids[4], last: ids[7], count: 4)
      let vendor = try await ports.vendor(9)
      try await ports.add(.sample(by: vendor))
      func window(_ offset: Int64) async throws -> [Int64] {
        let window = NumberedPage(list: .wonAndDollars, offset: offset, count: 4, anchor: anchor)
        return try await ports.products.window(window).products.map(\.id)
      }
      try holdEqual(try await window(4), Array(ids[4..<8]))
      try holdEqual(try await window(8), Array(ids[8..<12]))
      try holdEqual(try await window(12), Array(ids[12..<16]))
      try holdEqual(try await window(0).dropFirst().first, ids[0])
      for id in [ids[1], ids[4], ids[7]] {
        _ = try await ports.products.remove(id, at: .latest, once: nil) { _ in }
      }
      try holdEqual(try await window(4), [ids[5], ids[6], ids[8], ids[9]])
      try holdEqual(try await window(8), Array(ids[8..<12]))
    },
  ]
}

extension Ports {
  /// Two dozen products of two vendors, with equal prices, discounts, sold-out ones and all
  /// currencies.
  func stock() async throws -> [CellProduct] {
    let vendors = [try await vendor(1), try await vendor(2, name: "다른 가게")]
    var all: [CellProduct] = []
    for number in 0..<24 as Range<Int64> {
      let draft = try ProductDraft.sample(
        price: 1_000 * (number * 7 % 5), discount: number % 3 == 0 ? 500 * (number * 7 % 5) : 0,
        in: number % 6 == 5 ? .usd : number % 12 == 2 ? .jpy : number % 12 == 8 ? .eur : .krw,
        stock: number % 4 == 0 ? 0 : 3)
      all.append(try await add(.sample(by: vendors[number % 5 < 3 ? 0 : 1], draft)).cell)
    }
    return all
  }

  /// All products of a query, read page by page.
  func scroll(_ query: ProductQuery, limit: Int) async throws -> [CellProduct] {
    var all: [CellProduct] = []
    while true {
      let position = all.last.map { ProductPosition($0, in: query.sort) }
      let page = try await products.cells(query, after: position, limit: limit)
      try hold(page.count <= limit, "the page is longer than its limit")
      if page.isEmpty { return all }
      all += page
    }
  }
}

extension ProductQuery {
  /// Every sort with every filter.
  package static func all(vendors: [VendorIdentifier?]) -> [ProductQuery] {
    ProductSort.allCases.flatMap { sort in
      vendors.flatMap { vendor in
        [(false, false), (false, true), (true, false), (true, true)].map { sale, stock in
          ProductQuery(sort: sort, onlyOnSale: sale, onlyInStock: stock, vendor: vendor)
        }
      }
    }
  }
}

extension Ports {
  /// What a grid shows of products, by their own screens.
  fileprivate func tiles(of products: [CellProduct]) async throws -> [TileProduct] {
    var tiles: [TileProduct] = []
    for product in products {
      if let product = try await self.products.find(product.id) {
        tiles.append(TileProduct(product))
      }
    }
    return tiles
  }
}
