import Postgres
package import UseCases

/// The uploads of vendors, in `moa.vendor_uploads`.
extension PostgresStore: UploadQuotaRepository {
  package func take(
    images: Int, of vendorID: Int64, limit: Int
  ) async throws(Failure) -> Int? {
    let taking = Taking(vendorID: vendorID, images: images, limit: limit)
    guard let seconds = try await first(Self.take, taking, mayRepeat: true) else {
      throw Failure.bug("taking a quota returned no row")
    }
    return seconds == 0 ? nil : max(1, Int(seconds))
  }

  private struct Taking: Sendable {
    let vendorID: Int64
    let images: Int
    let limit: Int
  }

  /// One statement, so that two uploads cannot both take the last of the quota. Returns zero if it
  /// was taken, otherwise the seconds until the quota renews. Does not wait for the disk or a
  /// standby: a crash may lose the last counted images.
  private static let take = Statement<Taking, Int32>(
    """
    with hurry as materialized (
      select set_config('synchronous_commit', 'off', true)
    ), taken as (
      insert into moa.vendor_uploads as known (vendor_id, day_began, images)
      select $1, now(), $2
      from hurry
      where $2 <= $3
      on conflict on constraint vendor_uploads_vendor_id_key do update
      set day_began = case when known.day_began <= now() - interval '1 day'
          then now() else known.day_began end,
        images = case when known.day_began <= now() - interval '1 day'
          then excluded.images else known.images + excluded.images end
      where known.day_began <= now() - interval '1 day'
        or known.images + excluded.images <= $3
      returning 1
    )
    select case when exists (select from taken) then 0 else coalesce((
      select greatest(1, ceil(extract(epoch from day_began + interval '1 day' - now())))::int4
      from moa.vendor_uploads
      where vendor_id = $1), 86400) end
    """,
    effect: .write,
    bind: { taking, encoder in
      encoder.int8(taking.vendorID)
      encoder.int4(Int32(clamping: taking.images))
      encoder.int4(Int32(clamping: taking.limit))
    },
    decode: { (row) throws(PostgresError) in try row.int4() })
}
