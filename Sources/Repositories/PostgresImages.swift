package import Domain
package import Postgres
package import UseCases

/// Images in `moa.images`, each under the digest of its octets.
package struct PostgresImages: ImageRepository {
  private let pool: Pool

  /// `pool` belongs to the loop that all calls come from.
  package init(_ pool: Pool) {
    self.pool = pool
  }

  package func find(_ digest: ImageDigest) async throws(Failure) -> StoredImage? {
    do {
      return try await pool.first(Self.find, digest)?.image(digest)
    } catch { throw Failure(error) }
  }

  package func add(_ image: StoredImage) async throws(Failure) {
    do {
      try await pool.execute(Self.insert, image)
    } catch { throw Failure(error) }
  }

  private static let find = Statement<ImageDigest, ImageRow>(
    """
    select media_type, width, height, octets
    from moa.images
    where sha256 = $1
    limit 1
    """,
    bind: { digest, encoder in encoder.bytea(digest.octets) },
    decode: ImageRow.init)

  /// The same image twice is one row.
  static let insert = Statement<StoredImage, Void>(
    """
    insert into moa.images (sha256, media_type, width, height, octets)
    values ($1, $2, $3, $4, $5)
    on conflict on constraint images_sha256_key do nothing
    """,
    bind: { image, encoder in
      encoder.bytea(image.digest.octets)
      encoder.text(image.mediaType.rawValue)
      encoder.int4(Int32(clamping: image.width))
      encoder.int4(Int32(clamping: image.height))
      encoder.bytea(image.octets)
    })
}

/// A row of `moa.images` without its key.
private struct ImageRow: Sendable {
  let mediaType: String
  let width: Int32
  let height: Int32
  let octets: [UInt8]

  init(_ row: inout RowDecoder) throws(PostgresError) {
    mediaType = try row.text()
    width = try row.int4()
    height = try row.int4()
    octets = try row.bytea()
  }

  /// - Throws: `.bug` when a newer server stored a type that this one does not serve.
  func image(_ digest: ImageDigest) throws(Failure) -> StoredImage {
    guard let mediaType = StoredImage.MediaType(rawValue: mediaType) else {
      throw .bug("image \(digest) in the store has the unknown media type \(mediaType)")
    }
    return StoredImage(
      digest: digest, mediaType: mediaType, octets: octets, width: Int(width),
      height: Int(height))
  }
}
