import Domain
import Postgres
import UseCases

/// The statements that read what changed.
enum ChangeStatements {
  struct Question: Sendable {
    let after: ChangePlace
    var products: [Int64] = []
    var limit = 0
  }

  static let newest = Statement<Void, ChangePlace>(
    "select era, sequence from moa.change_clock where is_only", effect: .read,
    decode: { row throws(PostgresError) in try row.changePlace() })

  /// The clock, and whether the client's cursor holds: it does while its era is current, or past
  /// and not beyond that era's last number.
  ///
  /// A standby may be behind a cursor of the primary: then nothing is new, and the cursor stays.
  /// The condition tells the planner that there is one row, also before the table is analyzed.
  private static let clock = """
    select era,
      case when era = $1 and pg_is_in_recovery() then greatest(sequence, $2) else sequence end
        as sequence,
      case
        when era = $1 then $2 <= sequence or pg_is_in_recovery()
        else exists (select from moa.change_eras e where e.era = $1 and $2 <= e.last_sequence)
      end as holds
    from moa.change_clock
    where is_only
    """

  // MARK: Among products

  /// A row with what all have in common, once for each product that changed, or once alone.
  struct AmongRow: Sendable {
    let found: FoundChanges
    let product: FoundChanges.OfProduct?
  }

  /// The key 0 is that of all of a kind. A vendor's name is part of its products' cells.
  ///
  /// The newest of the other products is looked for in the order of the numbers: without it the
  /// planner would read the table.
  static let among = Statement<Question, AmongRow>(
    """
    with clock as (\(clock)),
    known as materialized (
      select era, sequence, not holds or exists (
          select from moa.changes
          where kind = 'event' and key = 0 and sequence > $2) as whole
      from clock
    ),
    place as materialized (
      select era, sequence, whole,
        whole or exists (
          select from moa.changes
          where kind in ('event', 'home') and sequence > $2) as home,
        whole or exists (
          select from moa.changes where kind = 'config' and sequence > $2) as config,
        array (
          select key from moa.changes
          where kind = 'event' and sequence > $2 and not whole
          order by key) as events,
        whole or exists (
          select from (
            select from moa.changes
            where kind = 'product' and key <> all ($3) and sequence > $2
            order by sequence desc
            limit 1) other) as others,
        whole or exists (
          select from moa.changes
          where kind in ('product', 'vendor') and key = 0 and sequence > $2) as all_products
      from known
    )
    select place.era, place.sequence, place.whole, place.home, place.config, place.events,
      place.others, changed.id, \(ProductColumns.cell.shown)
    from place
    left join lateral (
      select key as id from moa.changes
      where kind = 'product' and key = any ($3) and sequence > $2 and not place.all_products
      union
      select id from moa.products
      where id = any ($3) and not place.all_products and vendor_id in (
        select key from moa.changes where kind = 'vendor' and sequence > $2)
      union
      select asked.id from unnest($3) as asked (id)
      where place.all_products
    ) changed on true
    left join lateral (
      select \(ProductColumns.cell.stored)
      from moa.products
      where id = changed.id and deleted_at is null
      limit 1
    ) p on true
    \(ProductColumns.cell.vendor)
    """,
    effect: .read,
    bind: { question, encoder in
      encoder.changePlace(question.after)
      encoder.int8Array(question.products)
    },
    decode: { row throws(PostgresError) in
      var found = FoundChanges(next: try row.changePlace())
      found.isWhole = try row.bool()
      found.changedHome = try row.bool()
      found.changedConfig = try row.bool()
      found.events = try row.int8Array()
      found.hasMore = try row.bool()
      let id = try row.optionalInt8()
      let product = try ProductColumns.cell.read(&row)
      return AmongRow(found: found, product: id.map { .init(id: $0, product: product) })
    })

  // MARK: The feed

  /// A change with the product or the vendor that it is about; without a kind there is none.
  struct FeedRow<Product: Sendable>: Sendable {
    let newest: ChangePlace
    let holds: Bool
    let kind: String?
    let key: Int64
    let sequence: Int64
    let vendor: Seller?
    let product: Product?
  }

  static let feed = page(of: ProductColumns.cell)
  /// For operators, who are not shown products.
  static let numbered = page(of: ProductColumns<Int64>(["id"], ofVendor: false) { id, _ in id })

  private static func page<Product>(
    of columns: ProductColumns<Product>
  ) -> Statement<Question, FeedRow<Product>> {
    Statement(
      """
      with clock as (\(clock))
      select clock.era, clock.sequence, clock.holds, page.kind, page.key, page.sequence,
        named.id, named.identifier, named.name, \(columns.shown)
      from clock
      left join lateral (
        select kind, key, sequence
        from moa.changes
        where sequence > $2 and clock.holds
        order by sequence
        limit $3
      ) page on true
      left join lateral (
        select id, identifier, name
        from moa.vendors
        where page.kind = 'vendor' and id = page.key
        limit 1
      ) named on true
      left join lateral (
        select \(columns.stored)
        from moa.products
        where page.kind = 'product' and id = page.key and deleted_at is null
        limit 1
      ) p on true
      \(columns.vendor)
      order by page.sequence
      """,
      effect: .read,
      bind: { question, encoder in
        encoder.changePlace(question.after)
        encoder.int8(Int64(question.limit))
      },
      decode: { row throws(PostgresError) in
        FeedRow(
          newest: try row.changePlace(), holds: try row.bool(), kind: try row.optionalText(),
          key: try row.optionalInt8() ?? 0, sequence: try row.optionalInt8() ?? 0,
          vendor: try row.optionalSeller(), product: try columns.read(&row))
      })
  }
}

extension RowDecoder {
  fileprivate mutating func changePlace() throws(PostgresError) -> ChangePlace {
    ChangePlace(era: try sixteenBytes(), sequence: try int8())
  }

  /// A number, an identifier and a name: all of them or none.
  fileprivate mutating func optionalSeller() throws(PostgresError) -> Seller? {
    guard try optionalInt8() != nil else {
      try skip(2)
      return nil
    }
    return try seller()
  }
}

extension ParameterEncoder {
  fileprivate mutating func changePlace(_ place: ChangePlace) {
    uuid(place.era.bytes)
    int8(place.sequence)
  }
}
