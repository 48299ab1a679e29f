import Domain
import Postgres

/// The statements that remove devices, and entries of products unliked long ago.
enum DeviceSweepStatements {
  /// The most likes that the devices of one step may have together.
  private static let entriesMax = 5_000

  /// Removes a few devices that were last seen long ago, and shoppers without another device. Likes
  /// of these shoppers no longer count. A device with more likes than the limit of a step is
  /// removed alone.
  ///
  /// Skips locked rows: another server may be sweeping too.
  static let devices = Statement<Timestamp, Int64>(
    """
    with unseen as (
      select id, shopper_id, seen_at
      from moa.devices
      where seen_at < $1
      order by seen_at
      limit 20
      for update skip locked
    ), weighed as (
      select unseen.id, unseen.shopper_id, row_number() over before as place,
        sum(shoppers.entry_count) over before as entries
      from unseen
      join moa.shoppers on shoppers.id = unseen.shopper_id
      window before as (order by unseen.seen_at, unseen.id rows unbounded preceding)
    ), old as (
      select id, shopper_id
      from weighed
      where place = 1 or entries <= \(entriesMax)
    ), \(removal)
    select count(*) from removed
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Removes one device in the same way. Lock its shopper before.
  static let device = Statement<Int64, Int64>(
    """
    with old as (
      select id, shopper_id
      from moa.devices
      where id = $1
      for update
    ), \(removal)
    select count(*) from removed
    """, effect: .write,
    bind: { device, encoder in encoder.int8(device) },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Removes the devices of `old`, and shoppers without another device.
  private static let removal = """
    alone as (
      select id
      from moa.shoppers
      where id in (select shopper_id from old)
        and not exists (
          select from moa.devices as others
          where others.shopper_id = shoppers.id and others.id not in (select id from old))
    ), removed as (
      delete from moa.devices using old where devices.id = old.id
      returning devices.id
    ), likes as (
      delete from moa.likes using alone where likes.shopper_id = alone.id
      returning likes.product_id, likes.is_liked
    ), counted as (
      insert into moa.like_changes (product_id, change)
      select product_id, -count(*)
      from likes
      where is_liked
      group by product_id
    ), views as (
      delete from moa.recent_views using alone where recent_views.shopper_id = alone.id
    ), shoppers as (
      delete from moa.shoppers using alone where shoppers.id = alone.id
    )
    """

  /// A step through the devices that were last seen before a time.
  struct Walk: Sendable {
    let limit: Timestamp
    /// The end of the step before.
    var instant = Timestamp.earliest
    var device: Int64 = 0
  }

  struct Step: Sendable {
    let removed: Int
    let instant: Timestamp
    let device: Int64
  }

  /// Looks at the next thousand devices. If a shopper has no likes and took none back lately, the
  /// devices are removed; so is the shopper, if no other device is left.
  ///
  /// Skips locked rows: likes may be changing, or a device is just seen.
  static let idle = Statement<Walk, Step>(
    """
    with seen as (
      select id, shopper_id, seen_at
      from moa.devices
      where seen_at < $1 and (seen_at, id) > ($2, $3)
      order by seen_at, id
      limit 1000
    ), idle as (
      select id
      from moa.shoppers
      where id in (select shopper_id from seen) and entry_count = 0
      order by id
      for update skip locked
    ), old as (
      select devices.id, devices.shopper_id
      from moa.devices
      join idle on idle.id = devices.shopper_id
      where devices.seen_at < $1
      for update of devices skip locked
    ), \(removal)
    select (select count(*) from removed), seen_at, id
    from seen
    order by seen_at desc, id desc
    limit 1
    """, effect: .write,
    bind: { walk, encoder in
      encoder.timestamptz(microseconds: walk.limit.microseconds)
      encoder.timestamptz(microseconds: walk.instant.microseconds)
      encoder.int8(walk.device)
    },
    decode: { (row) throws(PostgresError) in
      Step(
        removed: Int(try row.int8()), instant: try row.timestamp(), device: try row.int8())
    })

  /// Removes entries of products unliked long ago. A device with an older sequence number reads all
  /// its likes again. Locked rows wait for the next sweep.
  static let likes = Statement<Timestamp, Int64>(
    """
    with old as (
      select shopper_id, product_id
      from moa.likes
      where not is_liked and decided_at < $1
      order by decided_at
      limit 500
    ), held as (
      select id
      from moa.shoppers
      where id in (select shopper_id from old)
      order by id
      for no key update skip locked
    ), removed as (
      delete from moa.likes
      using old, held
      where likes.shopper_id = old.shopper_id and likes.product_id = old.product_id
        and held.id = likes.shopper_id and not likes.is_liked and likes.decided_at < $1
      returning likes.shopper_id, likes.sequence
    ), sums as (
      select shopper_id, count(*)::int4 as removed, max(sequence) as sequence
      from removed
      group by shopper_id
    ), counted as (
      update moa.shoppers
      set entry_count = entry_count - sums.removed,
        swept_sequence = greatest(swept_sequence, sums.sequence)
      from sums
      where shoppers.id = sums.shopper_id
    )
    select count(*) from removed
    """, effect: .write,
    bind: { limit, encoder in encoder.timestamptz(microseconds: limit.microseconds) },
    decode: { (row) throws(PostgresError) in try row.int8() })
}
