import Domain
import Postgres
import UseCases

/// SQL of `moa.devices`.
enum DeviceStatements {
  struct NewDevice: Sendable {
    let digest: [UInt8]
    let instant: Domain.Timestamp
  }

  static let add = Statement<NewDevice, Device>(
    """
    with shopper as (
      insert into moa.shoppers default values
      returning id
    )
    insert into moa.devices (secret_digest, shopper_id, created_at, seen_at)
    select $1, id, $2, $2
    from shopper
    returning id, shopper_id, first_sequence, seen_at
    """, effect: .write,
    bind: { device, encoder in
      encoder.bytea(device.digest)
      encoder.timestamptz(microseconds: device.instant.microseconds)
    },
    decode: Device.init)

  static let find = Statement<[UInt8], Device>(
    """
    select id, shopper_id, first_sequence, seen_at
    from moa.devices
    where secret_digest = $1
    limit 1
    """, effect: .read,
    bind: { digest, encoder in encoder.bytea(digest) },
    decode: Device.init)

  struct Sighting: Sendable {
    let id: Int64
    let instant: Domain.Timestamp
  }

  /// Does not wait for the disk: if a sighting is lost, the next request records it again.
  static let see = Statement<Sighting, Void>(
    """
    update moa.devices
    set seen_at = $2
    from (select set_config('synchronous_commit', 'off', true)) as setting
    where id = $1 and seen_at <= $3
    """, effect: .write,
    bind: { sighting, encoder in
      let instant = sighting.instant.microseconds
      encoder.int8(sighting.id)
      encoder.timestamptz(microseconds: instant)
      encoder.timestamptz(
        microseconds: Timestamp(clamping: instant - Device.noteInterval).microseconds)
    })

  // MARK: Merging

  /// Locks the shoppers of some devices, always in the same order.
  static let lockShoppers = Statement<[Int64], Int64>(
    """
    select shoppers.id
    from moa.devices
    join moa.shoppers on shoppers.id = devices.shopper_id
    where devices.id = any ($1)
    order by shoppers.id
    for no key update of shoppers
    """, effect: .write,
    bind: { devices, encoder in encoder.int8Array(devices) },
    decode: { row throws(PostgresError) in try row.int8() })

  struct Move: Sendable {
    let from: Int64
    let to: Int64
    /// The first sequence number of the moved devices.
    let firstSequence: Int64
  }

  /// If both shoppers viewed a product, the later view counts. A hundred products are kept.
  static let moveViews = Statement<Move, Void>(
    """
    with moved as (
      delete from moa.recent_views where shopper_id = $1
      returning product_id, viewed_at
    ), together as (
      select product_id, max(viewed_at) as viewed_at
      from (
        select product_id, viewed_at from moved
        union all
        select product_id, viewed_at from moa.recent_views where shopper_id = $2
      ) both_shoppers
      group by product_id
    ), kept as (
      select product_id, viewed_at
      from together
      order by viewed_at desc, product_id desc
      limit \(BrowseRecentViews.countMax)
    ), dropped as (
      delete from moa.recent_views
      where shopper_id = $2 and product_id not in (select product_id from kept)
    )
    insert into moa.recent_views (shopper_id, product_id, viewed_at)
    select $2, product_id, viewed_at
    from kept
    order by product_id
    on conflict on constraint recent_views_key do update
    set viewed_at = greatest(recent_views.viewed_at, excluded.viewed_at)
    """, effect: .write,
    bind: { move, encoder in
      encoder.int8(move.from)
      encoder.int8(move.to)
    })

  static let moveDevices = Statement<Move, Void>(
    """
    update moa.devices
    set shopper_id = $2, first_sequence = $3
    where shopper_id = $1
    """, effect: .write,
    bind: { move, encoder in
      encoder.int8(move.from)
      encoder.int8(move.to)
      encoder.int8(move.firstSequence)
    })

  static let removeOthers = Statement<Int64, Void>(
    """
    delete from moa.devices
    where id <> $1 and shopper_id = (select shopper_id from moa.devices where id = $1)
    """, effect: .write,
    bind: { device, encoder in encoder.int8(device) })

  static let removeLikes = Statement<Int64, Void>(
    "delete from moa.likes where shopper_id = $1", effect: .write,
    bind: { shopper, encoder in encoder.int8(shopper) })

  /// Only for a shopper without devices and likes.
  static let removeShopper = Statement<Int64, Void>(
    "delete from moa.shoppers where id = $1", effect: .write,
    bind: { shopper, encoder in encoder.int8(shopper) })
}

extension Device {
  @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
    self.init(
      id: try row.int8(), shopperID: try row.int8(), firstSequence: try row.int8(),
      seenAt: try row.timestamp())
  }
}
