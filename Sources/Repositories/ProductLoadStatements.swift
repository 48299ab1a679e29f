import Domain
import Postgres

/// The statements that add very many products at once.
enum ProductLoadStatements {
  struct NewVendor: Sendable {
    let identifier: VendorIdentifier
    let name: Title
    let secretHash: String
    let createdAt: Timestamp
  }

  struct NewRow: Sendable {
    let id: Int64
    let imageID: Int64
    let item: PostgresProductLoad.Item
    let cover: Cover
    let document: SearchDocument
  }

  /// An image with the columns that list statements read.
  struct Cover: Sendable {
    let digest: ImageDigest
    let color: Int32
    let tile, cell: File

    struct File: Sendable {
      let name: String
      let width, height, bytes: Int32

      init(_ row: inout RowDecoder) throws(PostgresError) {
        name = try row.text()
        width = try row.int4()
        height = try row.int4()
        bytes = try row.int4()
      }
    }
  }

  static let insertVendor = Statement<NewVendor, Int64>(
    """
    insert into moa.vendors (identifier, name, secret_hash, created_at)
    values ($1, $2, $3, $4)
    on conflict on constraint vendors_identifier_unique
      do update set identifier = excluded.identifier
    returning id
    """, effect: .write,
    bind: { vendor, encoder in
      encoder.uuid(vendor.identifier.bytes)
      encoder.text(vendor.name.text)
      encoder.text(vendor.secretHash)
      encoder.timestamptz(microseconds: vendor.createdAt.microseconds)
    },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Every writer of products takes this lock first, so that ids become visible in order.
  static let lock = Statement<Void, Void>(
    """
    select from moa.product_counts
    where list = 0
    for update
    """, effect: .write)

  /// The number of products.
  static let count = Statement<Void, Int64>(
    "select held from moa.product_counts where list = 0", effect: .read,
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Ids for this many products, and for one image of each.
  static let ids = Statement<Int, (products: [Int64], images: [Int64])>(
    """
    select array_agg(nextval(products)), array_agg(nextval(images))
    from (
      select pg_get_serial_sequence('moa.products', 'id')::regclass as products,
        pg_get_serial_sequence('moa.product_images', 'id')::regclass as images
      offset 0
    ) sequences
    cross join generate_series(1, $1)
    """,
    effect: .write,
    bind: { count, encoder in encoder.int8(Int64(count)) },
    decode: { (row) throws(PostgresError) in (try row.int8Array(), try row.int8Array()) })

  static let cover = Statement<ImageDigest, Cover>(
    """
    select images.sha256, images.color, tile.file, tile.width, tile.height, tile.bytes, cell.file,
      cell.width, cell.height, cell.bytes
    from moa.images
    cross join lateral moa.served_image(sha256, 'thumb') as tile
    cross join lateral moa.served_image(sha256, 'cell') as cell
    where sha256 = $1
    """,
    effect: .read,
    bind: { digest, encoder in encoder.bytea(digest.bytes) },
    decode: { (row) throws(PostgresError) in
      guard let digest = try row.imageDigest() else { throw row.mismatch("no digest") }
      return Cover(
        digest: digest, color: try row.int4(), tile: try Cover.File(&row),
        cell: try Cover.File(&row))
    })

  static let products = CopyStatement<NewRow>(
    """
    copy moa.products
      (\(ProductWriting.contentNames()), updated_at, vendor_id, created_at, id, code,
        review_count, review_average, cover_sha256, cover_color, tile_file, tile_width,
        tile_height, tile_bytes, cell_file, cell_width, cell_height, cell_bytes)
    from stdin (format binary)
    """,
    bind: { row, encoder in
      encoder.content(of: row.item.draft)
      encoder.timestamptz(microseconds: row.item.createdAt.microseconds)
      encoder.int8(row.item.vendorID)
      encoder.timestamptz(microseconds: row.item.createdAt.microseconds)
      encoder.int8(row.id)
      encoder.uuid(code(of: row.id))
      encoder.int4(Int32(clamping: row.item.reviews.count))
      encoder.float8(row.item.reviews.average)
      encoder.bytea(row.cover.digest.bytes)
      encoder.int4(row.cover.color)
      for file in [row.cover.tile, row.cover.cell] {
        encoder.text(file.name)
        encoder.int4(file.width)
        encoder.int4(file.height)
        encoder.int4(file.bytes)
      }
    })

  static let images = CopyStatement<NewRow>(
    "copy moa.product_images (id, product_id, position, sha256) from stdin (format binary)",
    bind: { row, encoder in
      encoder.int8(row.imageID)
      encoder.int8(row.id)
      encoder.int2(1)
      encoder.bytea(row.item.image.bytes)
    })

  static let search = CopyStatement<NewRow>(
    """
    copy moa.product_search (product_id, title, body, grams, is_sold_out)
    from stdin (format binary)
    """,
    bind: { row, encoder in
      encoder.int8(row.id)
      encoder.texts(of: row.document)
      encoder.bool(row.item.draft.stock.isSoldOut)
    })

  /// The same code for the same id on every machine, and a different one for every other id: both
  /// halves are one-to-one.
  ///
  /// Source: Steele, Lea, Flood, "Fast Splittable Pseudorandom Number Generators" (SplitMix64).
  private static func code(of id: Int64) -> [UInt8] {
    [0 as UInt64, 0x9E37_79B9_7F4A_7C15].flatMap { salt in
      var mixed = UInt64(bitPattern: id) ^ salt
      mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
      mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
      mixed ^= mixed >> 31
      return stride(from: 56, through: 0, by: -8).map { UInt8(truncatingIfNeeded: mixed >> $0) }
    }
  }
}
