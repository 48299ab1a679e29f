import Domain
import UseCases

extension StoreContract {
  static let eventProductClauses = [
    Clause("an event that is not there has no list of products, one without products an empty one")
    {
      ports in
      try holdEqual(try await ports.eventProducts.ids(of: 1), nil)
      let shop = try await EventShop(ports)
      try holdEqual(try await ports.eventProducts.ids(of: shop.event), [])
    },
    Clause("products of an event come back in their order") { ports in
      let shop = try await EventShop(ports)
      let order = [shop.products[2], shop.products[0], shop.products[1]]
      let change = try await shop.replace(order)
      try holdEqual(change, EventProductsChange(before: [], after: order))
      try holdEqual(try await ports.eventProducts.ids(of: shop.event), order)
    },
    Clause("replacing the products of an event leaves those of another alone") { ports in
      let shop = try await EventShop(ports)
      _ = try await shop.replace([shop.products[0]])
      _ = try await shop.replace([shop.products[1]], of: shop.other)
      _ = try await shop.replace([])
      try holdEqual(try await ports.eventProducts.ids(of: shop.event), [])
      try holdEqual(try await ports.eventProducts.ids(of: shop.other), [shop.products[1]])
    },
    Clause("a dry run tells the change and writes nothing") { ports in
      let shop = try await EventShop(ports)
      let change = try await shop.replace([shop.products[0]], dryRun: true)
      try holdEqual(change.addedCount, 1)
      try holdEqual(try await ports.eventProducts.ids(of: shop.event), [])
    },
    Clause("products that are not there are refused at their places, and nothing is written") {
      ports in
      let shop = try await EventShop(ports)
      let failure = await shop.refusal(of: [shop.products[0], 999])
      guard case .rejected(let fieldErrors)? = failure else {
        throw ContractBreach("a product that is not there was taken")
      }
      try holdEqual(fieldErrors.map(\.pointer), ["/items/1"])
      try holdEqual(try await ports.eventProducts.ids(of: shop.event), [])
    },
    Clause("a list that changed meanwhile is not replaced") { ports in
      let shop = try await EventShop(ports)
      let condition = EventProductsCondition { $0 == [999] }
      try holdEqual(await shop.refusal(of: [], if: condition), .changedMeanwhile)
    },
    Clause("a removed event tells its products, and is put back with them") { ports in
      let shop = try await EventShop(ports)
      let chosen = [shop.products[1], shop.products[0]]
      _ = try await shop.replace(chosen)
      let event = shop.event
      let removal = try await ports.lists.change(
        EventCategoryDraft.self, promise: .nothing, dryRun: false, once: nil
      ) { ListPlan.removing(event, from: $0) }.made
      try holdEqual(removal.eventProducts, [event: chosen])
      try holdEqual(try await ports.eventProducts.ids(of: event), nil)
      _ = try await ports.lists.change(
        EventCategoryDraft.self, promise: .nothing, dryRun: false, once: nil
      ) { current throws(Failure) in
        let items = removal.plan.before.items.map {
          (id: $0.id, entry: ListEntry($0.draft, schedule: $0.schedule))
        }
        do throws(Rejection) {
          return try ListPlan.restoring(
            items, eventProducts: removal.eventProducts, in: current)
        } catch { throw .rejected(error.fieldErrors) }
      }
      try holdEqual(try await ports.eventProducts.ids(of: event), chosen)
    },
    Clause("a product that is removed leaves its events") { ports in
      let shop = try await EventShop(ports)
      _ = try await shop.replace(shop.products)
      _ = try await ports.products.remove(shop.products[1], at: .latest, once: nil) { _ in }
      try holdEqual(
        try await ports.eventProducts.ids(of: shop.event), [shop.products[0], shop.products[2]])
    },
    Clause("a list of an event has its products in every order, with every filter") { ports in
      let shop = try await EventShop(ports)
      let chosen = [shop.products[1], shop.products[2]]
      _ = try await shop.replace(chosen)
      for sort in ProductSort.allCases {
        for (onSale, inStock) in [(false, false), (true, false), (false, true), (true, true)] {
          var query = ProductQuery(sort: sort, onlyOnSale: onSale, onlyInStock: inStock)
          let all = try await ports.products.cells(query, after: nil, limit: 9).map(\.id)
          query.event = shop.event
          let page = try await ports.products.cells(query, after: nil, limit: 9)
          let expected =
            sort == .arranged ? chosen.filter(all.contains) : all.filter(chosen.contains)
          try holdEqual(page.map(\.id), expected)
          let among = try await ports.products.cells(query, among: chosen + [999], limit: 9)
          try holdEqual(among, page)
          let cut = try await ports.products.cells(query, among: chosen, limit: 1)
          try holdEqual(cut, Array(page.prefix(1)))
          let tiles = try await ports.products.tiles(query, after: nil, limit: 9)
          try holdEqual(tiles.map(\.id), page.map(\.id))
          guard let first = page.first else { continue }
          let rest = try await ports.products.cells(
            query, after: ProductPosition(first, in: sort), limit: 9)
          try holdEqual(rest.map(\.id), Array(page.map(\.id).dropFirst()))
        }
      }
      var query = ProductQuery(vendor: try VendorIdentifier.sample(9), event: shop.event)
      try holdEqual(try await ports.products.cells(query, after: nil, limit: 9), [])
      query.vendor = nil
      query.event = 999
      try holdEqual(try await ports.products.cells(query, after: nil, limit: 9), [])
    },
    Clause("an arranged list goes on after its last product, moved or taken out") { ports in
      let shop = try await EventShop(ports)
      let (a, b, c) = (shop.products[0], shop.products[1], shop.products[2])
      let query = ProductQuery(sort: .arranged, event: shop.event)
      let rest = {
        try await ports.products.cells(query, after: ProductPosition(rank: 1, id: a), limit: 9)
          .map(\.id)
      }
      _ = try await shop.replace([a, c, b])
      try holdEqual(try await rest(), [c, b])
      _ = try await shop.replace([c, a, b])
      try holdEqual(try await rest(), [b])
      _ = try await shop.replace([c, b])
      try holdEqual(try await rest(), [c, b])
    },
    Clause("pages of an arranged list repeat and lose nothing while the last product is taken out")
    { ports in
      let shop = try await EventShop(ports)
      let (a, b, soldOut) = (shop.products[0], shop.products[1], shop.products[2])
      let c = try await ports.add(.sample(by: try await ports.vendor(9))).id
      let query = ProductQuery(sort: .arranged, onlyInStock: true, event: shop.event)
      for limit in 1...3 {
        var order = [soldOut, b, c, a]
        var (seen, last): ([Int64], CellProduct?) = ([], nil)
        repeat {
          _ = try await shop.replace(order)
          let position = last.map { ProductPosition($0, in: query.sort) }
          let page = try await ports.products.cells(query, after: position, limit: limit)
          let tiles = try await ports.products.tiles(query, after: position, limit: limit)
          try holdEqual(tiles.map(\.place), page.map(\.place))
          seen += page.map(\.id)
          last = page.last
          order.removeAll { $0 == last?.id }
        } while last != nil
        try holdEqual(seen, [b, c, a])
      }
    },
    Clause("an event that has not begun or is over tells no products and is no destination") {
      ports in
      let categories = try ListDocument<EventCategoryDraft>([
        .sample("begun", from: "2001-01-01T00:00:00Z", to: "2999-01-01T00:00:00Z"),
        .sample("early", from: "2999-01-01T00:00:00Z"), .sample("over", to: "2001-01-01T00:00:00Z"),
      ])
      let events = try await ports.replace(with: categories).after.items
      let product = try await ports.add(.sample(by: try await ports.vendor())).id
      for event in events {
        _ = try await ports.eventProducts.replace(
          try EventProducts([product]), of: event.id, if: .any, dryRun: false, once: nil)
      }
      let redirects = events.map { ($0.key.text, LinkTarget.event($0.id)) }
      _ = try await ports.searchRules.replace(
        try SearchRules(.init(redirects: redirects)), if: .any, promise: .nothing, dryRun: false,
        once: nil)
      for event in events {
        let isLive = event.key.text == "begun"
        let query = ProductQuery(event: event.id)
        let cells = try await ports.products.cells(query, after: nil, limit: 9)
        try holdEqual(cells.map(\.id), isLive ? [product] : [])
        let tiles = try await ports.products.tiles(query, after: nil, limit: 9)
        try holdEqual(tiles.map(\.id), isLive ? [product] : [])
        let rulings = try await ports.searchRules.rulings(on: [], query: event.key.text)
        try holdEqual(rulings.redirect, isLive ? .event(event.id) : nil)
        try holdEqual(try await ports.eventProducts.ids(of: event.id), [product])
      }
    },
    Clause("an event that is removed takes its list along") { ports in
      let shop = try await EventShop(ports)
      _ = try await shop.replace(shop.products)
      _ = try await ports.replace(with: try .sample("b"))
      try holdEqual(try await ports.eventProducts.ids(of: shop.event), nil)
      try holdEqual(try await ports.eventProducts.ids(of: shop.other), [])
    },
  ]
}

/// Two events and three products: one discounted, one sold out.
struct EventShop {
  let ports: Ports
  let event: Int64
  let other: Int64
  let products: [Int64]

  init(_ ports: Ports) async throws {
    self.ports = ports
    let created = try await ports.replace(with: try .sample("a", "b")).created
    (event, other) = (created[0].id, created[1].id)
    let vendor = try await ports.vendor()
    var products: [Int64] = []
    for draft in [
      try ProductDraft.sample("하나둘셋", price: 3_000),
      try .sample("둘셋넷", price: 1_000, discount: 100),
      try .sample("셋넷다섯", price: 2_000, discount: 100, stock: 0),
    ] {
      products.append(try await ports.add(.sample(by: vendor, draft)).id)
    }
    self.products = products
  }

  func replace(
    _ ids: [Int64], of event: Int64? = nil, dryRun: Bool = false
  ) async throws -> EventProductsChange {
    try await ports.eventProducts.replace(
      try EventProducts(ids), of: event ?? self.event, if: .any, dryRun: dryRun, once: nil
    ).made
  }

  /// Why a list is not taken; nil when it is.
  func refusal(of ids: [Int64], if condition: EventProductsCondition = .any) async -> Failure? {
    do {
      _ = try await ports.eventProducts.replace(
        try EventProducts(ids), of: event, if: condition, dryRun: false, once: nil)
      return nil
    } catch {
      return error as? Failure
    }
  }
}
