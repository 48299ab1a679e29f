import Domain
import UseCases

extension StoreContract {
  static let searchRuleClauses = [
    Clause("rules of searching come back as they were written, and none are there at first") {
      ports in
      try holdEqual(try await ports.searchRules.rules(), .none)
      let rules = try SearchRules.sample()
      let change = try await ports.replace(rules)
      try holdEqual(change.before, .none)
      try holdEqual(change.report.created, 5)
      try holdEqual(try await ports.searchRules.rules(), rules)
      let fewer = try SearchRules(.init(synonyms: [["바지", "팬츠"]]))
      let report = try await ports.replace(fewer).report
      try holdEqual([report.created, report.removed], [1, 5])
      try holdEqual(try await ports.searchRules.rules(), fewer)
    },
    Clause("rules say of words what means the same, and what is banned") { ports in
      _ = try await ports.replace(try .sample())
      let rulings = try await ports.searchRules.rulings(
        on: ["바지", "mug", "가짜", "다른것"], query: "세일")
      try holdEqual(
        rulings,
        SearchRulings(
          synonyms: ["바지": ["팬츠", "슬랙스"], "mug": ["머그"]], banned: ["가짜"],
          redirect: .search(try Title("할인"))))
      try holdEqual(try await ports.searchRules.rulings(on: [], query: nil), .none)
      try holdEqual(try await ports.searchRules.rulings(on: ["' or 1=1"], query: "%"), .none)
    },
    Clause("banned words mean nothing") { ports in
      _ = try await ports.replace(
        try SearchRules(.init(synonyms: [["좋은", "나쁜", "괜찮은"]], banned: ["나쁜"])))
      let rulings = try await ports.searchRules.rulings(on: ["좋은", "나쁜"], query: nil)
      try holdEqual(rulings.synonyms, ["좋은": ["괜찮은"], "나쁜": ["좋은", "괜찮은"]])
      try holdEqual(rulings.banned, ["나쁜"])
    },
    Clause("banned words are known that begin with a word of the query") { ports in
      _ = try await ports.replace(try SearchRules(.init(banned: ["구찌", "나쁜말"])))
      let banned = { try await ports.searchRules.rulings(on: $0, query: nil).banned }
      try holdEqual(try await banned(["구", "찌"]), ["구찌"])
      try holdEqual(try await banned(["구찌", "나"]), ["구찌", "나쁜말"])
      try holdEqual(try await banned(["찌", "구찌가방", "%"]), [])
    },
    Clause("redirects lead to what is there, and to what is promised") { ports in
      let event = try await ports.replace(with: try .sample("a")).created[0].id
      let product = try await ports.add(.sample(by: try await ports.vendor())).id
      let rules = try SearchRules(
        .init(redirects: [
          ("행사", .event(event)), ("상품", .product(product)), ("없음", .event(999)),
          ("분류", .category(7)), ("품목", .itemType(8)), ("검색", .search(try Title("할인"))),
        ]))
      try holdEqual(
        await ports.refusal(of: rules),
        ["/redirects/없음/id", "/redirects/분류/id", "/redirects/품목/id"])
      try holdEqual(
        await ports.refusal(
          of: rules, promise: .init(["event": [event, 999], "category": [7], "item_type": []])),
        ["/redirects/품목/id"])
      try holdEqual(try await ports.searchRules.rules(), .none)
      let right = try SearchRules(
        .init(redirects: [("행사", .event(event)), ("상품", .product(product))]))
      _ = try await ports.replace(right)
      _ = try await ports.products.remove(product, at: .latest, once: nil) { _ in }
      let gone = try await ports.searchRules.rulings(on: [], query: "상품")
      try holdEqual(gone.redirect, nil)
      let there = try await ports.searchRules.rulings(on: [], query: "행사")
      try holdEqual(there.redirect, .event(event))
      // Whoever sends back what they read is not refused for what went meanwhile.
      let more = SearchRules(
        synonyms: try SearchRules(.init(synonyms: [["바지", "팬츠"]])).synonyms,
        redirects: right.redirects, banned: [])
      _ = try await ports.replace(more)
      try holdEqual(try await ports.searchRules.rules(), more)
    },
    Clause("a dry run of rules tells the change and writes nothing") { ports in
      let change = try await ports.replace(try .sample(), dryRun: true)
      try holdEqual(change.report.created, 5)
      try holdEqual(try await ports.searchRules.rules(), .none)
    },
    Clause("rules that changed meanwhile are not replaced") { ports in
      _ = try await ports.replace(try .sample())
      try holdEqual(
        await ports.refusal(of: .none, if: ChangeCondition { $0 == .none }), ["changed"])
      try holdEqual(try await ports.searchRules.rules(), try .sample())
    },
    Clause("as many rules are kept as there may be") { ports in
      let rules = try SearchRules(
        .init(
          synonyms: (0..<1_000).map { group in (0..<20).map { "낱말\(group)x\($0)" } },
          redirects: (0..<1_000).map { ("검색 \($0)", .category(1)) },
          banned: (0..<1_000).map { "금지\($0)" }))
      _ = try await ports.searchRules.replace(
        rules, if: .any, promise: .init(["category": [1]]), dryRun: false, once: nil)
      try holdEqual(try await ports.searchRules.rules(), rules)
      let rulings = try await ports.searchRules.rulings(on: ["낱말7x3"], query: nil)
      try holdEqual(rulings.synonyms["낱말7x3"]?.count, 19)
    },
    Clause("products come as tiles in the order of their ids, without those that are not there") {
      ports in
      let shop = try await SearchShop(
        ports, [("하나다", nil, nil), ("둘이다", nil, nil), ("셋이다", nil, nil)])
      let wanted = [shop.ids[2], 999_999, shop.ids[0]]
      let tiles = try await ports.search.tiles(of: wanted)
      try holdEqual(tiles.map(\.id), [shop.ids[2], shop.ids[0]])
      try holdEqual(tiles.map(\.name.text), ["셋이다", "하나다"])
      try holdEqual(try await ports.search.tiles(of: []), [])
    },
    Clause("titles that begin with a text come with the text itself first") { ports in
      let shop = try await SearchShop(
        ports,
        [
          ("머그컵 둘", nil, nil), ("도자기 머그컵", nil, nil), ("머그 받침", "가", nil), ("머그컵", "나", nil),
        ])
      for (text, indexes) in [
        ("머그", [2, 3, 0]), ("머그컵", [3, 0]), ("머그받", [2]), ("그", []), ("%", []),
      ] {
        let ids = try await ports.search.titles(beginningWith: text, limit: 9)
        try holdEqual(ids.map(shop.index(of:)), indexes)
      }
      let ids = try await ports.search.titles(beginningWith: "머그", limit: 1)
      try holdEqual(ids.map(shop.index(of:)), [2])
    },
    Clause("the commonest of very many terms come first, however little of them is typed") {
      ports in
      let names = (0..<30).map { "가나\(UnicodeScalar(0xB2E4 + $0 * 28).map(String.init) ?? "") 흔함" }
      _ = try await SearchShop(ports, (names + ["가나흔한 흔함", "가나흔한"]).map { ($0, nil, nil) })
      while try await ports.search.countTerms() {}
      for typed in ["ㄱ", "가", "가ㄴ", "간", "가나", "ㄱㄴ", "ㄱㄴㅎ"] {
        let lookup = TermLookup(SearchWord(typed, typed: typed))
        let found = try await ports.search.terms(like: [lookup])
        try holdEqual(found.first?.first, "가나흔한")
      }
    },
  ]
}

extension SearchRules {
  fileprivate static func sample() throws -> SearchRules {
    try SearchRules(
      .init(
        synonyms: [["바지", "팬츠", "슬랙스"], ["Mug", "머그"]],
        redirects: [("여름 세일", .search(try Title("여름"))), ("세일", .search(try Title("할인")))],
        banned: ["가짜"]))
  }
}

extension Ports {
  fileprivate func replace(
    _ rules: SearchRules, dryRun: Bool = false
  ) async throws -> SearchRulesChange {
    try await searchRules.replace(
      rules, if: .any, promise: .nothing, dryRun: dryRun, once: nil
    ).made
  }

  /// Where rules are wrong, or that they changed meanwhile.
  fileprivate func refusal(
    of rules: SearchRules, if condition: ChangeCondition<SearchRules> = .any,
    promise: ListPromise = .nothing
  ) async -> [String] {
    do throws(Failure) {
      _ = try await searchRules.replace(
        rules, if: condition, promise: promise, dryRun: false, once: nil)
      return []
    } catch {
      if case .rejected(let fieldErrors) = error { return fieldErrors.map(\.pointer) }
      return error == .changedMeanwhile ? ["changed"] : ["\(error)"]
    }
  }
}
