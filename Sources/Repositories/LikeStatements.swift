import Domain
import Postgres
import UseCases

/// The statements that change likes, and those that such changes read.
enum LikeStatements {
  /// The columns of `moa.likes` that keep a product as it was when it was liked, and their sources;
  /// null if it is no longer liked. `p` is the product and `i` its first image, if it is stored.
  private static let snapshot =
    [
      ("title", "p.name"), ("currency", "p.currency"), ("amount", "p.amount"),
      ("discount", "p.discount"), ("cover_sha256", "i.sha256"),
    ]
    + ["cover_color", "cell_file", "cell_width", "cell_height", "cell_bytes"].map {
      ($0, "case when i.sha256 is not null then p.\($0) end")
    }
  private static let kept = snapshot.map(\.0)

  // MARK: Reading

  /// Locks the shopper of a device. No row if the device does not exist, or if it got another
  /// shopper by a merge while this waited.
  static let lock = Statement<Int64, HeldShopper>(
    """
    select \(HeldShopper.columns)
    from moa.devices
    join moa.shoppers on shoppers.id = devices.shopper_id
    where devices.id = $1
    for no key update of shoppers
    """, effect: .write,
    bind: { device, encoder in encoder.int8(device) },
    decode: HeldShopper.init)

  /// The shopper of a device.
  static let shopper = Statement<Int64, HeldShopper>(
    """
    select \(HeldShopper.columns)
    from moa.devices
    join moa.shoppers on shoppers.id = devices.shopper_id
    where devices.id = $1
    """, effect: .read,
    bind: { device, encoder in encoder.int8(device) },
    decode: HeldShopper.init)

  struct Question: Sendable {
    let shopper: Int64
    let products: [Int64]
  }

  /// Whether a shopper may like the product `p`: it is in the shop, or was liked (`l`) before it
  /// was removed.
  static let isOpen = "(p.deleted_at is null or l.was_liked)"

  /// One row for each product that the shopper may like.
  static let known = Statement<Question, KnownLike>(
    """
    select p.id, l.is_liked, l.decided_at, l.operation_id, l.sequence
    from moa.products p
    left join moa.likes l on l.shopper_id = $1 and l.product_id = p.id
    where p.id = any ($2) and \(isOpen)
    """, effect: .read,
    bind: { question, encoder in
      encoder.int8(question.shopper)
      encoder.int8Array(question.products)
    },
    decode: KnownLike.init)

  /// All like states of a shopper.
  static let states = Statement<Int64, LikeState>(
    """
    select product_id, is_liked, decided_at, operation_id, sequence
    from moa.likes
    where shopper_id = $1
    limit \(LikeCounts.entriesMax)
    """, effect: .read, isLong: true,
    bind: { shopper, encoder in encoder.int8(shopper) },
    decode: LikeState.init)

  // MARK: Writing

  struct Write: Sendable {
    let shopper: Int64
    let plan: LikePlan
    /// The shopper whose likes are moved; 0 for none.
    var other: Int64 = 0
  }

  /// Writes a plan: the states with the present data of their products, the changes of the counts,
  /// and the counters of the shopper.
  static let write = statement(
    """
    select wanted.*, wanted.is_liked as was_liked,
      \(snapshot.map { "\($0.1) as \($0.0)" }.joined(separator: ", "))
    from wanted
    left join moa.products p on p.id = wanted.product_id and wanted.is_liked and $12::int8 = 0
    left join moa.images i on i.sha256 = p.cover_sha256
    """)

  /// Writes a plan with the product data that another shopper's likes kept.
  static let move = statement(
    """
    select wanted.*, wanted.is_liked or coalesce(l.was_liked, false) as was_liked,
      \(kept.map { "l.\($0)" }.joined(separator: ", "))
    from wanted
    left join moa.likes l on l.shopper_id = $12 and l.product_id = wanted.product_id
    """)

  /// A product that is liked already keeps its data from the first like: its price is compared with
  /// that.
  private static func statement(_ source: String) -> Statement<Write, Void> {
    let keeping = kept.map { column in
      """
      \(column) = case when held.is_liked and excluded.is_liked
            then held.\(column) else excluded.\(column) end
      """
    }
    return Statement(
      """
      with wanted as (
        select *
        from unnest($2::int8[], $3::bool[], $4::timestamptz[], $5::uuid[], $6::int8[])
          as wanted (product_id, is_liked, decided_at, operation_id, sequence)
      ), written as (
        insert into moa.likes as held
          (product_id, is_liked, decided_at, operation_id, sequence, was_liked,
            \(kept.joined(separator: ", ")), shopper_id)
        select source.*, $1
        from (\(source)) as source
        on conflict on constraint likes_key do update
        set is_liked = excluded.is_liked, decided_at = excluded.decided_at,
          operation_id = excluded.operation_id, sequence = excluded.sequence,
          was_liked = held.was_liked or excluded.was_liked,
          \(keeping.joined(separator: ",\n    "))
      ), counted as (
        insert into moa.like_changes (product_id, change)
        select product_id, change
        from unnest($7::int8[], $8::int8[]) as changes (product_id, change)
      )
      update moa.shoppers
      set sequence = $9, like_count = $10, entry_count = $11
      where id = $1
      """, effect: .write,
      bind: { write, encoder in
        encoder.int8(write.shopper)
        encoder.states(write.plan.states)
        let changes = write.plan.changes.sorted { $0.key < $1.key }
        encoder.int8Array(changes.map(\.key))
        encoder.int8Array(changes.map { Int64($0.value) })
        encoder.int8(write.plan.counts.sequence)
        encoder.int4(Int32(clamping: write.plan.counts.likes))
        encoder.int4(Int32(clamping: write.plan.counts.entries))
        encoder.int8(write.other)
      })
  }

  /// Skips products that are locked by a change: the change does not wait, and their likes are
  /// counted a second later. Rows that another server has counted in the meantime are gone, so they
  /// are not counted twice.
  static let fold = Statement<Void, Int64>(
    """
    with seen as materialized (
      select id, product_id
      from moa.like_changes
      order by id
      limit \(PostgresStore.foldedMax)
    ), held as materialized (
      select id
      from moa.products
      where id in (select product_id from seen)
      order by id
      for no key update skip locked
    ), taken as (
      delete from moa.like_changes as changes
      using seen, held
      where changes.id = seen.id and held.id = seen.product_id
      returning changes.product_id, changes.change
    ), sums as (
      select product_id, sum(change)::int4 as change
      from taken
      group by product_id
    ), folded as (
      update moa.products as products
      set like_count = greatest(0, products.like_count + sums.change)
      from sums
      where products.id = sums.product_id and sums.change <> 0
    )
    select count(*) from taken
    """, effect: .write,
    decode: { row throws(PostgresError) in try row.int8() })
}

/// A shopper locked for a change.
struct HeldShopper: Sendable {
  static let columns = "shoppers.id, " + LikeCounts.columns
  let id: Int64
  let counts: LikeCounts

  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.int8()
    counts = try LikeCounts(&row)
  }
}

/// A product that a shopper may like, and the shopper's state for it.
struct KnownLike: Sendable {
  let product: Int64
  let state: LikeState?

  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    product = try row.int8()
    state = try LikeState(of: product, &row)
  }
}

extension LikeCounts {
  /// The first number of this era counts as given and swept: those of a restored or promoted
  /// database would be given again.
  static let columns = """
    greatest(shoppers.sequence, \(first)), shoppers.like_count, shoppers.entry_count,
    greatest(shoppers.swept_sequence, \(first))
    """
  private static let first = "(select likes_from from moa.change_clock where is_only)"

  init(_ row: inout RowDecoder) throws(PostgresError) {
    self.init(
      sequence: try row.int8(), likes: Int(try row.int4()), entries: Int(try row.int4()),
      sweptSequence: try row.int8())
  }
}

extension LikeState {
  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    let product = try row.int8()
    guard let state = try LikeState(of: product, &row) else { throw row.mismatch("no state") }
    self = state
  }

  /// Nil if an outer join found nothing.
  init?(of product: Int64?, _ row: inout RowDecoder) throws(PostgresError) {
    guard let product, let isLiked = try row.optionalBool() else {
      try row.skip(product == nil ? 4 : 3)
      return nil
    }
    let at = try row.timestamp()
    let id = try row.sixteenBytes()
    self.init(
      LikeOperation(id: id, productID: product, isLiked: isLiked, at: at),
      sequence: try row.int8())
  }
}

extension ParameterEncoder {
  /// Five arrays: products, whether they are liked, since when, by which operation, and sequence
  /// numbers.
  fileprivate mutating func states(_ states: [LikeState]) {
    int8Array(states.map(\.productID))
    array(states.map(\.isLiked), of: .bool)
    array(states.map(\.operation.at.microseconds), of: .timestamptz)
    array(states.map(\.operation.id.bytes), of: .uuid)
    int8Array(states.map(\.sequence))
  }
}
