import Domain
import Postgres

/// The statements that count trending searches.
enum SearchTrendStatements {
  struct Batch: Sendable {
    let searches: [CountedSearch]
    let instant: Timestamp
  }

  /// In the order of the keys, so that two servers do not deadlock. A weight that is very much
  /// smaller than another adds nothing to it. Servers that count at the same time may count a few
  /// more queries of a device than its bound.
  static let count = Statement<Batch, Void>(
    """
    with fresh as (
      insert into moa.search_devices (query, spelling, device, searched_at)
      select query, spelling, device, $3
      from (
        select collected.query, collected.spelling, collected.device,
          known.queries + row_number() over (partition by collected.device) as place
        from unnest($1::text[], $5::text[], $2::bytea[]) as collected (query, spelling, device)
        join (
          select device,
            (select count(*) from moa.search_devices where device = devices.device) as queries
          from (select distinct device from unnest($2::bytea[]) as all_devices (device)) devices
        ) known on known.device = collected.device
        where not exists (
          select from moa.search_devices
          where query = collected.query and device = collected.device)
      ) placed
      where place <= \(CountedSearch.ofDeviceMax)
      order by query collate "C", device
      on conflict on constraint search_devices_key do nothing
      returning query
    )
    insert into moa.search_trends as trends (query, weight, searched_at)
    select query, $4 + ln(count(*)), $3
    from fresh
    group by query
    order by query collate "C"
    on conflict on constraint search_trends_key do update
      set weight = greatest(trends.weight, excluded.weight)
          + ln(1 + exp(-least(abs(trends.weight - excluded.weight), 500))),
        searched_at = greatest(trends.searched_at, excluded.searched_at)
    """,
    effect: .write,
    bind: { batch, encoder in
      encoder.textArray(batch.searches.map(\.compact))
      encoder.array(batch.searches.map(\.device.bytes), of: .bytea)
      encoder.timestamptz(microseconds: batch.instant.microseconds)
      encoder.float8(SearchTrend.logarithm(at: batch.instant))
      encoder.textArray(batch.searches.map(\.query))
    })

  /// A device has another hash each day, so devices are counted separately for the two days that
  /// the period touches.
  private static func hasDevices(_ time: String) -> String {
    """
    (select count(*) from (
      select from moa.search_devices
      where query = heaviest.query and \(time)
      limit \(SearchTrend.devicesMin)
    ) devices) = \(SearchTrend.devicesMin)
    """
  }

  /// The midnight between these two days, in UTC.
  private static let midnight =
    "(date_trunc('day', $1 at time zone 'utc') + interval '1 day') at time zone 'utc'"

  /// A trending query, or a rule for a word of one.
  struct Trending: Sendable {
    let text: String?
    let ruling: SearchRuleStatements.Ruling?

    @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
      text = try row.optionalText()
      if text == nil {
        ruling = try SearchRuleStatements.Ruling(&row)
      } else {
        ruling = nil
        try row.skip(6)
      }
    }
  }

  /// Reads the two hundred heaviest queries. Twenty devices, in the order of their hashes, show
  /// how most write a query.
  static let trending = Statement<Timestamp, Trending>(
    """
    with trending as materialized (
      select coalesce((
        select spelling
        from (
          select spelling from moa.search_devices
          where query = heaviest.query and searched_at > $1 and spelling is not null
          limit 20
        ) devices
        group by spelling
        order by count(*) desc, spelling collate "C"
        limit 1), query) as text,
        row_number() over (order by weight desc, query collate "C") as place
      from (
        select query, weight from moa.search_trends order by weight desc limit 200
      ) heaviest
      where (\(hasDevices("searched_at > $1 and searched_at < \(midnight)"))
          or \(hasDevices("searched_at > $1 and searched_at >= \(midnight)")))
      order by weight desc, query collate "C"
      limit \(SearchTrend.candidatesMax)
    )
    select text, \(SearchRuleStatements.columns)
    from (
      select text, null as kind, null as word, null as other, null as link_kind,
        null::int8 as link_id, null as link_text, place as position
      from trending
      union all
      select null, rulings.*
      from (\(SearchRuleStatements.rulings(on: words, query: "null"))) rulings
    ) answers
    order by position
    """,
    effect: .read,
    bind: { instant, encoder in encoder.timestamptz(microseconds: instant.microseconds) },
    decode: Trending.init)

  private static let words = "array(select unnest(string_to_array(text, ' ')) from trending)"
}
