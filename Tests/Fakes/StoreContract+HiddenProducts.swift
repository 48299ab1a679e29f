package import Domain
import UseCases

extension StoreContract {
  static let hiddenProductClauses = [
    Clause("a hidden product is in no list, total or search, and in all of them when shown again") {
      ports in
      let shop = try await LikeShop(ports, products: 2)
      let all = try await Sightings(of: shop.id(0), in: shop)
      try holdEqual(all.places, Sightings.everywhere)
      try await hide(shop.id(0), true, ports)
      try holdEqual(try await Sightings(of: shop.id(0), in: shop).places, [])
      try holdEqual(try await Sightings(of: shop.id(1), in: shop).places, Sightings.everywhere)
      try await hide(shop.id(0), false, ports)
      try holdEqual(try await Sightings(of: shop.id(0), in: shop).places, Sightings.everywhere)
    },
    Clause("a product that is hidden from the start is shown as soon as that is wanted") { ports in
      let shop = try await LikeShop(ports, products: 1)
      let start = try await ports.newestChange()
      let draft = try ProductDraft.sample("겨울 코트 9").hidden(true)
      let added = try await ports.add(.sample(by: shop.vendor, draft))
      try holdEqual(added.draft, draft)
      try holdEqual(try await Sightings(of: added.id, in: shop).places, [])
      try holdEqual(try await ports.newestChange(), start)
      try await hide(added.id, false, ports)
      try holdEqual(try await Sightings(of: added.id, in: shop).places, Sightings.everywhere)
    },
    Clause("a hidden product is written like any other, and found for that alone") { ports in
      let shop = try await LikeShop(ports, products: 2)
      try await hide(shop.id(0), true, ports)
      let start = try await ports.newestChange()
      let draft = try ProductDraft.sample("여름 셔츠", price: 7, stock: 0).hidden(true)
      let changed = try await ports.change(shop.id(0), to: draft)
      try holdEqual(changed.version, 3)
      try holdEqual(try await ports.products.findForWriting(shop.id(0)), changed)
      try holdEqual(try await ports.newestChange(), start)
      _ = try await ports.products.remove(shop.id(0), at: .latest, once: nil) { _ in }
      try holdEqual(try await ports.products.findForWriting(shop.id(0)), nil)
      try holdEqual(try await Sightings(of: shop.id(1), in: shop).places, Sightings.everywhere)
    },
    Clause("a product that is renamed while it is hidden is found by its new name") { ports in
      let shop = try await LikeShop(ports, products: 1)
      try await hide(shop.id(0), true, ports)
      _ = try await ports.change(shop.id(0), to: try .sample("여름 셔츠").hidden(true))
      try await hide(shop.id(0), false, ports)
      while try await ports.search.countTerms() {}
      for (word, known) in [("코트", []), ("셔츠", ["셔츠"])] {
        let lookup = TermLookup(SearchWord(word, typed: word))
        try holdEqual(try await ports.search.terms(like: [lookup]), [known])
      }
    },
    Clause("copies hear that a product was hidden as if it were removed, and that it is back") {
      ports in
      let shop = try await LikeShop(ports, products: 1)
      let start = try await ports.newestChange()
      try await hide(shop.id(0), true, ports)
      _ = try await ports.newestChange()
      let hidden = try await ports.changes.changes(after: start, limit: 9)
      try holdEqual(hidden.products, [.init(id: shop.id(0), product: nil)])
      let shown = try await hide(shop.id(0), false, ports)
      _ = try await ports.newestChange()
      let back = try await ports.changes.changes(after: hidden.next, among: [shop.id(0)])
      try holdEqual(back.products, [.init(id: shop.id(0), product: shown.cell)])
    },
    Clause("likes and views of a hidden product are kept, and shown again with it") { ports in
      let shop = try await LikeShop(ports, products: 1)
      let (device, other) = (try await shop.device(1), try await shop.device(2))
      try await shop.apply(LikeShop.tap(1, shop.id(0), true, at: 1), by: device)
      try await ports.recentViews.add(shop.id(0), by: device.id, at: LikeShop.start)
      try await hide(shop.id(0), true, ports)
      let stranger = try await shop.apply(LikeShop.tap(2, shop.id(0), true, at: 2), by: other)
      try holdEqual(stranger.refused.map(\.flaw), [.unknownProduct])
      let hidden = try await ports.likes.page(
        of: device.shopperID, named: nil, after: nil, limit: 9)
      try holdEqual(hidden.map(\.current), [nil])
      try holdEqual(try await ports.recentViews.products(of: device.shopperID), [])
      try await hide(shop.id(0), false, ports)
      let shown = try await ports.likes.page(
        of: device.shopperID, named: nil, after: nil, limit: 9)
      try holdEqual(shown.map(\.current?.id), [shop.id(0)])
      try holdEqual(
        try await ports.recentViews.products(of: device.shopperID).map(\.id), [shop.id(0)])
      try holdEqual(try await shop.count(shop.id(0)), 1)
    },
    Clause("an event has a hidden product again when it is shown") { ports in
      let shop = try await LikeShop(ports, products: 2)
      let ids = [shop.id(1), shop.id(0)]
      let event = try await ports.replace(with: try .sample("a")).created[0].id
      _ = try await ports.eventProducts.replace(
        try EventProducts(ids), of: event, if: .any, dryRun: false, once: nil)
      try await hide(shop.id(1), true, ports)
      try holdEqual(try await ports.eventProducts.ids(of: event), [shop.id(0)])
      try await hide(shop.id(1), false, ports)
      try holdEqual(try await ports.eventProducts.ids(of: event), ids)
    },
    Clause("the sweep leaves the pictures of hidden products") { ports in
      let vendor = try await ports.vendor()
      let draft = try ProductDraft.sample().hidden(true)
      let product = try await ports.add(.sample(by: vendor, draft, at: "2020-01-01T00:00:00Z"))
      _ = try await ports.housekeeping.sweep(at: .latest)
      try holdEqual(try await hide(product.id, false, ports).images, product.images)
      let digest = product.images[0].picture.digest
      try hold(try await ports.images.find(digest) != nil, "the picture is gone")
    },
    Clause("a hidden product keeps its variants and their article numbers until it is removed") {
      ports in
      let vendor = try await ports.vendor()
      let created = try await ports.add(try .varied(by: vendor))
      try holdEqual(
        try await hide(created.id, true, ports).draft.variants, created.draft.variants)
      do {
        _ = try await ports.add(try .varied(by: vendor))
        throw ContractBreach("two products have the same article numbers")
      } catch let failure as Failure { try holdEqual(failure, .conflict(.takenSKU)) }
      try holdEqual(
        try await hide(created.id, false, ports).draft.variants, created.draft.variants)
      try await hide(created.id, true, ports)
      _ = try await ports.products.remove(created.id, at: .latest, once: nil) { _ in }
      _ = try await ports.add(try .varied(by: vendor))
    },
    Clause("an item type that a hidden product needs is not removed") { ports in
      _ = try await ports.demoShop.loadOnce(try DemoShop.sample())
      let vendor = try await ports.vendor()
      let details = ProductDetails(itemType: 1)
      let draft = try ProductDraft.sample(details: details).hidden(true)
      let product = try await ports.add(.sample(by: vendor, draft))
      do {
        _ = try await ports.replace(with: ListDocument<ItemTypeDraft>([]))
        throw ContractBreach("the item type was removed")
      } catch Failure.rejected {}
      try holdEqual(
        try await ports.products.findForWriting(product.id)?.draft.details.itemType, 1)
    },
  ]

  @discardableResult
  private static func hide(
    _ id: Int64, _ isHidden: Bool, _ ports: Ports
  ) async throws -> Product {
    try await ports.products.change(id, once: nil) { product in
      ProductRevision(
        draft: product.draft.hidden(isHidden), images: product.images.map { .kept($0.id) },
        updatedAt: product.summary.updatedAt)
    }.value
  }
}

extension ProductDraft {
  package func hidden(_ isHidden: Bool) -> ProductDraft {
    ProductDraft(
      name: name, description: description, price: price, stock: stock, details: details,
      isHidden: isHidden, variants: variants)
  }
}

/// Where readers come across a product.
struct Sightings {
  static let everywhere: Set = [
    "id", "code", "cells", "vendor", "page", "total", "search", "titles", "link", "not removed",
  ]
  var places: Set<String> = []

  init(of id: Int64, in shop: LikeShop) async throws {
    let (ports, products) = (shop.ports, shop.ports.products)
    if try await products.find(id) != nil { places.insert("id") }
    if try await !products.isRemoved(id) { places.insert("not removed") }
    if let code = try await products.findForWriting(id)?.summary.code,
      try await products.find(code) != nil
    {
      places.insert("code")
    }
    for (name, query) in [
      ("cells", ProductQuery(sort: .priceAscending)),
      ("vendor", ProductQuery(vendor: shop.vendor.identifier)),
    ] where try await products.cells(query, after: nil, limit: 9).map(\.id).contains(id) {
      places.insert(name)
    }
    let window = try await products.window(
      NumberedPage(list: .wonAndDollars, offset: 0, count: 9, anchor: nil))
    let isOnPage = window.products.map(\.id).contains(id)
    if isOnPage { places.insert("page") }
    if isOnPage, Int(window.total) == window.products.count { places.insert("total") }
    let pattern = try SearchQuery("코트").pattern
    let found = try await ports.search.page(
      ProductSearch(pattern: pattern, sort: .relevance, filter: SearchFilter(), limit: 9))
    if found.map(\.product.id).contains(id) { places.insert("search") }
    let titles = try await ports.search.titles(beginningWith: "겨울", limit: 9)
    if titles.contains(id) { places.insert("titles") }
    if try await !ports.eventProducts.known([id]).isEmpty { places.insert("link") }
  }
}
