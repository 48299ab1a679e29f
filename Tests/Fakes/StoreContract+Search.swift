import Domain
import UseCases

extension StoreContract {
  static let searchClauses = [
    Clause("of several patterns those are told that a product matches, the first ones alone") {
      ports in
      let shop = try await SearchShop(
        ports, ["빨간 머그", "머그컵 1+1", "털모자"].map { ($0, nil, nil) })
      _ = try await ports.products.remove(shop.ids[2], at: .latest, once: nil) { _ in }
      let patterns = try ["모자", "머그", "머그 컵", "빨간 컵", "없음", "1+1", "null", "빨 간머"].map {
        try SearchQuery($0).pattern
      }
      let found = { try await ports.search.found(among: patterns, limit: $0) }
      try holdEqual(try await found(9), [1, 2, 5, 7])
      try holdEqual(try await found(2), [1, 2])
      let other = SearchPattern(words: [["없음", "모자", "빨간"], ["컵", "머그"]], whole: nil)
      try holdEqual(try await ports.search.found(among: [other], limit: 1), [0])
      try holdEqual(try await ports.search.found(among: [], limit: 1), [])
    },
    Clause("every part of a title, a brand or a maker is found, all words in any order") { ports in
      let shop = try await SearchShop(
        ports,
        [
          ("겨울 울 블렌드 코트", "모윰", nil), ("MacBook Pro 14인치", nil, "애플"), ("100% wool 스웨터", nil, nil),
          ("Crème brûlée 그릇", nil, nil), ("코트 걸이, 원목", nil, nil),
        ])
      for (text, found) in [
        ("코", [4, 0]), ("울블렌드", [0]), ("블렌", [0]), ("코트 겨울", [0]), ("MACBOOK", [1]),
        ("애플", [1]), ("모윰", [0]), ("애플 맥", []), ("wool", [2]), ("100%", [2]), ("BRÛLÉE", [3]),
        ("bru\u{302}le\u{301}e", [3]), ("ＰＲＯ", [1]), ("원목 코트", [4]), ("없는것", []),
      ] {
        try holdEqual(try await shop.found(text, .newest), found)
      }
    },
    Clause("a word that begins with a digit is not found inside of a number") { ports in
      let shop = try await SearchShop(
        ports,
        [
          ("물병 750ml", nil, nil), ("물병50ml", nil, nil), ("물병 2 50ml", nil, nil),
          ("컵 1+1 750ml", "50ml", nil), ("컵 11+1", nil, nil), ("아이폰15", nil, nil),
          ("$50", nil, nil), ("갤럭시 S24 256GB 자급제", nil, nil), ("아이폰 15 128GB 블랙", nil, nil),
          ("컵 12컵 2", nil, nil),
        ])
      for (text, found) in [
        ("50ml", [2, 1, 3]), ("0ml", []), ("750", [3, 0]), ("물병 7", [0]), ("50ml 물병", [2, 1]),
        ("1+1", [3]), ("아이폰1", [8, 5]), ("50", [6, 2, 1, 3]), ("$50", [6]), ("250", [2]),
        ("256gb자급제", [7]), ("128gb블랙", [8]), ("12컵", [9]), ("2컵", []),
      ] as [(String, [Int])] {
        try holdEqual(try await shop.found(text, .relevance), found)
        try holdEqual(try await shop.found(text, .newest), found.sorted(by: >))
        let pattern = try SearchQuery(text).pattern
        let places = try await ports.search.found(among: [pattern], limit: 1)
        try holdEqual(places.isEmpty, found.isEmpty)
        let overview = try await ports.search.overview(
          pattern, SearchFilter(), withFacets: true)
        try holdEqual(overview.total, SearchTotal(count: Int64(found.count), isExact: true))
      }
      let several = SearchPattern(words: [["0ml", "+1"], ["컵", "1+"]], whole: nil)
      try holdEqual(try await ports.search.found(among: [several], limit: 1), [0])
    },
    Clause("the closest titles come first, then what is in stock, then the newest") { ports in
      let shop = try await SearchShop(
        ports,
        [
          ("머그컵", nil, nil), ("머그컵 세트", nil, nil), ("도자기 머그컵", nil, nil),
          ("도자기머그컵 선물", nil, nil), ("접시와 받침", "머그컵", nil), ("유리 머그컵", nil, nil),
        ], soldOut: [5])
      try holdEqual(try await shop.found("머그컵", .relevance), [0, 1, 2, 5, 3, 4])
    },
    Clause("every word of a long query may be meant in several ways") { ports in
      let shop = try await SearchShop(
        ports, [("손으로 빚은 도자기 하얀 머그", nil, nil), ("도자기 접시", nil, nil)])
      let words = ["손으", "빚은", "도자", "하얀", "머그"].map { [$0, "없는말"] }
      let found = try await ports.search.page(
        ProductSearch(
          pattern: SearchPattern(words: words, whole: nil), sort: .relevance, limit: 9))
      try holdEqual(found.map { shop.index(of: $0.product.id) }, [0])
    },
    Clause("each order of what is found goes on where a page ended") { ports in
      let shop = try await SearchShop(ports, (0..<30).map { ("상품 \($0 % 7)", nil, nil) })
      for sort in SearchSort.allCases {
        let all = try await shop.found("상품", sort)
        try holdEqual(Set(all).count, 30)
        var (paged, position): ([Int], ProductPosition?) = ([], nil)
        repeat {
          let page = try await shop.page("상품", sort, after: position, limit: 7)
          paged += page.map { shop.index(of: $0.product.id) }
          position = page.last?.position
        } while position != nil
        try holdEqual(paged, all)
        let skipped = try await shop.page("상품", sort, after: nil, limit: 4, skip: 11)
        try holdEqual(skipped.map { shop.index(of: $0.product.id) }, Array(all[11..<15]))
      }
    },
    Clause("filters and prices narrow what is found") { ports in
      let shop = try await SearchShop(ports, (0..<12).map { ("필터 \($0)", nil, nil) }, soldOut: [1])
      var filter = SearchFilter(priceMin: 1_003, priceMax: 1_005)
      try holdEqual(try await shop.found("필터", .newest, filter), [5, 4, 3])
      filter = SearchFilter(onlyInStock: true)
      try holdEqual(try await shop.found("필터", .newest, filter).contains(1), false)
      filter = SearchFilter(vendor: shop.vendor.identifier)
      try holdEqual(try await shop.found("필터 1", .newest, filter), [11, 10, 1])
      try holdEqual(
        try await ports.search.overview(
          SearchQuery("필터").pattern, SearchFilter(priceMax: 1_003), withFacets: false),
        SearchOverview(total: SearchTotal(count: 4, isExact: true), facets: nil))
    },
    Clause("used products are left out where that is wanted") { ports in
      let vendor = try await ports.vendor()
      for number in 1...12 {
        let details = ProductDetails(type: try ProductType(number))
        try await ports.add(.sample(by: vendor, .sample("종류 \(number)", details: details)))
      }
      let filter = SearchFilter(excludesUsed: true)
      let pattern = try SearchQuery("종류").pattern
      let found = try await ports.search.page(
        ProductSearch(pattern: pattern, sort: .newest, filter: filter, limit: 100))
      try holdEqual(
        found.map(\.product.cell.type.number), [12, 11, 10, 9, 8, 7, 3, 2, 1])
      try holdEqual(
        try await ports.search.overview(pattern, filter, withFacets: false).total,
        SearchTotal(count: 9, isExact: true))
    },
    Clause("products in other currencies than won and dollars are left out where that is wanted") {
      ports in
      let vendor = try await ports.vendor()
      for currency in Currency.allCases {
        try await ports.add(.sample(by: vendor, .sample("통화 찻잔", in: currency)))
      }
      let filter = SearchFilter(onlyWonAndDollars: true)
      let pattern = try SearchQuery("통화").pattern
      let found = try await ports.search.page(
        ProductSearch(pattern: pattern, sort: .newest, filter: filter, limit: 100))
      try holdEqual(found.map(\.product.price.currency), [.usd, .krw])
    },
    Clause("what is renamed is found by its new name, what is removed is not found") { ports in
      let shop = try await SearchShop(ports, [("이름이 바뀔 컵", nil, nil), ("사라질 컵", nil, nil)])
      let draft = try ProductDraft.sample("새 이름 접시")
      _ = try await ports.products.change(shop.ids[0], once: nil) { product in
        ProductRevision(
          draft: draft, images: product.images.map { .kept($0.id) }, updatedAt: .latest)
      }
      _ = try await ports.products.remove(shop.ids[1], at: .latest, once: nil) { _ in }
      try holdEqual(try await shop.found("컵", .newest), [])
      try holdEqual(try await shop.found("접시", .newest), [0])
    },
    Clause("facets count what the matches have in common") { ports in
      let shop = try await SearchShop(
        ports,
        [
          ("면 셔츠", "가", nil), ("린넨 셔츠", "나", nil), ("울 셔츠", "가", nil), ("긴 바지", "가", nil),
        ])
      let overview = try await ports.search.overview(
        SearchQuery("셔츠").pattern, SearchFilter(), withFacets: true)
      guard let facets = overview.facets else { throw ContractBreach("no facets") }
      try holdEqual(overview.total, SearchTotal(count: 3, isExact: true))
      try holdEqual(facets.matches, 3)
      try holdEqual(facets.isComplete, true)
      try holdEqual(
        facets.brands,
        [.init(id: nil, name: "가", count: 2), .init(id: nil, name: "나", count: 1)])
      try holdEqual(facets.prices, [.init(id: 0, name: "", count: 3)])
      _ = shop
    },
    Clause("terms are known by their keys, their initials and their halves") { ports in
      _ = try await SearchShop(
        ports,
        [
          ("아이폰 케이스", nil, nil), ("아이폰 충전기", nil, nil), ("아이스크림", nil, nil),
          ("블루투스 이어폰", nil, nil), ("drip dwarf 컵", nil, nil),
        ])
      while try await ports.search.countTerms() {}
      for (word, found) in [
        ("아잎", ["아이폰"]), ("아이ㅍ", ["아이폰"]), ("dkdl", ["아이폰", "아이스크림"]),
        ("ㅇㅇㅍ", ["아이폰", "이어폰"]), ("ㅇㅇ", ["아이폰", "아이스크림", "이어폰"]), ("없는말", []),
        ("ㅇ", ["아이폰", "아이스크림", "이어폰"]), ("ㅇㄱ", []), ("dr", ["drip"]),
      ] {
        let lookup = TermLookup(SearchWord(word, typed: word))
        try holdEqual(try await ports.search.terms(like: [lookup]), [found])
      }
      let like = try await ports.search.terms(resembling: "블루투수")
      try holdEqual(SpellingCorrection.closest(to: "블루투수", among: like), "블루투스")
    },
    Clause("words are known together with the words of the same titles") { ports in
      _ = try await SearchShop(
        ports,
        [
          ("침대 옆 무드등", nil, nil), ("침대 옷장", nil, nil), ("원목 침대 옷장", nil, nil), ("아이폰", nil, nil),
          ("울 스웨터", nil, nil),
        ])
      for (word, others, found) in [
        ("ㅇ", ["침대"], ["옷장", "옆", "원목"]), ("오", ["침대"], ["옷장"]), ("d", ["침대"], ["옷장", "옆", "원목"]),
        ("무", ["침", "옆"], ["무드등"]), ("ㅇ", ["없는말"], []), ("우", [], ["울", "원목"]), ("아", ["침대"], []),
      ] {
        let pattern = SearchPattern(words: others.map { [$0] }, whole: nil)
        let words = try await ports.search.words(
          like: SearchWord(word, typed: word), in: pattern)
        try holdEqual(words, found)
      }
    },
  ]
}

/// Products whose names matter.
struct SearchShop {
  let ports: Ports
  let vendor: Vendor
  /// In the order in which they were added.
  let ids: [Int64]

  init(_ ports: Ports, vendor: Vendor, ids: [Int64]) {
    (self.ports, self.vendor, self.ids) = (ports, vendor, ids)
  }

  /// - Parameter soldOut: indexes of those of which there are none.
  init(
    _ ports: Ports, _ products: [(name: String, brand: String?, maker: String?)],
    soldOut: Set<Int> = []
  ) async throws {
    self.ports = ports
    vendor = try await ports.vendor()
    var ids: [Int64] = []
    for (index, product) in products.enumerated() {
      let draft = try ProductDraft.sample(
        product.name, price: Int64(1_000 + index), discount: 0,
        stock: soldOut.contains(index) ? 0 : 3, description: "",
        details: ProductDetails(
          brand: try product.brand.map { try Title($0) },
          maker: try product.maker.map { try Title($0) }))
      ids.append(try await ports.add(.sample(by: vendor, draft)).id)
    }
    self.ids = ids
  }

  func index(of id: Int64) -> Int { ids.firstIndex(of: id) ?? -1 }

  func page(
    _ text: String, _ sort: SearchSort, _ filter: SearchFilter = SearchFilter(),
    after position: ProductPosition?, limit: Int, skip: Int = 0
  ) async throws -> [FoundProduct] {
    try await ports.search.page(
      ProductSearch(
        pattern: SearchQuery(text).pattern, sort: sort, filter: filter, position: position,
        skip: skip, limit: limit))
  }

  /// Indexes of all that is found.
  func found(
    _ text: String, _ sort: SearchSort, _ filter: SearchFilter = SearchFilter()
  ) async throws -> [Int] {
    try await page(text, sort, filter, after: nil, limit: 100).map { index(of: $0.product.id) }
  }
}
