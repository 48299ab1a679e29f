import Domain
import Postgres
import UseCases

/// The statements that change products.
enum ProductWriting {
  struct Edit: Sendable {
    let id: Int64
    let draft: ProductDraft
    let updatedAt: Timestamp
    /// The digest of the new first image.
    let cover: ImageDigest?
  }

  struct Removal: Sendable {
    let id: Int64
    let instant: Timestamp
    /// The words of its title.
    let terms: [String]
  }

  /// The texts by which a product is found after a change, and its terms before: none if it was
  /// hidden.
  struct Renaming: Sendable {
    let id: Int64
    let oldTerms: [String]
    let new: SearchDocument
    let isSoldOut: Bool
  }

  struct Arrangement: Sendable {
    let id: Int64
    let images: [ArrangedImage]
  }

  /// The images must be stored before. One statement, because other writers wait for this one until
  /// its commit.
  static let insert = Statement<ProductCreation, Int64>(
    """
    with created as (
      insert into moa.products
        (name, description, currency, amount, discount, stock, brand, maker, mall, link, type,
          category_path, tags, delivery_is_free, delivery_free_limit, delivery_fee,
          delivery_by_area, delivery_areas, item_type_id, options, price_varies, updated_at,
          cover_sha256, vendor_id, created_at, is_hidden, deleted_at, key)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18,
        $19, $20, $21, $22, $23, $24, $25, $32, case when $32 then $25 end, $33)
      returning id, is_hidden
    ), shown as (
      insert into moa.product_images (product_id, position, sha256)
      select created.id, image.position, decode(image.digest, 'hex')
      from created cross join unnest($26::text[]) with ordinality as image (digest, position)
    ), searched as (
      insert into moa.product_search (product_id, title, body, grams, is_sold_out)
      select id, $27, $28, $29, $31 from created where not is_hidden
    ), counted as (
      insert into moa.search_term_changes (terms, change)
      select $30, 1 from created where not is_hidden
    )
    select id from created
    """, effect: .write,
    bind: { creation, encoder in
      encoder.content(of: creation.draft)
      encoder.timestamptz(microseconds: creation.createdAt.microseconds)
      encoder.bytea(creation.images.first?.original.digest.bytes)
      encoder.int8(creation.vendor.id)
      encoder.timestamptz(microseconds: creation.createdAt.microseconds)
      encoder.textArray(creation.images.map(\.original.digest.hex))
      let document = SearchDocument(creation.draft)
      encoder.texts(of: document)
      encoder.textArray(document.terms)
      encoder.bool(creation.draft.stock.isSoldOut)
      encoder.bool(creation.draft.isHidden)
      encoder.text(creation.draft.details.key?.text)
    },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Locks a product. Read it after this: what was read before the wait may be outdated.
  static let lock = Statement<Int64, Int64>(
    """
    select id
    from moa.products
    where id = $1 and (\(ProductStatements.isOpen("products")))
    for no key update
    """, effect: .write,
    bind: { id, encoder in encoder.int8(id) },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Changes a product and reads it: one round trip less while others wait for it. Its images must
  /// be arranged before, and its variants replaced.
  static let update = Statement<Edit, StoredProduct>(
    """
    with changed as (
      update moa.products
      set name = $1, description = $2, currency = $3, amount = $4, discount = $5, stock = $6,
        brand = $7, maker = $8, mall = $9, link = $10, type = $11, category_path = $12,
        tags = $13, delivery_is_free = $14, delivery_free_limit = $15, delivery_fee = $16,
        delivery_by_area = $17, delivery_areas = $18, item_type_id = $19, options = $20,
        price_varies = $21, updated_at = $22, cover_sha256 = $23, version = version + 1,
        is_hidden = $25, deleted_at = case when $25 then coalesce(deleted_at, $22) end, key = $26
      where id = $24
      returning *
    )
    \(ProductStatements.product(from: "changed")) order by shown.position
    """, effect: .write,
    bind: { edit, encoder in
      encoder.content(of: edit.draft)
      encoder.timestamptz(microseconds: edit.updatedAt.microseconds)
      encoder.bytea(edit.cover?.bytes)
      encoder.int8(edit.id)
      encoder.bool(edit.draft.isHidden)
      encoder.text(edit.draft.details.key?.text)
    },
    decode: StoredProduct.init)

  /// Replaces the texts by which it is found, or makes it findable.
  static let searchAnew = Statement<Renaming, Void>(
    """
    with counted as (
      insert into moa.search_term_changes (terms, change) values ($5, -1), ($6, 1)
    )
    insert into moa.product_search (product_id, title, body, grams, is_sold_out)
    values ($1, $2, $3, $4, $7)
    on conflict on constraint product_search_key do update
    set title = excluded.title, body = excluded.body, grams = excluded.grams,
      is_sold_out = excluded.is_sold_out
    """, effect: .write,
    bind: { renaming, encoder in
      encoder.int8(renaming.id)
      encoder.texts(of: renaming.new)
      encoder.textArray(renaming.oldTerms)
      encoder.textArray(renaming.new.terms)
      encoder.bool(renaming.isSoldOut)
    })

  /// Does not change the index of texts.
  static let showStock = Statement<(id: Int64, isSoldOut: Bool), Void>(
    "update moa.product_search set is_sold_out = $2 where product_id = $1", effect: .write,
    bind: { product, encoder in
      encoder.int8(product.id)
      encoder.bool(product.isSoldOut)
    })

  static let deferPositions = Statement<Void, Void>(
    "set constraints moa.product_images_position_unique deferred", effect: .write)

  /// New images must be stored before. Images without an id are added; images not listed are
  /// removed.
  static let arrange = Statement<Arrangement, Void>(
    """
    with wanted as (
      select nullif(id, 0) as id, decode(digest, 'hex') as sha256, position
      from unnest($2::bigint[], $3::text[]) with ordinality as image (id, digest, position)
    ), taken_away as (
      delete from moa.product_images
      where product_id = $1 and id not in (select id from wanted where id is not null)
    ), moved as (
      update moa.product_images as shown
      set position = wanted.position
      from wanted
      where shown.id = wanted.id and shown.product_id = $1
    )
    insert into moa.product_images (product_id, position, sha256)
    select $1, position, sha256
    from wanted
    where id is null
    """, effect: .write,
    bind: { arrangement, encoder in
      encoder.int8(arrangement.id)
      encoder.int8Array(arrangement.images.map { $0.keptID ?? 0 })
      encoder.textArray(
        arrangement.images.map { image in
          switch image {
          case .kept: ""
          case .new(let image): image.original.digest.hex
          case .stored(let digest): digest.hex
          }
        })
    })

  /// No search finds a hidden product.
  static let unfind = Statement<(id: Int64, terms: [String]), Void>(
    "\(lost) \(counted)", effect: .write,
    bind: { product, encoder in
      encoder.int8(product.id)
      encoder.textArray(product.terms)
    })

  /// Its images and variants stay until the sweep removes them; its id and its code are never used
  /// again. Other variants may have the article numbers of its variants.
  static let remove = Statement<Removal, Void>(
    """
    \(lost), counted as (
      \(counted)
    ), sold as (
      update moa.product_variants
      set sku = null, removed_sku = sku
      where product_id = $1 and sku is not null
    )
    update moa.products
    set deleted_at = $3, version = version + 1, was_hidden = is_hidden, is_hidden = false
    where id = $1
    """, effect: .write,
    bind: { removal, encoder in
      encoder.int8(removal.id)
      encoder.textArray(removal.terms)
      encoder.timestamptz(microseconds: removal.instant.microseconds)
    })

  /// Locks a product that was removed after an instant.
  static let lockRemoved = Statement<(id: Int64, limit: Timestamp), Int64>(
    """
    select id
    from moa.products
    where id = $1 and deleted_at > $2 and not is_hidden
    for no key update
    """, effect: .write,
    bind: { product, encoder in
      encoder.int8(product.id)
      encoder.timestamptz(microseconds: product.limit.microseconds)
    },
    decode: { (row) throws(PostgresError) in try row.int8() })

  /// Takes a removal back, but for searches.
  static let restore = Statement<(id: Int64, instant: Timestamp), Void>(
    """
    with sold as (
      update moa.product_variants
      set sku = removed_sku, removed_sku = null
      where product_id = $1 and removed_sku is not null
    )
    update moa.products
    set deleted_at = case when was_hidden then deleted_at end, is_hidden = was_hidden,
      was_hidden = false, version = version + 1, updated_at = greatest(updated_at, $2)
    where id = $1
    """, effect: .write,
    bind: { product, encoder in
      encoder.int8(product.id)
      encoder.timestamptz(microseconds: product.instant.microseconds)
    })

  /// Takes a product out of searches, unless it is hidden already.
  private static let lost = """
    with lost as (
      delete from moa.product_search where product_id = $1
      returning product_id
    )
    """
  private static let counted =
    "insert into moa.search_term_changes (terms, change) select $2, -1 from lost"
}

extension ParameterEncoder {
  /// Three parameters.
  mutating func texts(of document: SearchDocument) {
    text(document.title)
    text(document.body)
    array(document.grams, of: .int4)
  }

  /// Twenty-one parameters, in the order of the columns of insert and update.
  mutating func content(of draft: ProductDraft) {
    let details = draft.details
    text(draft.name.text)
    text(draft.description.text)
    text(draft.price.currency.rawValue)
    int8(draft.price.amount)
    int8(draft.price.discount)
    int4(Int32(clamping: draft.stock.count))
    text(details.brand?.text)
    text(details.maker?.text)
    text(details.mall?.text)
    text(details.link?.text)
    int2(Int16(clamping: details.type.number))
    textArray(details.categoryPath.map(\.text))
    textArray(details.tags.all.map(\.rawValue))
    bool(details.delivery?.isFree)
    int8(details.delivery?.freeLimit)
    int8(details.delivery?.fee)
    bool(details.delivery?.isBillingByAreaWhenFree)
    textArray(details.delivery?.areaTexts)
    int8(details.itemType)
    textArray(draft.variants?.options.storedTexts)
    bool(draft.variants?.pricesDiffer)
  }
}
