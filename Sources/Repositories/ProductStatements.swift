import Domain
import Postgres
import UseCases

/// The statements that read single products.
enum ProductStatements {
  /// Reads a product with its images: one row for each image, or one row without an image.
  static let find = Statement<Int64, StoredProduct>(
    "\(product()) where p.id = $1 and p.deleted_at is null order by shown.position",
    effect: .read,
    bind: { id, encoder in encoder.int8(id) },
    decode: StoredProduct.init)

  /// Reads a product for a write, also a hidden one.
  static let findForWriting = Statement<Int64, StoredProduct>(
    "\(product()) where p.id = $1 and (\(isOpen("p"))) order by shown.position",
    effect: .read,
    bind: { id, encoder in encoder.int8(id) },
    decode: StoredProduct.init)

  /// Reads products for a write, also hidden ones; the rows of one follow each other.
  static let findAllForWriting = Statement<[Int64], StoredProduct>(
    "\(product()) where p.id = any ($1) order by p.id, shown.position",
    effect: .read,
    bind: { ids, encoder in encoder.int8Array(ids) },
    decode: StoredProduct.init)

  /// Those of some products that were not removed; the rows of one follow each other.
  static let findAllOpen = Statement<[Int64], StoredProduct>(
    "\(product()) where p.id = any ($1) and (\(isOpen("p"))) order by p.id desc, shown.position",
    effect: .read,
    bind: { ids, encoder in encoder.int8Array(ids) },
    decode: StoredProduct.init)

  /// The condition on a product for writes: it was not removed.
  static func isOpen(_ table: String) -> String {
    "\(table).deleted_at is null or \(table).is_hidden"
  }

  /// Reads a product by its code.
  static let findByCode = Statement<ProductCode, StoredProduct>(
    "\(product()) where p.code = $1 and p.deleted_at is null order by shown.position",
    effect: .read,
    bind: { code, encoder in encoder.uuid(code.bytes) },
    decode: StoredProduct.init)

  static let isRemoved = Statement<Int64, Bool>(
    "select exists (select from moa.products where id = $1 and deleted_at is not null)",
    effect: .read,
    bind: { id, encoder in encoder.int8(id) },
    decode: { (row) throws(PostgresError) in try row.bool() })

  /// Reads products with their images: one row for each image, or one row without an image. Only
  /// the row of the first image has the description, which is long.
  ///
  /// - Parameter source: the table of the products, or a query's name that has all its columns.
  static func product(from source: String = "moa.products") -> String {
    """
      select \(columns), p.maker, p.mall, p.link, p.category_path,
        p.delivery_is_free, p.delivery_free_limit, p.delivery_fee, p.delivery_by_area,
        p.delivery_areas, p.item_type_id, p.is_hidden, p.key, \(StoredVariants.columns),
        shown.id, images.sha256, images.color,
        images.media_type, images.width, images.height, octet_length(images.bytes),
        thumb.media_type, thumb.width, thumb.height, octet_length(thumb.bytes),
        cell.media_type, cell.width, cell.height, octet_length(cell.bytes),
        large.media_type, large.width, large.height, octet_length(large.bytes),
        wide.media_type, wide.width, wide.height, octet_length(wide.bytes)
      from \(source) p
      \(ProductColumns.summary.vendor)
      left join moa.product_images shown on shown.product_id = p.id
      left join moa.images on images.sha256 = shown.sha256
      left join moa.image_renditions thumb
        on thumb.sha256 = shown.sha256 and thumb.preset = 'thumb'
      left join moa.image_renditions cell
        on cell.sha256 = shown.sha256 and cell.preset = 'cell'
      left join moa.image_renditions large
        on large.sha256 = shown.sha256 and large.preset = 'full'
      left join moa.image_renditions wide
        on wide.sha256 = shown.sha256 and wide.preset = 'wide'
      \(StoredVariants.join)
    """
  }

  private static let columns = ProductColumns.summary.shown.replacing(
    "p.description",
    with: "case when coalesce(shown.position, 1) = 1 then p.description else '' end")
}
