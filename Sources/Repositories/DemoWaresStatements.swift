import Domain
import Postgres
import UseCases

/// The statements that load the vendors and products of the demo shop.
enum DemoWaresStatements {
  struct Particulars: Sendable {
    let id: Int64
    let code: ProductCode
    let reviews: ReviewScore
    /// Null is stored if the shop does not have this item type.
    let itemType: Int64?
  }

  /// Changes the row that `DemoShopStatements.mark` made, once.
  static let mark = Statement<Void, Void>(
    "update moa.demo_shop set has_products = true where not has_products", effect: .write)

  /// Counts removed products too.
  static let productsExist = Statement<Void, Bool>(
    "select exists (select from moa.products)", effect: .read,
    decode: { (row) throws(PostgresError) in try row.bool() })

  /// An existing vendor keeps its name and secret.
  static let insertVendor = Statement<DemoVendor, Int64>(
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

  /// Sets the code, the reviews and the item type of a demo product.
  static let particulars = Statement<Particulars, Void>(
    """
    update moa.products
    set code = $2, review_count = $3, review_average = $4,
      item_type_id = (select id from moa.item_types where id = $5)
    where id = $1
    """, effect: .write,
    bind: { particulars, encoder in
      encoder.int8(particulars.id)
      encoder.uuid(particulars.code.bytes)
      encoder.int4(Int32(clamping: particulars.reviews.count))
      encoder.float8(particulars.reviews.average)
      encoder.int8(particulars.itemType)
    })
}
