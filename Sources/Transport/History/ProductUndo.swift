import Domain
import UseCases
import Web

/// Takes changes of products of one vendor back.
struct ProductUndo: Sendable {
  let products: any ProductRepository
  let write: WriteProducts

  /// - Throws: `changed_since` if a later change touched the same members; stock stays as it is
  ///   where something was sold since. `not_undoable` for a removal.
  func callAsFunction(
    _ changes: [RecordedChange.Item], once: RecordedWrite<[ProductOutcome]>
  ) async throws(Failure) -> Written<[ProductOutcome]> {
    var vendor: Vendor?
    var items: [ProductItem] = []
    for change in changes {
      guard let after = change.after else { throw .notUndoable }
      guard let product = try await products.findForWriting(change.id) else { throw .changedSince }
      guard vendor == nil || vendor?.id == product.vendor.id else { throw .notUndoable }
      vendor = product.vendor
      if let item = try Self.item(product, change.before, after) { items.append(item) }
    }
    guard let vendor else { throw .notUndoable }
    guard !items.isEmpty else { throw .changedSince }
    do throws(Failure) {
      return try await write(items, by: vendor, once: once)
    } catch {
      guard case .rejected(let fieldErrors) = error,
        fieldErrors.contains(where: { $0.flaw.code == "stale_version" })
      else { throw error }
      throw .changedSince
    }
  }

  /// Nil where only stock was changed, and something was sold since.
  ///
  /// - Parameter before: nil for a product that was made.
  private static func item(
    _ product: Product, _ before: RecordedChange.Members?, _ after: RecordedChange.Members
  ) throws(Failure) -> ProductItem? {
    let target = ProductItem.Target.id(product.id, version: product.version)
    let now = [JSONValue.Member](of: Wire.productItem.bytes(product))
    guard let before else {
      guard now.still(have: after) else { throw .changedSince }
      return ProductItem(target, .removal)
    }
    // Price and stock of a product with variants are derived from theirs.
    let isVaried = now["variants"] != nil
    let derived: Set = isVaried ? ["price", "original_price", "stock"] : ["stock"]
    guard
      now.without(["variants"]).still(have: after.without(derived.union(["variants"]))),
      after["variants"].map({ $0.withoutStock == (now["variants"] ?? .null).withoutStock }) ?? true
    else { throw .changedSince }
    var patch = before.without(["id"])
    let isVariedAgain = before["variants"].map { $0 != .null } ?? isVaried
    if isVariedAgain { patch = patch.without(["price", "original_price", "stock"]) }
    if after["stock"] != now["stock"] { patch = patch.without(["stock"]) }
    if let variants = before["variants"], variants != .null {
      patch = patch.without(["variants"])
      let kept = variants.keepingStock(of: now["variants"], where: after["variants"])
      patch.append(.init(name: "variants", value: kept))
    }
    if patch["currency"] != nil {
      // A patch of the currency has the whole price, also where the numbers are the same.
      let parts = isVariedAgain ? ["variants"] : ["price", "original_price"]
      patch += now.filter { parts.contains($0.name) && patch[$0.name] == nil }
    }
    return now.still(have: patch) ? nil : try item(of: product, patch)
  }

  private static func item(
    of product: Product, _ patch: [JSONValue.Member]
  ) throws(Failure) -> ProductItem {
    let known: [JSONValue.Member] = [
      .init(name: "id", value: .integer(product.id)),
      .init(name: "version", value: .integer(Int64(product.version))),
    ]
    do throws(Rejection) {
      let items = try ProductDocument.changedItems.value(
        of: .object([.init(name: "items", value: .array([.object(known + patch)]))]), from: nil)
      guard let item = items.first else { throw Rejection([]) }
      return item
    } catch {
      throw .rejected(error.fieldErrors)
    }
  }
}

extension JSONValue {
  private var members: [Member] { if case .object(let members) = self { members } else { [] } }
  private var elements: [JSONValue] { if case .array(let all) = self { all } else { [] } }

  /// Variants but for how many there are of each.
  fileprivate var withoutStock: JSONValue {
    .array(elements.map { .object($0.members.without(["stock"])) })
  }

  /// These variants with the stock that they have now, if that is another one than the change
  /// wrote.
  fileprivate func keepingStock(of now: JSONValue?, where written: JSONValue?) -> JSONValue {
    func stock(of variant: [Member], in variants: JSONValue?) -> JSONValue? {
      variants?.elements.first { $0.members["values"] == variant["values"] }?.members["stock"]
    }
    return .array(
      elements.map { variant in
        let known = stock(of: variant.members, in: now)
        guard let known, known != stock(of: variant.members, in: written) else { return variant }
        return .object(variant.members.replacing([.init(name: "stock", value: known)]))
      })
  }
}
