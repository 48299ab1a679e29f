package import Postgres

/// The products of a vendor as rows of a sheet: one for each variant, or one for a product without.
package enum ProductSheet {
  package struct Row: Sendable {
    package let id: Int64
    /// The columns of the product: key, name, description, images, brand, maker, item type, path,
    /// tags, whether it is hidden.
    package let texts: [String]
    package let currency: String
    /// Three texts for each value: option, value, colour.
    package let options: [String]
    /// The values of the variant.
    package let choices: [String]
    package let sku: String
    package let image: String
    /// In minor units: of the variant, or of the product.
    package let amount, discount: Int64
    package let stock: Int32
  }

  /// The vendors with an identifier, or all; at most two.
  package static func vendors(
    _ identifier: String?, in transaction: Transaction
  ) async throws(PostgresError) -> [Int64] {
    try await transaction.script(ShopSnapshot.settings)
    return try await transaction.rows(vendors, identifier)
  }

  private static let vendors = Statement<String?, Int64>(
    "select id from moa.vendors where $1 is null or identifier::text = lower($1) limit 2",
    effect: .read,
    bind: { identifier, encoder in encoder.text(identifier) },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Calls `body` with the rows of all products that are not removed, also of hidden ones, some at
  /// a time.
  ///
  /// A product without a key has its code there: its rows have the same text, and no other shop has
  /// a product of that name. A `>` within a category has a backslash before it.
  package static func forEachRow(
    of vendor: Int64, in transaction: Transaction, _ body: ([Row]) async throws -> Void
  ) async throws {
    let query = """
      select products.id, array[
          coalesce(key, 'code:' || encode(uuid_send(code), 'hex')), name, description,
          array_to_string(array(
            select encode(sha256, 'hex')
            from moa.product_images
            where product_id = products.id
            order by position), '|'),
          coalesce(brand, ''), coalesce(maker, ''), coalesce(item_type_id::text, ''),
          replace(replace(array_to_string(category_path, chr(1)), '>', '\\>'), chr(1), ' > '),
          array_to_string(tags, ','), is_hidden::text],
        currency, coalesce(options, '{}'), coalesce(choices, '{}'), coalesce(sku, ''),
        coalesce(encode(image, 'hex'), ''), coalesce(variants.amount, products.amount),
        coalesce(variants.discount, products.discount), coalesce(variants.stock, products.stock)
      from moa.products
      left join moa.product_variants as variants
        on variants.product_id = products.id and options is not null
      where products.vendor_id = \(vendor) and (deleted_at is null or is_hidden)
      order by products.id, variants.position
      """
    try await transaction.forEachBatch(of: query, next, 100, body)
  }

  private static let next = Statement<Void, Row>(
    "fetch 100 from moa_export", effect: .read,
    decode: { (row) throws(PostgresError) in
      Row(
        id: try row.int8(), texts: try row.textArray(), currency: try row.text(),
        options: try row.textArray(), choices: try row.textArray(), sku: try row.text(),
        image: try row.text(), amount: try row.int8(), discount: try row.int8(),
        stock: try row.int4())
    })
}
