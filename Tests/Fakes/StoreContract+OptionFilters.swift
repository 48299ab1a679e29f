package import Domain
import UseCases

extension StoreContract {
  static let optionFilterClauses = [
    Clause("lists have the products with a variant of the wanted values") { ports in
      let shop = try await ShoeShop(ports)
      for (wanted, inStock, found) in ShoeShop.found {
        for sort in ProductSort.allCases {
          var query = ProductQuery(sort: sort, onlyInStock: inStock)
          let all = try await ports.products.cells(query, after: nil, limit: 9)
          let expected = all.map(\.id).filter { found.contains(shop.index(of: $0)) }
          query.options = try OptionFilter(wanted)
          let cells = try await ports.products.cells(query, after: nil, limit: 9)
          try holdEqual(cells.map(\.id), expected)
          let tiles = try await ports.products.tiles(query, after: nil, limit: 9)
          try holdEqual(tiles.map(\.id), expected)
          guard let first = cells.first else { continue }
          let rest = try await ports.products.cells(
            query, after: ProductPosition(first, in: sort), limit: 1)
          try holdEqual(rest.map(\.id), Array(expected.dropFirst().prefix(1)))
        }
      }
    },
    Clause("values of options narrow an event, a vendor, a category and an item type") { ports in
      let shop = try await ShoeShop(ports)
      let options = try OptionFilter(["사이즈:270"])
      func found(_ query: ProductQuery) async throws -> [Int] {
        var query = query
        query.options = options
        return try await ports.products.cells(query, after: nil, limit: 9).map {
          shop.index(of: $0.id)
        }
      }
      let other = try await ports.vendor(2)
      try holdEqual(
        try await found(ProductQuery(vendor: shop.vendor.identifier)), [2, 1, 0])
      try holdEqual(try await found(ProductQuery(vendor: other.identifier)), [])
      try holdEqual(try await found(ProductQuery(category: 9)), [])
      try holdEqual(try await found(ProductQuery(itemType: 9)), [])
      let event = try await EventShop(ports)
      _ = try await event.replace([shop.ids[4], shop.ids[1], shop.ids[2]])
      try holdEqual(
        try await found(ProductQuery(sort: .arranged, event: event.event)), [1, 2])
    },
    Clause("a product that is removed is not found by its values") { ports in
      let shop = try await ShoeShop(ports)
      _ = try await ports.products.remove(shop.ids[1], at: .latest, once: nil) { _ in }
      let query = ProductQuery(options: try OptionFilter(["사이즈:270"]))
      let found = try await ports.products.cells(query, after: nil, limit: 9)
      try holdEqual(found.map { shop.index(of: $0.id) }, [2, 0])
    },
    Clause("searches find the products with a variant of the wanted values") { ports in
      let shop = try await ShoeShop(ports)
      for (wanted, inStock, found) in ShoeShop.found {
        let filter = SearchFilter(onlyInStock: inStock, options: try OptionFilter(wanted))
        for sort in SearchSort.allCases {
          let page = try await ports.search.page(
            ProductSearch(
              pattern: SearchQuery("신발").pattern, sort: sort, filter: filter, limit: 9))
          try holdEqual(Set(page.map { shop.index(of: $0.product.id) }), found)
        }
        let overview = try await ports.search.overview(
          SearchQuery("신발").pattern, filter, withFacets: true)
        try holdEqual(overview.total, SearchTotal(count: Int64(found.count), isExact: true))
        try holdEqual(overview.facets?.matches, Int64(found.count))
      }
    },
    Clause("facets count the values of each option without its own filter") { ports in
      _ = try await ShoeShop(ports)
      for (wanted, inStock, expected) in ShoeShop.facets {
        let filter = SearchFilter(onlyInStock: inStock, options: try OptionFilter(wanted))
        for pattern in [try SearchQuery("신발").pattern, .everything] {
          let overview = try await ports.search.overview(pattern, filter, withFacets: true)
          let options = overview.facets?.options.map { option in
            "\(option.name) "
              + option.values.map { "\($0.name):\($0.count)" }.joined(separator: " ")
          }
          try holdEqual(options, expected)
        }
      }
    },
  ]
}

/// Shoes in colours and sizes; some are sold out, and some have a size of another name.
private struct ShoeShop {
  let vendor: Vendor
  /// In the order in which they were added.
  let ids: [Int64]

  /// Wanted values, whether in stock, and the indexes of what is found.
  static let found: [(wanted: [String], inStock: Bool, found: Set<Int>)] = [
    (["사이즈:270"], false, [0, 1, 2]),
    (["사이즈:270"], true, [0, 1]),
    (["사이즈:260"], true, [0, 3]),
    (["사이즈:260", "사이즈:270"], false, [0, 1, 2, 3]),
    (["사이즈:270", "색상:검정"], false, [0, 1]),
    (["색상:검정", "사이즈:270"], true, [1]),
    (["사이즈:260", "색상:흰색"], false, []),
    (["사이즈:999"], false, []),
    (["없음:270"], false, []),
    (["색상:#1c1c1e"], false, []),
    (["사이즈:270", "색상:검정", "굽:없음", "폭:넓음"], false, []),
  ]

  static let facets: [(wanted: [String], inStock: Bool, expected: [String])] = [
    ([], false, ["사이즈 270:3 260:2", "색상 검정:2 흰색:1", "굽 270:1"]),
    ([], true, ["사이즈 260:2 270:2", "색상 검정:2 흰색:1", "굽 270:1"]),
    (["색상:검정"], false, ["색상 검정:2 흰색:1", "사이즈 270:2 260:1"]),
    (["색상:검정"], true, ["색상 검정:2 흰색:1", "사이즈 260:1 270:1"]),
    (["색상:흰색", "사이즈:260"], false, ["색상 검정:1", "사이즈 270:1"]),
  ]

  init(_ ports: Ports) async throws {
    vendor = try await ports.vendor(7)
    let black = OptionValue(try Title("검정"), color: Color(number: 0x1C1C1E))
    let white = OptionValue(try Title("흰색"))
    let (small, large) = (OptionValue(try Title("260")), OptionValue(try Title("270")))
    func option(_ name: String, _ values: OptionValue...) throws -> ProductOption {
      ProductOption(name: try Title(name), values: values)
    }
    func variant(_ values: [OptionValue], _ stock: Int) throws -> Variant {
      Variant(
        choices: values.map(\.text), price: try Price(1_000, in: .krw), stock: try Stock(stock))
    }
    let kinds = [
      try Variants(
        // No variant has the last size, so nothing counts it.
        options: [
          option("색상", black, white), option("사이즈", small, large, OptionValue(try Title("280"))),
        ],
        all: [
          variant([black, small], 1), variant([black, large], 0), variant([white, large], 2),
        ]),
      try Variants(
        options: [option("색상", black), option("사이즈", large)], all: [variant([black, large], 3)]),
      try Variants(options: [option("사이즈", large)], all: [variant([large], 0)]),
      try Variants(
        options: [option("굽", large), option("사이즈", small)], all: [variant([large, small], 1)]),
      nil,
    ]
    var ids: [Int64] = []
    for (index, variants) in kinds.enumerated() {
      let draft = try ProductDraft.sample("신발 \(index)", price: 1_000, discount: 0, stock: 1)
      ids.append(try await ports.add(.sample(by: vendor, draft.withVariants(variants))).id)
    }
    self.ids = ids
  }

  func index(of id: Int64) -> Int { ids.firstIndex(of: id) ?? -1 }
}

extension OptionFilter {
  package init(_ values: [String]) throws { self.init(try values.map { try Value(query: $0) }) }

  /// Whether one variant has a wanted value of each option.
  func isPassed(by variants: Variants?, inStock: Bool) -> Bool {
    isEmpty || missed(by: variants, inStock: inStock).contains { $0.missed.isEmpty }
  }

  /// The variants of a product that has all wanted options, each with the names of which it has no
  /// wanted value.
  func missed(
    by variants: Variants?, inStock: Bool
  ) -> [(choices: [(name: Title, text: Title)], missed: Set<Title>)] {
    guard let variants else { return [] }
    let names = variants.options.map(\.name)
    guard options.allSatisfy({ names.contains($0.name) }) else { return [] }
    return variants.all.filter { !inStock || !$0.stock.isSoldOut }.map { variant in
      let choices = Array(zip(names, variant.choices))
      let missed = options.filter { option in
        !choices.contains { $0.0 == option.name && option.values.contains($0.1) }
      }
      return (choices.map { ($0.0, $0.1) }, Set(missed.map(\.name)))
    }
  }
}

extension [Product] {
  /// The values of their variants, each option without its own filter. The options that the most
  /// products have come first; of equally many, as these products order them.
  func optionFacets(_ filter: OptionFilter, inStock: Bool) -> [SearchFacets.Option] {
    let varied = map { filter.missed(by: $0.draft.variants, inStock: inStock) }
      .filter { $0.contains { $0.missed.count < 2 } }
    var ranks: [Title: (products: Int, places: Int)] = [:]
    for variants in varied {
      for (place, choice) in (variants.first?.choices ?? []).enumerated() {
        ranks[choice.name, default: (0, 0)].products += 1
        ranks[choice.name, default: (0, 0)].places += place
      }
    }
    let texts = varied.flatMap { variants in
      Set(
        variants.flatMap { variant in
          variant.choices.filter { variant.missed.subtracting([$0.name]).isEmpty }
            .map { [$0.name, $0.text] }
        })
    }
    let counted = Dictionary(grouping: texts) { $0 }.map { ($0.key, Int64($0.value.count)) }
      .sorted { one, other in
        one.1 != other.1
          ? one.1 > other.1
          : one.0.map(\.text).joined(separator: "\n").utf8
            .lexicographicallyPrecedes(other.0.map(\.text).joined(separator: "\n").utf8)
      }
    var options: [(name: Title, values: [SearchFacets.Value])] = []
    for (text, count) in counted {
      let value = SearchFacets.Value(id: nil, name: text[1].text, count: count)
      if let index = options.firstIndex(where: { $0.name == text[0] }) {
        options[index].values.append(value)
      } else {
        options.append((text[0], [value]))
      }
    }
    return options.sorted { one, other in
      let (first, second) = (ranks[one.name, default: (0, 0)], ranks[other.name, default: (0, 0)])
      return (second.products, first.places, one.name.text)
        < (first.products, second.places, other.name.text)
    }
    .map { SearchFacets.Option(name: $0.name.text, values: $0.values) }
  }
}
