import Domain
import Postgres
import UseCases

/// The statements that read likes.
enum LikeListStatements {
  struct One: Sendable {
    let shopper: Int64
    let product: Int64
  }

  /// No row for a product that the shopper may not like.
  static let state = Statement<One, KnownLike>(
    """
    select p.id, l.is_liked, l.decided_at, l.operation_id, l.sequence
    from moa.products p
    left join moa.likes l on l.shopper_id = $1 and l.product_id = p.id
    where p.id = $2 and \(LikeStatements.isOpen)
    limit 1
    """, effect: .read,
    bind: { one, encoder in
      encoder.int8(one.shopper)
      encoder.int8(one.product)
    },
    decode: KnownLike.init)

  static let liked = Statement<LikeStatements.Question, Int64>(
    """
    select product_id
    from moa.likes
    where shopper_id = $1 and product_id = any ($2) and is_liked
    order by product_id
    limit \(BrowseLikes.overlayMax)
    """, effect: .read,
    bind: { question, encoder in
      encoder.int8(question.shopper)
      encoder.int8Array(question.products)
    },
    decode: { row throws(PostgresError) in try row.int8() })

  // MARK: Pages

  struct Page: Sendable {
    let shopper: Int64
    let position: TimePosition?
    let limit: Int
    var text = ""
  }

  static let page = Statement<Page, LikedProduct>(
    statement(
      """
      select \(stored)
      from moa.likes
      where shopper_id = $1 and is_liked and (decided_at, product_id) < ($2, $3)
      order by decided_at desc, product_id desc
      limit $4
      """), effect: .read,
    bind: { page, encoder in encoder.page(page) },
    decode: LikedProduct.init)

  /// Searches all products that the shopper likes, at most ten thousand, by their titles at the
  /// time of the like and now; by those of now as searches of the shop compare them, too.
  static let search = Statement<Page, LikedProduct>(
    statement(
      """
      select \(stored.split(separator: ", ").map { "l.\($0)" }.joined(separator: ", "))
      from moa.likes l
      left join moa.products p on p.id = l.product_id and p.deleted_at is null
      left join lateral (
        select body from moa.product_search where product_id = p.id limit 1
      ) s on true
      where l.shopper_id = $1 and l.is_liked and (l.decided_at, l.product_id) < ($2, $3)
        and (\(TextSearch.condition("l.title", holds: "$5"))
          or \(TextSearch.condition("coalesce(p.name, '')", holds: "$5"))
          or strpos(split_part(s.body, chr(10), 1), $6) > 0)
      order by l.decided_at desc, l.product_id desc
      limit $4
      """), effect: .read, isLong: true,
    bind: { page, encoder in
      encoder.page(page)
      encoder.text(page.text)
      let folded = FoldedText(page.text).compact
      encoder.text(folded.isEmpty ? nil : folded)
    },
    decode: LikedProduct.init)

  private static let stored =
    "product_id, decided_at, title, currency, amount, discount, cover_sha256, cover_color, cell_file,"
    + " cell_width, cell_height, cell_bytes"
  private static let columns = ProductColumns.cell

  /// - Parameter likes: the SQL of a page of likes, with the columns of `stored`.
  private static func statement(_ likes: String) -> SQL {
    """
    select l.product_id, l.decided_at, l.title, l.currency, l.amount, l.discount, i.sha256,
      l.cover_color, l.cell_file, l.cell_width, l.cell_height, l.cell_bytes, \(columns.shown)
    from (\(likes)) l
    left join moa.images i on i.sha256 = l.cover_sha256
    left join lateral (
      select \(columns.stored)
      from moa.products
      where id = l.product_id and deleted_at is null
      limit 1
    ) p on true
    \(columns.vendor)
    order by l.decided_at desc, l.product_id desc
    """
  }

  // MARK: Changes

  struct Changes: Sendable {
    let device: Int64
    let sequence: Int64
    let limit: Int
  }

  static let changes = Statement<Changes, ReadLike>(
    """
    select \(ReadLike.columns)
    from moa.devices
    join moa.shoppers on shoppers.id = devices.shopper_id
    left join lateral (
      select product_id, is_liked, decided_at, operation_id, sequence
      from moa.likes
      where shopper_id = shoppers.id and sequence > $2
      order by sequence
      limit $3
    ) l on true
    where devices.id = $1
    order by l.sequence
    """, effect: .read,
    bind: { changes, encoder in
      encoder.int8(changes.device)
      encoder.int8(changes.sequence)
      encoder.int8(Int64(changes.limit))
    },
    decode: ReadLike.init)

  static let all = Statement<Int64, ReadLike>(
    """
    select \(ReadLike.columns)
    from moa.devices
    join moa.shoppers on shoppers.id = devices.shopper_id
    left join lateral (
      select product_id, is_liked, decided_at, operation_id, sequence
      from moa.likes
      where shopper_id = shoppers.id and is_liked
      limit \(LikeCounts.likesMax)
    ) l on true
    where devices.id = $1
    order by l.sequence
    """, effect: .read, isLong: true,
    bind: { device, encoder in encoder.int8(device) },
    decode: ReadLike.init)
}

/// A row of a device's changes: the counters, and one state, if there is one.
struct ReadLike: Sendable {
  static let columns =
    LikeCounts.columns
    + ", devices.first_sequence, l.product_id, l.is_liked, l.decided_at, l.operation_id, l.sequence"
  let counts: LikeCounts
  let firstSequence: Int64
  let state: LikeState?

  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    counts = try LikeCounts(&row)
    firstSequence = try row.int8()
    let product = try row.optionalInt8()
    state = try LikeState(of: product, &row)
  }
}

extension LikedProduct {
  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    let id = try row.int8()
    let at = try row.timestamp()
    let snapshot = LikedSnapshot(
      name: try row.productName(), price: try row.price(), cover: try row.cover())
    self.init(
      id: id, likedAt: at, snapshot: snapshot, current: try ProductColumns.cell.read(&row))
  }
}

extension ParameterEncoder {
  /// Four parameters: a shopper, a position (two), a limit.
  fileprivate mutating func page(_ page: LikeListStatements.Page) {
    int8(page.shopper)
    timestamptz(microseconds: (page.position?.at ?? .latest).microseconds)
    int8(page.position?.id ?? .max)
    int8(Int64(page.limit))
  }
}
