package import Domain
package import UseCases
import Web

/// Entries of the history, made from what writes changed: a route names one with its write.
///
/// They are in the words of documents, so that a part of one can be sent back as a patch.
package enum History {
  /// A product that was made, changed or removed.
  package static let product: HistoryNote<Product>.Describe = { before, after in
    guard let id = (after ?? before)?.id else { return nil }
    return entry(
      "products/\(id)", from: before, to: after, whole: { Wire.productContent.bytes($0) },
      difference: { Wire.productContent.difference(from: $0, to: $1) })
  }

  /// Products that were written at once.
  static let products: HistoryNote<[ProductOutcome]>.Describe = { before, outcomes in
    guard let outcomes, outcomes.count == 1 else { return try bulk(before, outcomes) }
    return try product(outcomes[0].former, outcomes[0].product)
  }

  /// The same as one of several, also a single product.
  static let bulk: HistoryNote<[ProductOutcome]>.Describe = { _, outcomes in
    var items = Items()
    for outcome in outcomes ?? [] {
      switch outcome {
      case .made(let product): items.add(nil, item(product))
      case .changed(let old, let new):
        guard let change = Wire.productItem.difference(from: old, to: new, naming: "id") else {
          continue
        }
        items.add(change.before, change.after)
      case .removed(let product): items.add(item(product), nil)
      case .unchanged, .refused: continue
      }
    }
    return items.change(.bulk, "products")
  }

  /// An arranged list: the items that were made, changed or removed, and the order of all if that
  /// is another one.
  static func list<Draft: AdministeredDraft>(
    _: ListChange<Draft>?, _ change: ListChange<Draft>?
  ) throws(Failure) -> HistoryChange? {
    guard let change else { return nil }
    let wire = Draft.declaration.item
    let (before, after) = (change.plan.before.items, change.after.items)
    let former = Dictionary(before.map { ($0.id, $0) }) { first, _ in first }
    let ids = Set(after.map(\.id))
    var items = Items()
    for item in before where !ids.contains(item.id) {
      let products = change.eventProducts[item.id] ?? []
      items.add(wire.bytes(item, without: Self.ofList).adding(eventProducts: products), nil)
    }
    for item in after {
      guard let old = former[item.id] else {
        items.add(nil, wire.bytes(item, without: Self.ofList))
        continue
      }
      guard old.draft != item.draft || old.schedule != item.schedule,
        let change = wire.difference(from: old, to: item, naming: "id", without: Self.ofList)
      else { continue }
      items.add(change.before, change.after)
    }
    if before.map(\.id) != after.map(\.id) { items.order = (before.map(\.id), after.map(\.id)) }
    return items.change(nil, Draft.declaration.resource)
  }

  /// The member of a removed event with the ids of its products.
  static let eventProductsName = "event_products"

  /// The place of an item is told by the order, and its version by nothing.
  private static let ofList: Set = ["position", "version"]

  /// The products of an event.
  static func eventProducts(of event: Int64) -> HistoryNote<EventProductsChange>.Describe {
    { _, change in
      guard let change else { return nil }
      return entry(
        "event-categories/\(event)/products", from: change.before, to: change.after,
        whole: { Wire.eventProducts.bytes($0) },
        difference: { Wire.eventProducts.difference(from: $0, to: $1) })
    }
  }

  static let searchRules: HistoryNote<SearchRulesChange>.Describe = { _, change in
    guard let change else { return nil }
    return entry(
      "search", from: change.before, to: change.after, whole: SearchRulesDocument.bytes,
      difference: { SearchRulesDocument.wire.difference(from: $0, to: $1) })
  }

  /// A new picture.
  static let image: HistoryNote<StoredPicture>.Describe = { before, picture in
    guard before == nil, let picture else { return nil }
    return HistoryChange(
      .create, "images/\(picture.picture.digest.hex)", before: nil,
      after: Wire.storedPicture.bytes(picture))
  }

  /// A picture that was removed for good.
  static func removal(of image: ImageDigest) -> HistoryNote<RemovedImage>.Describe {
    { _, _ in HistoryChange(.remove, "images/\(image.hex)", before: nil, after: nil) }
  }

  /// Operations on stock, each once.
  static let stock: HistoryNote<[StockResult]>.Describe = { _, results in
    let new = (results ?? []).filter { !$0.isRepeated }
    guard !new.isEmpty else { return nil }
    let after = JSONWriter.bytes(capacity: 64 + 64 * new.count) { writer in
      writer.object { writer in
        writer.key("operations")
        writer.array(new) { Wire.stockChange.write($1, to: &$0) }
      }
    }
    return HistoryChange(.update, "stock", before: nil, after: after, itemCount: new.count)
  }

  private static func entry<Value>(
    _ resource: String, from before: Value?, to after: Value?, whole: (Value) -> [UInt8],
    difference: (Value, Value) -> WireDifference?
  ) -> HistoryChange? {
    guard let before, let after else {
      return HistoryChange(
        before == nil ? .create : .remove, resource, before: before.map(whole),
        after: after.map(whole))
    }
    return difference(before, after).map {
      HistoryChange(.update, resource, before: $0.before, after: $0.after)
    }
  }

  private static func item(_ product: Product) -> [UInt8] { Wire.productItem.bytes(product) }
}

/// The history's words for commands.
package struct HistoryWords: HistoryWording {
  package init() {}

  package var products: HistoryNote<[ProductOutcome]>.Describe { History.bulk }
  package var searchRules: HistoryNote<SearchRulesChange>.Describe { History.searchRules }

  package func list<Draft: ListedDraft>(
    _ type: Draft.Type
  ) -> HistoryNote<ListChange<Draft>>.Describe {
    { _, change throws(Failure) in
      guard let administered = type as? any AdministeredDraft.Type else {
        throw .bug("\(type) is in no document")
      }
      return try Self.told(change, as: administered)
    }
  }

  private static func told<Draft: AdministeredDraft>(
    _ change: Any?, as _: Draft.Type
  ) throws(Failure) -> HistoryChange? {
    try History.list(nil, change as? ListChange<Draft>)
  }

  package func eventProducts(of event: Int64) -> HistoryNote<EventProductsChange>.Describe {
    History.eventProducts(of: event)
  }

  package func removal(of image: ImageDigest) -> HistoryNote<RemovedImage>.Describe {
    History.removal(of: image)
  }
}

extension [UInt8] {
  /// This object with one member more, unless there are no products.
  fileprivate func adding(eventProducts ids: [Int64]) -> [UInt8] {
    guard !ids.isEmpty else { return self }
    let list = ids.map(String.init).joined(separator: ",")
    return dropLast() + Array(",\"\(History.eventProductsName)\":[\(list)]}".utf8)
  }
}

/// Items that a write changed, before and after it.
private struct Items {
  private var before: [[UInt8]] = []
  private var after: [[UInt8]] = []
  private var counts = (made: 0, removed: 0, all: 0)
  /// Ids of the whole list, if it has another order or other items.
  var order: (before: [Int64], after: [Int64])?

  mutating func add(_ old: [UInt8]?, _ new: [UInt8]?) {
    if let old { before.append(old) } else { counts.made += 1 }
    if let new { after.append(new) } else { counts.removed += 1 }
    counts.all += 1
  }

  /// Nil if nothing changed.
  ///
  /// - Parameter action: nil for that of all items.
  func change(_ action: HistoryChange.Action?, _ resource: String) -> HistoryChange? {
    guard counts.all > 0 || order != nil else { return nil }
    let common: HistoryChange.Action =
      counts.all == 0
      ? .update
      : counts.made == counts.all ? .create : counts.removed == counts.all ? .remove : .update
    return HistoryChange(
      action ?? common, resource, before: Self.document(before, order?.before),
      after: Self.document(after, order?.after), itemCount: counts.all)
  }

  private static func document(_ items: [[UInt8]], _ order: [Int64]?) -> [UInt8] {
    JSONWriter.bytes(capacity: 64 + items.reduce(0) { $0 + $1.count + 1 }) { writer in
      writer.object { writer in
        writer.key("items")
        writer.array(items) { $0.json($1) }
        guard let order else { return }
        writer.key("order")
        writer.array(order) { $0.integer($1) }
      }
    }
  }
}

extension ProductOutcome {
  /// As it was; nil for a new one.
  fileprivate var former: Product? {
    switch self {
    case .changed(let product, _), .unchanged(let product), .removed(let product): product
    case .made, .refused: nil
    }
  }
}

extension ListDeclaration {
  /// `item-types`
  var resource: String { String(path.dropFirst("/admin/v1/".count)) }
}
