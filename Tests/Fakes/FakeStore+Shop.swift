package import Domain
package import UseCases

extension FakeStore: DemoShopRepository {
  package func loadOnce(_ shop: DemoShop) async throws(Failure) -> Bool {
    try reading { state throws(Failure) in
      let isNew = !state.hasDemoLists
      if isNew { state.take(lists: shop) }
      return state.take(shop.wares) || isNew
    }
  }
}

extension FakeStore.State {
  fileprivate mutating func take(lists shop: DemoShop) {
    hasDemoLists = true
    for image in shop.preparedImages { take(image, isKept: true) }
    var kept: [any SeededList] = []
    for list in shop.lists.lists where !kept.contains(where: { $0.isParent(of: list) }) {
      if !fill(list) { kept.append(list) }
    }
    if searching.rules == .none { searching.rules = shop.searchRules }
  }

  /// - Returns: whether anything came of it.
  fileprivate mutating func take(_ wares: DemoWares) -> Bool {
    guard !wares.products.isEmpty, !hasDemoProducts else { return false }
    hasDemoProducts = true
    guard lastProductID == 0 else { return false }
    var sellers: [VendorIdentifier: Vendor] = [:]
    for vendor in wares.vendors { sellers[vendor.identifier] = take(vendor) }
    for product in wares.products {
      guard let vendor = sellers[product.vendor] else { continue }
      let creation = ProductCreation(
        vendor: vendor, draft: product.draft, images: product.images, createdAt: product.createdAt)
      let added = add(creation)
      let draft = added.draft.with(product.itemType)
      products[products.count - 1] = Product(
        summary: ProductSummary(
          id: added.id, code: product.code, vendor: vendor, draft: draft, cover: added.cell.cover,
          reviews: product.reviews, createdAt: product.createdAt, updatedAt: product.createdAt,
          version: added.version),
        draft: draft, images: added.images)
    }
    return true
  }

  private mutating func take(_ newcomer: DemoVendor) -> Vendor {
    if let known = access.vendors.first(where: { $0.vendor.identifier == newcomer.identifier }) {
      return known.vendor
    }
    let vendor = Vendor(
      id: Int64(access.vendors.count + 1), identifier: newcomer.identifier, name: newcomer.name,
      createdAt: newcomer.createdAt)
    access.vendors.append(VendorCredentials(vendor: vendor, secretHash: newcomer.secretHash))
    return vendor
  }
}

extension ProductDraft {
  fileprivate func with(_ itemType: Int64?) -> ProductDraft {
    var details = details
    details.itemType = itemType
    return ProductDraft(
      name: name, description: description, price: price, stock: stock, details: details,
      variants: variants)
  }
}

extension FakeStore: EventProductRepository {
  package func ids(of event: Int64) async throws(Failure) -> [Int64]? {
    try reading { state throws(Failure) in state.products(of: event)?.map(\.id) }
  }

  package func cells(
    _ query: ProductQuery, among ids: [Int64], limit: Int
  ) async throws(Failure) -> [CellProduct] {
    var all = query
    all.event = nil
    return try reading { state throws(Failure) in
      let found = state.products(of: all).map(\.cell).filter { cell in
        cell.matches(query) && ids.contains(cell.id)
      }
      let placed = ids.enumerated().compactMap { index, id in
        found.first { $0.id == id }?.placed(index + 1)
      }
      let sorted = found.sorted { $0.stands(before: $1, in: query.sort) }
      return Array((query.isArranged ? placed : sorted).prefix(limit))
    }
  }

  package func known(_ ids: [Int64]) async throws(Failure) -> Set<Int64> {
    try reading { state throws(Failure) in Set(ids).intersection(state.products.map(\.id)) }
  }

  package func replace(
    _ products: EventProducts, of event: Int64, if condition: EventProductsCondition,
    dryRun: Bool, once: RecordedWrite<EventProductsChange>?
  ) async throws(Failure) -> Written<EventProductsChange> {
    try writing(dryRun ? nil : once) { state throws(Failure) in
      let change = try EventProductsChange.deciding(
        products, of: event, before: state.products(of: event)?.map(\.id),
        known: Set(state.products.map(\.id)), if: condition)
      if !dryRun {
        state.eventProducts[event] = change.after
        state[FakeChanges.self].number("event", event)
      }
      return change
    }
  }
}

extension FakeStore.State {
  /// At the time of the tests' clocks.
  func isLive(_ event: Int64) -> Bool {
    let now = LikeShop.start
    return eventCategories.contains { $0.id == event && $0.schedule.contains(now) }
  }

  /// Nil without such an event.
  fileprivate func products(of event: Int64) -> [Product]? {
    guard eventCategories.contains(where: { $0.id == event }) else { return nil }
    return (eventProducts[event] ?? []).compactMap { id in products.first { $0.id == id } }
  }
}

extension FakeStore: ReadOnlyRepository {
  package func readOnlySince() async throws(Failure) -> Timestamp? {
    try reading { state throws(Failure) in state.readOnlySince }
  }

  package func beginReadOnly(at instant: Timestamp) async throws(Failure) {
    try reading { state throws(Failure) in
      if state.readOnlySince == nil { state.readOnlySince = instant }
    }
  }

  package func endReadOnly() async throws(Failure) {
    try reading { state throws(Failure) in state.readOnlySince = nil }
  }
}
