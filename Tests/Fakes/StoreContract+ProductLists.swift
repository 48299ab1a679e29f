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
        try holdEqual(try await ports.products.page(query, after: nil, limit: 100), expected)
        let outlines = try await ports.outlines(of: expected)
        try holdEqual(
          try await ports.products.outlines(query, after: nil, limit: 100), outlines)
        let third = expected.dropFirst(2).first.map { ProductPosition($0, in: query.sort) }
        try holdEqual(
          try await ports.products.outlines(query, after: third, limit: 2),
          Array(outlines.dropFirst(third == nil ? 0 : 3).prefix(2)))
      }
    },
    Clause("a vendor that nobody knows sells nothing") { ports in
      _ = try await ports.stock()
      for sort in ProductSort.allCases {
        let query = ProductQuery(sort: sort, vendor: try .sample(99))
        try holdEqual(try await ports.products.page(query, after: nil, limit: 10), [])
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
          let page = try await ports.products.page(
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
        let banner = try await ports.products.newestOnSale(limit: limit)
        try holdEqual(banner, Array(expected.prefix(limit)))
      }
    },
    Clause("every window of a list that is counted is found, with the total") { ports in
      let all = try await ports.stock()
      for list in ProductList.counted {
        let ids = all.reversed().filter { $0.belongs(to: list) }.map(\.id)
        for count in [1, 4, 100] {
          for offset in 0...(ids.count + 2) {
            let window = ListWindow(list: list, offset: Int64(offset), count: count, anchor: nil)
            let found = try await ports.products.window(window)
            try holdEqual(found.products.map(\.id), Array(ids.dropFirst(offset).prefix(count)))
            try holdEqual(found.hasNext, offset + count < ids.count)
            try holdEqual(found.total, Int64(ids.count))
          }
        }
      }
    },
    Clause("a search finds every part of a name, window by window, with the total") { ports in
      let vendor = try await ports.vendor()
      let names = [
        "Mac mini", "팥빙수", "iMAC 24", "100% wool", "a_b\\c", "macaron", "가나다 빙수", "ÉTÉ 24 빙수",
        "Crème MACCHIATO", "ТОРТ", "Crème brûlée À la carte",
      ]
      var ids: [(name: String, id: Int64)] = []
      for name in names {
        ids.append((name, try await ports.add(.sample(by: vendor, .sample(name))).id))
      }
      let gone = try await ports.add(.sample(by: vendor, .sample("Mac that is gone")))
      _ = try await ports.products.remove(gone.id, at: .latest, once: nil) { _ in }
      let texts = [
        "mac", "MAC", "빙수", "%", "_", "\\", "' or 1=1", "a", "다 빙", "x", "été", "É", "24 빙", "24",
        "ème mac", "торт", "É.É", "^été", "ÈME BRÛLÉE à la carte",
      ]
      for text in texts {
        let found = ids.reversed()
          .filter { $0.name.lowercased().contains(text.lowercased()) }.map(\.id)
        for offset in 0...4 {
          for count in [1, 2, 100] {
            let window = try await ports.products.window(
              ListWindow(list: .named(text), offset: Int64(offset), count: count, anchor: nil))
            try holdEqual(window.products.map(\.id), Array(found.dropFirst(offset).prefix(count)))
            try holdEqual(window.total, Int64(found.count))
            try holdEqual(window.hasNext, offset + count < found.count)
          }
        }
      }
      let far = ListWindow(list: .named("mac"), offset: .max, count: 100, anchor: nil)
      try holdEqual(
        try await ports.products.window(far),
        ListedWindow(products: [], hasNext: false, total: 4, searchedFrom: ids.last?.id))
      // The long s is no `s`, unless it is looked for.
      _ = try await ports.add(.sample(by: vendor, .sample("300 \u{17F} heater")))
      for (text, total) in [("s", 0), ("\u{17F} h", 1)] {
        let window = try await ports.products.window(
          ListWindow(list: .named(text), offset: 0, count: 1, anchor: nil))
        try holdEqual(window.total, Int64(total))
      }
    },
    Clause("a search finds what a vendor sells by the vendor's name, each product once") { ports in
      let mine = try await ports.vendor(1, name: "오브제하우스")
      let other = try await ports.vendor(2, name: "그릇집")
      let ids = [
        try await ports.add(.sample(by: mine, .sample("\(mine.name) 머그컵"))).id,
        try await ports.add(.sample(by: other, .sample("접시 세트"))).id,
        try await ports.add(.sample(by: mine, .sample("접시 세트"))).id,
      ]
      for (text, found) in [
        (mine.name.text, [ids[2], ids[0]]), (other.name.text, [ids[1]]),
        ("접시 세트", [ids[2], ids[1]]),
      ] {
        let window = try await ports.products.window(
          ListWindow(list: .named(text), offset: 0, count: 9, anchor: nil))
        try holdEqual(window.products.map(\.id), found)
        try holdEqual(window.total, Int64(found.count))
      }
    },
    Clause("an offset beyond all numbers is an empty page") { ports in
      let all = try await ports.stock()
      let window = ListWindow(list: .all, offset: .max, count: 100, anchor: nil)
      let found = try await ports.products.window(window)
      try holdEqual(
        found, ListedWindow(products: [], hasNext: false, total: Int64(all.count)))
    },
    Clause("an anchor holds the list still while products come and go") { ports in
      let ids = try await ports.stock().reversed().map(\.id)
      let anchor = ListAnchor(newest: ids[0], offset: 4, first: ids[4], last: ids[7], count: 4)
      let vendor = try await ports.vendor(9)
      try await ports.add(.sample(by: vendor))
      func window(_ offset: Int64) async throws -> [Int64] {
        let window = ListWindow(list: .all, offset: offset, count: 4, anchor: anchor)
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
    Clause("an anchor holds a search still, and what it looks at") { ports in
      let vendor = try await ports.vendor()
      func add(_ name: String) async throws -> Int64 {
        let product = try await ports.add(.sample(by: vendor, .sample(name)))
        return product.id
      }
      var ids: [Int64] = []
      for _ in 0..<5 { ids += [try await add("needle"), try await add("haystack")] }
      let needles = [ids[8], ids[6], ids[4], ids[2], ids[0]]
      func window(_ offset: Int64, _ anchor: ListAnchor?) async throws -> ListedWindow {
        try await ports.products.window(
          ListWindow(list: .named("NEEDLE"), offset: offset, count: 2, anchor: anchor))
      }
      let first = try await window(0, nil)
      try holdEqual(first.products.map(\.id), Array(needles[..<2]))
      try holdEqual(first.searchedFrom, ids[9])
      let anchor = ListAnchor(
        newest: ids[9], offset: 0, first: needles[0], last: needles[1], count: 2)
      let newer = try await add("a newer needle")
      let second = try await window(2, anchor)
      try holdEqual(second.products.map(\.id), Array(needles[2..<4]))
      try holdEqual(second.total, 5)
      try holdEqual(second.searchedFrom, ids[9])
      try hold(second.hasNext, "one more needle follows")
      let leap = try await window(4, anchor)
      try holdEqual(leap.products.map(\.id), [needles[4]])
      let later = ListAnchor(
        newest: ids[9], offset: 2, first: needles[2], last: needles[3], count: 2)
      _ = try await ports.products.remove(needles[2], at: .latest, once: nil) { _ in }
      try holdEqual(try await window(2, later).products.map(\.id), Array(needles[3...]))
      try holdEqual(try await window(4, later).products.map(\.id), [needles[4]])
      try holdEqual(try await window(0, later).products.map(\.id), [newer, needles[0]])
      try holdEqual(try await window(0, later).total, 5)
    },
  ]
}

extension Ports {
  /// Two dozen products of two vendors, with equal prices, discounts, sold-out ones and dollars.
  func stock() async throws -> [ProductSummary] {
    let vendors = [try await vendor(1), try await vendor(2, name: "다른 가게")]
    var all: [ProductSummary] = []
    for number in 0..<24 as Range<Int64> {
      let draft = try ProductDraft.sample(
        price: 1_000 * (number * 7 % 5), discount: number % 3 == 0 ? 500 * (number * 7 % 5) : 0,
        in: number % 6 == 5 ? .usd : .krw, stock: number % 4 == 0 ? 0 : 3)
      all.append(try await add(.sample(by: vendors[number % 5 < 3 ? 0 : 1], draft)).summary)
    }
    return all
  }

  /// All products of a query, read page by page.
  func scroll(_ query: ProductQuery, limit: Int) async throws -> [ProductSummary] {
    var all: [ProductSummary] = []
    while true {
      let position = all.last.map { ProductPosition($0, in: query.sort) }
      let page = try await products.page(query, after: position, limit: limit)
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
  fileprivate func outlines(of products: [ProductSummary]) async throws -> [ProductOutline] {
    var outlines: [ProductOutline] = []
    for product in products {
      if let product = try await self.products.find(product.id) {
        outlines.append(ProductOutline(product))
      }
    }
    return outlines
  }
}
