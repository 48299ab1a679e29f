package import Domain
package import UseCases

/// The operations that were carried out, by vendor and id.
struct FakeStock: FakePart {
  struct Key: Hashable {
    let vendor: Int64
    let id: SixteenBytes
  }

  var records: [Key: (record: StockFound.Record, at: Timestamp)] = [:]

  mutating func forget(at instant: Timestamp) {
    let limit = instant.microseconds - Int64(StockOperation.secondsKept) * 1_000_000
    records = records.filter { $0.value.at.microseconds >= limit }
  }
}

extension FakeStore {
  package func carryOut(
    _ operations: [StockOperation], of vendor: Vendor, at instant: Timestamp,
    once: RecordedWrite<[StockResult]>?
  ) async throws(Failure) -> Written<[StockResult]> {
    try writing(once) { state throws(Failure) in
      let plan: StockPlan
      do throws(StockRefusal) {
        plan = try StockPlan(operations, operations.map { state.found($0, of: vendor) })
      } catch {
        throw Failure(error)
      }
      for result in plan.results where !result.isRepeated {
        let key = FakeStock.Key(vendor: vendor.id, id: result.operation.id)
        let record = StockFound.Record(text: result.operation.text, stock: result.stock)
        state[FakeStock.self].records[key] = (record, instant)
      }
      state.write(plan.stocks, at: instant)
      return plan.results
    }
  }
}

extension FakeStore.State {
  fileprivate func found(_ operation: StockOperation, of vendor: Vendor) -> StockFound {
    let key = FakeStock.Key(vendor: vendor.id, id: operation.id)
    let record = self[FakeStock.self].records[key]?.record
    let own = (products + hiddenProducts.values).filter { $0.vendor.id == vendor.id }
    switch operation.target {
    case .product(let id): return found(own.first { $0.id == id }, record)
    case .key(let key): return found(own.first { $0.draft.details.key == key }, record)
    case .sku(let sku):
      for product in own {
        guard let variant = product.draft.variants?.all.first(where: { $0.sku == sku }) else {
          continue
        }
        return StockFound(
          record: record, goods: StockedGoods(product: product.id, variant: variant.id),
          stock: variant.stock)
      }
      return StockFound(record: record, goods: nil, stock: .none)
    }
  }

  private func found(_ product: Product?, _ record: StockFound.Record?) -> StockFound {
    StockFound(
      record: record, goods: product.map { StockedGoods(product: $0.id) },
      stock: product?.draft.stock ?? .none, isInVariants: product?.draft.variants != nil)
  }

  fileprivate mutating func write(_ stocks: [StockedGoods: Stock], at instant: Timestamp) {
    for product in products + Array(hiddenProducts.values) {
      let changed = stocks.filter { $0.key.product == product.id }
      guard !changed.isEmpty else { continue }
      var draft = product.draft
      for (goods, count) in changed { draft = draft.with(count, of: goods) }
      let revision = ProductRevision(
        draft: draft, images: [], updatedAt: max(instant, product.summary.updatedAt))
      store(product.revised(revision, product.images))
    }
  }
}

extension ProductDraft {
  fileprivate func with(_ stock: Stock, of goods: StockedGoods) -> ProductDraft {
    guard let id = goods.variant else {
      var patch = ProductPatch()
      patch.stock = stock
      return (try? patch.applied(to: self)) ?? self
    }
    let varied = try? variants?.changing(id, VariantPatch(stock: stock).applied)
    return varied.map { withVariants($0) } ?? self
  }
}
