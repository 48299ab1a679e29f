import Domain
import UseCases

extension StoreContract {
  static let changeClauses = [
    Clause("nothing is new after the newest change") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let newest = try await ports.newestChange()
      let none = FoundChanges(next: newest)
      try holdEqual(try await ports.changes.changes(after: newest, among: [product.id]), none)
      try holdEqual(try await ports.changes.changes(after: newest, limit: 9), none)
    },
    Clause("a product that changed is told as it is now, and a removed one as removed") { ports in
      let vendor = try await ports.vendor()
      let added = try await ports.add(.sample(by: vendor))
      let start = try await ports.newestChange()
      let changed = try await ports.change(added.id, to: try .sample(price: 7))
      var found = try await ports.changes(after: start, among: [added.id])
      try holdEqual(found.products, [.init(id: added.id, product: changed.cell)])
      try hold(!found.hasMore, "no other product changed")
      try hold(!found.changedHome && found.events.isEmpty, "nothing else changed")
      _ = try await ports.products.remove(added.id, at: .latest, once: nil) { _ in }
      found = try await ports.changes(after: found.next, among: [added.id])
      try holdEqual(found.products, [.init(id: added.id, product: nil)])
    },
    Clause("products that were not asked about are told as others") { ports in
      let vendor = try await ports.vendor()
      let asked = try await ports.add(.sample(by: vendor))
      let start = try await ports.newestChange()
      try await ports.add(.sample(by: vendor))
      let found = try await ports.changes(after: start, among: [asked.id, 999])
      try holdEqual(found.products, [])
      try hold(found.hasMore, "another product was added")
    },
    Clause("the feed has each thing once, in the order of its newest change, page by page") {
      ports in
      let vendor = try await ports.vendor()
      let start = try await ports.newestChange()
      var products: [Product] = []
      for _ in 1...3 {
        products.append(try await ports.add(.sample(by: vendor)))
        _ = try await ports.newestChange()
      }
      products.append(try await ports.change(products.removeFirst().id, to: try .sample(price: 7)))
      let first = try await ports.changes(after: start, limit: 2)
      try hold(first.hasMore, "a third product follows")
      let second = try await ports.changes.changes(after: first.next, limit: 2)
      try holdEqual(
        (first.products + second.products).map(\.product), products.map(\.cell))
      try hold(!second.hasMore, "nothing follows")
      try holdEqual(second.next, try await ports.newestChange())
    },
    Clause("a list that shows on the home screen is told as home, an event by its id") { ports in
      let start = try await ports.newestChange()
      try await ports.replace(
        with: ListDocument([ListEntry(CategoryDraft(title: try Title("옷")), schedule: .always)]))
      var found = try await ports.changes(after: start, among: [])
      try hold(found.changedHome && !found.changedConfig, "only the home screen changed")
      try holdEqual(found.events, [])
      let event = try await ports.replace(with: try .sample("a")).created[0].id
      found = try await ports.changes(after: found.next, among: [])
      try holdEqual(found.events, [event])
      try hold(found.changedHome, "the home screen shows events")
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let before = try await ports.newestChange()
      _ = try await ports.eventProducts.replace(
        try EventProducts([product.id]), of: event, if: .any, dryRun: false, once: nil)
      try holdEqual(try await ports.changes(after: before, among: []).events, [event])
      try holdEqual(try await ports.changes(after: before, limit: 9).events, [event])
    },
    Clause("the configuration of apps is told by itself") { ports in
      let start = try await ports.newestChange()
      try await ports.replace(
        with: ListDocument([ListEntry(try AppConfigDraft.sample, schedule: .always)]))
      let found = try await ports.changes(after: start, limit: 9)
      try hold(found.changedConfig && !found.changedHome, "only the configuration changed")
    },
    Clause("after an unknown place, or one that is yet to come, all may have changed") { ports in
      let product = try await ports.add(.sample(by: try await ports.vendor()))
      let newest = try await ports.newestChange()
      for place in [
        ChangePlace(era: SixteenBytes(high: 7, low: 7), sequence: 0),
        ChangePlace(era: newest.era, sequence: newest.sequence + 1),
      ] {
        let found = try await ports.changes.changes(after: place, among: [product.id])
        try hold(found.isWhole && found.changedHome && found.changedConfig, "all may have changed")
        try hold(found.hasMore, "other products may have changed")
        try holdEqual(found.products, [.init(id: product.id, product: product.cell)])
        try holdEqual(found.next, newest)
        let feed = try await ports.changes.changes(after: place, limit: 9)
        try hold(feed.isWhole && feed.products.isEmpty && !feed.hasMore, "all is read elsewhere")
        try holdEqual(feed.next, newest)
      }
    },
  ]
}

extension Ports {
  /// The place after all that was written.
  func newestChange() async throws -> ChangePlace {
    try await number()
    return try await changes.newestChange()
  }

  fileprivate func changes(
    after place: ChangePlace, among products: [Int64]
  ) async throws -> FoundChanges {
    try await number()
    return try await changes.changes(after: place, among: products)
  }

  fileprivate func changes(after place: ChangePlace, limit: Int) async throws -> FoundChanges {
    try await number()
    return try await changes.changes(after: place, limit: limit)
  }

  /// Numbers all that was written, as a server does each second. In memory, writes do it.
  package func number() async throws {
    while try await changeNumbering.numberChanges() > 0 {}
  }
}
