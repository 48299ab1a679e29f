import Domain
import UseCases

extension StoreContract {
  static let searchFilterClauses = [
    Clause("each filter takes several values, and brands however they are written") { ports in
      let shop = try await SearchShop(ports, filtered: [1, 2, 3, nil, 1, 2])
      func found(_ filter: SearchFilter) async throws -> [Int] {
        try await shop.found("셔츠", .newest, filter)
      }
      try holdEqual(try await found(SearchFilter(categories: [1])), [4, 0])
      try holdEqual(try await found(SearchFilter(categories: [2, 1])), [5, 4, 2, 1, 0])
      try holdEqual(try await found(SearchFilter(itemTypes: [1, 3])), [4, 2, 0])
      try holdEqual(try await found(SearchFilter(categories: [1], itemTypes: [3])), [])
      try holdEqual(try await found(SearchFilter(categories: [9])), [])
      try holdEqual(try await found(SearchFilter(brands: ["celine"])), [4, 2, 0])
      try holdEqual(try await found(SearchFilter(brands: ["celine", "나"])), [5, 4, 3, 2, 1, 0])
      try holdEqual(try await found(SearchFilter(brands: ["cel"])), [])
      try holdEqual(
        try await found(SearchFilter(itemTypes: [1], brands: ["celine"], priceMin: 1_001)), [4])
      for sort in SearchSort.allCases {
        let filter = SearchFilter(categories: [1, 2], brands: ["celine"])
        try holdEqual(Set(try await shop.found("셔츠", sort, filter)), [0, 2, 4])
      }
    },
    Clause("the facets of a filter count what it leaves out, too") { ports in
      _ = try await SearchShop(ports, filtered: [1, 2, 3, nil, 1, 2])
      func facets(_ filter: SearchFilter) async throws -> SearchFacets {
        let overview = try await ports.search.overview(
          SearchQuery("셔츠").pattern, filter, withFacets: true)
        guard let facets = overview.facets else { throw ContractBreach("no facets") }
        try holdEqual(overview.total, SearchTotal(count: facets.matches, isExact: true))
        try holdEqual(facets.isComplete, true)
        return facets
      }
      func counts(_ values: [SearchFacets.Value]) -> [Int64?: Int64] {
        Dictionary(uniqueKeysWithValues: values.map { ($0.id, $0.count) })
      }
      func brands(_ facets: SearchFacets) -> [String: Int64] {
        Dictionary(uniqueKeysWithValues: facets.brands.map { ($0.name, $0.count) })
      }
      let ofCategory = try await facets(SearchFilter(categories: [1]))
      try holdEqual(ofCategory.matches, 2)
      try holdEqual(counts(ofCategory.categories), [1: 2, 2: 3])
      try holdEqual(counts(ofCategory.itemTypes), [1: 2])
      try holdEqual(brands(ofCategory), ["Céline": 2])
      let ofBrand = try await facets(SearchFilter(brands: ["나"]))
      try holdEqual(ofBrand.matches, 3)
      try holdEqual(counts(ofBrand.itemTypes), [2: 2])
      try holdEqual(brands(ofBrand), ["Céline": 3, "나": 3])
      let ofBoth = try await facets(SearchFilter(itemTypes: [3], brands: ["나"]))
      try holdEqual(ofBoth.matches, 0)
      try holdEqual(counts(ofBoth.itemTypes), [2: 2])
      try holdEqual(brands(ofBoth), ["CELINE": 1])
      try holdEqual(counts(ofBoth.prices), [:])
      let ofPrice = try await facets(SearchFilter(priceMin: 500_000))
      try holdEqual(counts(ofPrice.prices), [0: 6])
      try holdEqual(ofPrice.brands, [])
    },
  ]
}

extension SearchShop {
  /// Shirts of these item types of the demo shop, of two brands by turns; one brand is written in
  /// two ways.
  fileprivate init(_ ports: Ports, filtered itemTypes: [Int64?]) async throws {
    _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
    let vendor = try await ports.vendor()
    var ids: [Int64] = []
    for (index, itemType) in itemTypes.enumerated() {
      var details = ProductDetails(
        brand: try Title(index % 2 == 1 ? "나" : index == 2 ? "CELINE" : "Céline"))
      details.itemType = itemType
      let draft = try ProductDraft.sample(
        "셔츠 \(index)", price: Int64(1_000 + index), discount: 0, details: details)
      ids.append(try await ports.add(.sample(by: vendor, draft)).id)
    }
    self.init(ports, vendor: vendor, ids: ids)
  }
}
