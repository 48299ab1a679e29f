package import Domain
import Postgres
package import UseCases

/// Stock of products in `moa.products`, of variants in `moa.product_variants`; the operations that
/// were carried out in `moa.stock_operations`.
extension PostgresStore {
  package func carryOut(
    _ operations: [StockOperation], of vendor: Vendor, at instant: Timestamp,
    once: RecordedWrite<[StockResult]>?
  ) async throws(Failure) -> Written<[StockResult]> {
    let asked = StockStatements.Asked(vendor: vendor.id, operations: operations)
    // An operation with the same id was carried out meanwhile, so that it is found now.
    return try await againAfterConflict { () async throws(Failure) in
      try await transaction(mayRepeat: true) { transaction in
        try await transaction.once(once) { try await transaction.carryOut(asked, at: instant) }
      }
    }
  }
}

extension Transaction {
  /// All products are locked first, in the order of their ids, so that no two calls wait for each
  /// other. Every writer of variants locks their product before.
  fileprivate func carryOut(
    _ asked: StockStatements.Asked, at instant: Timestamp
  ) async throws -> [StockResult] {
    let held = Set(try await rows(StockStatements.lock, asked))
    // A separate statement, so that it sees everything committed before the locks.
    let found = try await rows(StockStatements.find, asked)
    // An article number has moved to another product meanwhile.
    guard found.allSatisfy({ $0.goods.map { held.contains($0.product) } ?? true }) else {
      throw Failure.unavailable(retryAfterSeconds: 1)
    }
    let plan: StockPlan
    do throws(StockRefusal) {
      plan = try StockPlan(asked.operations, found)
    } catch {
      throw Failure(error)
    }
    let writing = StockStatements.Writing(vendor: asked.vendor, plan: plan, instant: instant)
    guard !writing.new.isEmpty else { return plan.results }
    try await execute(StockStatements.changeProducts, writing)
    try await execute(StockStatements.changeVariants, writing)
    return plan.results
  }
}

private enum StockStatements {
  struct Asked: Sendable {
    let vendor: Int64
    let operations: [StockOperation]
  }

  struct Writing: Sendable {
    let vendor: Int64
    let products: [(id: Int64, stock: Int32?)]
    let variants: [(id: Int64, stock: Int32)]
    let new: [StockResult]
    let instant: Timestamp

    init(vendor: Int64, plan: StockPlan, instant: Timestamp) {
      var products: [Int64: Int32?] = [:]
      var variants: [(id: Int64, stock: Int32)] = []
      for (goods, stock) in plan.stocks {
        let count = Int32(clamping: stock.count)
        products.updateValue(goods.variant == nil ? count : nil, forKey: goods.product)
        if let id = goods.variant { variants.append((id, count)) }
      }
      (self.vendor, self.variants, self.instant) = (vendor, variants, instant)
      self.products = products.map { (id: $0.key, stock: $0.value) }
      new = plan.results.filter { !$0.isRepeated }
    }
  }

  static let lock = Statement<Asked, Int64>(
    """
    select id
    from moa.products
    where vendor_id = $1 and (\(ProductStatements.isOpen("products"))) and id = any (array(
      select product_id from moa.product_variants where vendor_id = $1 and sku = any ($2::text[])
      union all
      select id from moa.products
      where vendor_id = $1 and key = any ($4::text[]) and (\(ProductStatements.isOpen("products")))
      union all
      select unnest($3::bigint[])))
    order by id
    limit \(StockOperation.countMax)
    for no key update
    """, effect: .write,
    bind: { asked, encoder in
      encoder.int8(asked.vendor)
      encoder.textArray(asked.operations.map(\.sku))
      encoder.int8Array(asked.operations.map(\.product))
      encoder.textArray(asked.operations.map(\.key))
    },
    decode: { row throws(PostgresError) in try row.int8() })

  /// A row for each operation, in their order.
  static let find = Statement<Asked, StockFound>(
    """
    select record.asked, record.stock, p.id, v.id, coalesce(v.stock, p.stock),
      p.options is not null and v.id is null
    from unnest($2::text[], $3::bigint[], $4::uuid[], $5::text[]) with ordinality
      as asked (sku, product_id, id, key, place)
    left join moa.stock_operations record on record.vendor_id = $1 and record.id = asked.id
    left join moa.product_variants v on v.vendor_id = $1 and v.sku = asked.sku
    left join moa.products k on k.vendor_id = $1 and k.key = asked.key
      and (\(ProductStatements.isOpen("k")))
    left join moa.products p on p.id = coalesce(v.product_id, k.id, asked.product_id)
      and p.vendor_id = $1 and (\(ProductStatements.isOpen("p")))
    order by asked.place
    limit \(StockOperation.countMax)
    """, effect: .read,
    bind: { asked, encoder in
      encoder.int8(asked.vendor)
      encoder.textArray(asked.operations.map(\.sku))
      encoder.int8Array(asked.operations.map(\.product))
      encoder.array(asked.operations.map(\.id.bytes), of: .uuid)
      encoder.textArray(asked.operations.map(\.key))
    },
    decode: StockFound.init)

  /// A new version of each product, and its stock unless its variants have it.
  static let changeProducts = Statement<Writing, Void>(
    """
    with changed as (
      update moa.products
      set version = version + 1, updated_at = greatest(updated_at, $3),
        stock = coalesce(new.stock, products.stock)
      from unnest($1::bigint[], $2::integer[]) as new (id, stock)
      where products.id = new.id
      returning products.id, products.stock
    )
    update moa.product_search
    set is_sold_out = changed.stock = 0
    from changed
    where product_search.product_id = changed.id
      and product_search.is_sold_out <> (changed.stock = 0)
    """, effect: .write,
    bind: { writing, encoder in
      encoder.int8Array(writing.products.map(\.id))
      encoder.array(writing.products.map(\.stock), of: .int4)
      encoder.timestamptz(microseconds: writing.instant.microseconds)
    })

  /// Also records the operations.
  static let changeVariants = Statement<Writing, Void>(
    """
    with changed as (
      update moa.product_variants
      set stock = new.stock
      from unnest($1::bigint[], $2::integer[]) as new (id, stock)
      where product_variants.id = new.id
    )
    insert into moa.stock_operations (vendor_id, id, asked, stock, carried_out_at)
    select $3, id, asked, stock, $4
    from unnest($5::uuid[], $6::text[], $7::integer[]) as done (id, asked, stock)
    order by id
    """, effect: .write,
    bind: { writing, encoder in
      encoder.int8Array(writing.variants.map(\.id))
      encoder.array(writing.variants.map(\.stock), of: .int4)
      encoder.int8(writing.vendor)
      encoder.timestamptz(microseconds: writing.instant.microseconds)
      encoder.array(writing.new.map(\.operation.id.bytes), of: .uuid)
      encoder.textArray(writing.new.map(\.operation.text))
      encoder.array(writing.new.map { Int32(clamping: $0.stock.count) }, of: .int4)
    })
}

extension StockOperation {
  /// Empty unless it names a variant.
  fileprivate var sku: String {
    if case .sku(let sku) = target { sku.text } else { "" }
  }

  /// Empty unless it names a product by its key.
  fileprivate var key: String {
    if case .key(let key) = target { key.text } else { "" }
  }

  /// 0 unless it names a product.
  fileprivate var product: Int64 {
    if case .product(let id) = target { id } else { 0 }
  }
}

extension StockFound {
  @Sendable fileprivate init(_ row: inout RowDecoder) throws(PostgresError) {
    let text = try row.optionalText()
    let recorded = try row.optionalInt4()
    let product = try row.optionalInt8()
    let variant = try row.optionalInt8()
    let stock = Stock(clamping: Int(try row.optionalInt4() ?? 0))
    self.init(
      record: text.map { Record(text: $0, stock: Stock(clamping: Int(recorded ?? 0))) },
      goods: product.map { StockedGoods(product: $0, variant: variant) }, stock: stock,
      isInVariants: try row.optionalBool() == true)
  }
}
