import Domain
import Postgres
import UseCases

/// The statements about `moa.images` and `moa.image_renditions`.
enum ImageStatements {
  struct RenditionKey: Sendable {
    let digest: ImageDigest
    let preset: ImagePreset
  }

  struct Arrival: Sendable {
    let image: PreparedImage
    /// Whether the sweep keeps the image, even if nothing refers to it.
    let isKept: Bool
  }

  struct RenditionOfImage: Sendable {
    let digest: ImageDigest
    let rendition: PreparedRendition
  }

  static let find = Statement<ImageDigest, ImageRow>(
    """
    select media_type, width, height, bytes
    from moa.images
    where sha256 = $1
    limit 1
    """, effect: .read,
    bind: { digest, encoder in encoder.bytea(digest.bytes) },
    decode: ImageRow.init)

  static let findRendition = Statement<RenditionKey, ImageRow>(
    """
    select media_type, width, height, bytes
    from moa.image_renditions
    where sha256 = $1 and preset = $2
    limit 1
    """, effect: .read,
    bind: { key, encoder in
      encoder.bytea(key.digest.bytes)
      encoder.text(key.preset.rawValue)
    },
    decode: ImageRow.init)

  struct Served: Sendable {
    let address: ImageAddress
    let summary: ImageSummary
  }

  /// The served files of some images: each original and its renditions. Nil for a file of a newer
  /// server that this one does not serve.
  static let served = Statement<Set<ImageDigest>, Served?>(
    """
    select images.sha256, file.preset, file.media_type, file.width, file.height, images.color
    from moa.images
    cross join lateral (
      select null::text as preset, images.media_type, images.width, images.height
      union all
      select made.preset, made.media_type, made.width, made.height
      from moa.image_renditions made
      where made.sha256 = images.sha256
    ) file
    where images.sha256 = any (
      array(select decode(digest, 'hex') from unnest($1::text[]) as digest))
    """,
    effect: .read,
    bind: { digests, encoder in encoder.textArray(digests.map(\.hex)) },
    decode: { (row) throws(PostgresError) in
      let digest = ImageDigest(bytes: try row.bytea())
      let preset = try row.optionalText()
      let mediaType = StoredImage.MediaType(rawValue: try row.text())
      guard let summary = try ImageSummary(&row), let digest, let mediaType else { return nil }
      let known = preset.map { ImagePreset(rawValue: $0) }
      if case .some(nil) = known { return nil }
      let address = ImageAddress(digest: digest, preset: known ?? nil, mediaType: mediaType)
      return Served(address: address, summary: summary)
    })

  /// An image is stored once. Storing it again updates its time, so that the sweep leaves it to the
  /// write that is about to refer to it; with `is_kept` it is kept for good.
  static let insert = Statement<StoredImage, Void>(
    """
    insert into moa.images as present (sha256, media_type, width, height, bytes, is_kept)
    values ($1, $2, $3, $4, $5, true)
    on conflict on constraint images_sha256_key do update
    set created_at = now(), is_kept = true
    where not present.is_kept or present.created_at < now() - interval '1 hour'
    """, effect: .write,
    bind: { image, encoder in encoder.image(image) })

  /// The colour comes with the first rendition. Stored values are not changed.
  static let insertPrepared = Statement<Arrival, Void>(
    """
    insert into moa.images as present
      (sha256, media_type, width, height, bytes, color, is_kept)
    values ($1, $2, $3, $4, $5, $6, $7)
    on conflict on constraint images_sha256_key do update
    set created_at = now(),
      is_kept = present.is_kept or excluded.is_kept,
      color = case when $8 and not exists (
          select from moa.image_renditions made where made.sha256 = excluded.sha256)
        then excluded.color else present.color end
    where present.created_at < now() - interval '1 hour'
      or (excluded.is_kept and not present.is_kept)
      or ($8 and not exists (
        select from moa.image_renditions made where made.sha256 = excluded.sha256))
    """, effect: .write,
    bind: { arrival, encoder in
      encoder.image(arrival.image.original)
      encoder.int4(arrival.image.color.number)
      encoder.bool(arrival.isKept)
      encoder.bool(!arrival.image.renditions.isEmpty)
    })

  // MARK: Removing

  struct Removal: Sendable {
    let digest: ImageDigest
    let instant: Domain.Timestamp
  }

  /// The removed ones among some images.
  static let removed = Statement<[ImageDigest], ImageDigest?>(
    """
    select sha256
    from moa.removed_images
    where sha256 = any ($1)
    """, effect: .read,
    bind: { digests, encoder in encoder.array(digests.map(\.bytes), of: .bytea) },
    decode: { (row) throws(PostgresError) in ImageDigest(bytes: try row.bytea()) })

  /// Locks the products that show an image.
  static let lockProducts = Statement<ImageDigest, Int64>(
    """
    select id
    from moa.products
    where id in (select product_id from moa.product_images where sha256 = $1)
    order by id
    for no key update
    """, effect: .write,
    bind: { digest, encoder in encoder.bytea(digest.bytes) },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Locks an image and refuses its bytes from now on, in each of its sizes.
  static let refuse = Statement<Removal, Void>(
    """
    with image as (
      select sha256 from moa.images where sha256 = $1 for update
    ), files as (
      select sha256 from image
      union
      select sha256(made.bytes)
      from moa.image_renditions made
      where made.sha256 in (select sha256 from image)
    )
    insert into moa.removed_images (sha256, removed_at)
    select sha256, $2
    from files
    on conflict on constraint removed_images_key do update
    set removed_at = excluded.removed_at
    """, effect: .write,
    bind: { removal, encoder in encoder.removal(removal) })

  /// Takes an image away from its products; the next one becomes the cover.
  static let unshow = Statement<Removal, Void>(
    """
    with gone as (
      delete from moa.product_images where sha256 = $1
      returning product_id
    ), rest as (
      select id, product_id, sha256,
        row_number() over (partition by product_id order by position) as place
      from moa.product_images
      where product_id in (select product_id from gone) and sha256 <> $1
    ), moved as (
      update moa.product_images as shown
      set position = rest.place
      from rest
      where shown.id = rest.id and shown.position <> rest.place
    )
    update moa.products
    set version = version + 1, updated_at = greatest(updated_at, $2),
      cover_sha256 = (select sha256 from rest where product_id = products.id and place = 1)
    where id in (select product_id from gone)
    """, effect: .write,
    bind: { removal, encoder in encoder.removal(removal) })

  /// With its renditions.
  static let delete = Statement<ImageDigest, Void>(
    "delete from moa.images where sha256 = $1", effect: .write,
    bind: { digest, encoder in encoder.bytea(digest.bytes) })

  // MARK: Renditions

  static let insertRendition = Statement<RenditionOfImage, Void>(
    """
    insert into moa.image_renditions (sha256, preset, media_type, width, height, bytes)
    values ($1, $2, $3, $4, $5, $6)
    on conflict on constraint image_renditions_sha256_preset_key do nothing
    """, effect: .write,
    bind: { parameters, encoder in
      let rendition = parameters.rendition
      encoder.bytea(parameters.digest.bytes)
      encoder.text(rendition.preset.rawValue)
      encoder.text(rendition.mediaType.rawValue)
      encoder.int4(Int32(clamping: rendition.width))
      encoder.int4(Int32(clamping: rendition.height))
      encoder.bytea(rendition.bytes)
    })
}

extension ParameterEncoder {
  fileprivate mutating func removal(_ removal: ImageStatements.Removal) {
    bytea(removal.digest.bytes)
    timestamptz(microseconds: removal.instant.microseconds)
  }

  /// Five parameters, in the order in which the statements name their columns.
  fileprivate mutating func image(_ image: StoredImage) {
    bytea(image.digest.bytes)
    text(image.mediaType.rawValue)
    int4(Int32(clamping: image.width))
    int4(Int32(clamping: image.height))
    bytea(image.bytes)
  }
}

/// A row of `moa.images` or `moa.image_renditions` without its key.
struct ImageRow: Sendable {
  private let mediaType: String
  private let width: Int32
  private let height: Int32
  private let bytes: [UInt8]

  init(_ row: inout RowDecoder) throws(PostgresError) {
    mediaType = try row.text()
    width = try row.int4()
    height = try row.int4()
    bytes = try row.bytea()
  }

  /// - Throws: `.bug` if a newer server stored a type that this one does not serve.
  func image(_ digest: ImageDigest) throws(Failure) -> StoredImage {
    StoredImage(
      digest: digest, mediaType: try knownType(of: digest), bytes: bytes, width: Int(width),
      height: Int(height))
  }

  /// - Throws: `.bug` for the same reason as `image`.
  func rendition(_ key: ImageStatements.RenditionKey) throws(Failure) -> PreparedRendition {
    PreparedRendition(
      preset: key.preset, mediaType: try knownType(of: key.digest), width: Int(width),
      height: Int(height), bytes: bytes)
  }

  private func knownType(of digest: ImageDigest) throws(Failure) -> StoredImage.MediaType {
    guard let known = StoredImage.MediaType(rawValue: mediaType) else {
      throw .bug("image \(digest) in the store has the unknown media type \(mediaType)")
    }
    return known
  }
}
