import Domain
import Postgres
import UseCases

/// The statements that change products.
enum ProductWriting {
  struct New: Sendable {
    let vendor: Int64
    let draft: ProductDraft
    /// The digests of its images, in the order of display.
    let images: [ImageDigest]
    let createdAt: Timestamp
  }

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

  /// Returns the ids, in the order of the products. Their images must be stored before. One
  /// statement, because other writers wait for this one until its commit; they do so before ids are
  /// taken, so that ids become visible in their order.
  static let insert = RowsStatement<New, Int64>(
    """
    with new as (
      select nextval(pg_get_serial_sequence('moa.products', 'id')) as id, given.*
      from (select moa.product_counts_lock() offset 0) locked
      cross join \(SQL.rows(content + [
        "created_at", "vendor_id", "is_hidden", "key", "images::text[]", "title", "body",
        "grams::integer[]", "terms::text[]",
      ])) given
    ), created as (
      insert into moa.products
        (id, \(contentNames()), updated_at, created_at, vendor_id, is_hidden, deleted_at, key,
          cover_sha256)
      select id, \(contentNames()), created_at, created_at, vendor_id, is_hidden,
        case when is_hidden then created_at end, key, decode(images[1], 'hex')
      from new
    ), shown as (
      insert into moa.product_images (product_id, position, sha256)
      select id, position, decode(digest, 'hex')
      from new cross join unnest(images) with ordinality as image (digest, position)
    ), searched as (
      insert into moa.product_search (product_id, title, body, grams, is_sold_out)
      select id, title, body, grams, stock = 0 from new where not is_hidden
    ), counted as (
      insert into moa.search_term_changes (terms, change)
      select terms, 1 from new where not is_hidden
    )
    select id from new order by id
    """, effect: .write,
    bind: { product, encoder in
      let document = SearchDocument(product.draft)
      encoder.content(of: product.draft)
      encoder.timestamptz(microseconds: product.createdAt.microseconds)
      encoder.int8(product.vendor)
      encoder.bool(product.draft.isHidden)
      encoder.text(product.draft.details.key?.text)
      encoder.textArray(product.images.map(\.hex))
      encoder.texts(of: document)
      encoder.textArray(document.terms)
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

  /// Changes products and reads them: one round trip less while others wait for them. Their images
  /// must be arranged before, and their variants replaced.
  static let update = RowsStatement<Edit, StoredProduct>(
    """
    with changed as (
      update moa.products
      set (\(contentNames())) = row(\(contentNames("new."))),
        updated_at = new.updated_at, cover_sha256 = new.cover_sha256, version = version + 1,
        is_hidden = new.is_hidden, key = new.key,
        deleted_at = case when new.is_hidden then coalesce(deleted_at, new.updated_at) end
      from \(SQL.rows(content + ["updated_at", "cover_sha256", "id", "is_hidden", "key"])) new
      where products.id = new.id
      returning products.*
    ), searched as (
      update moa.product_search
      set is_sold_out = changed.stock = 0
      from changed
      where product_id = changed.id and is_sold_out <> (changed.stock = 0)
    )
    \(ProductStatements.product(from: "changed")) order by p.id, shown.position
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

  /// Replaces the texts by which products are found, or makes them findable.
  static let searchAnew = RowsStatement<Renaming, Void>(
    """
    with new as \(SQL.rows([
      "id", "title", "body", "grams::integer[]", "old_terms::text[]", "terms::text[]", "is_sold_out"
    ])), counted as (
      insert into moa.search_term_changes (terms, change)
      select old_terms, -1 from new union all select terms, 1 from new
    )
    insert into moa.product_search (product_id, title, body, grams, is_sold_out)
    select id, title, body, grams, is_sold_out from new
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

  static let deferPositions = Statement<Void, Void>(
    "set constraints moa.product_images_position_unique deferred", effect: .write)

  /// New images must be stored before. Images without an id are added; images not listed are
  /// removed.
  static let arrange = RowsStatement<Arrangement, Void>(
    """
    with arranged as \(SQL.rows(["product_id", "ids::bigint[]", "digests::text[]"])), wanted as (
      select product_id, nullif(id, 0) as id, decode(digest, 'hex') as sha256, position
      from arranged
      cross join unnest(ids, digests) with ordinality as image (id, digest, position)
    ), taken_away as (
      delete from moa.product_images as shown
      using arranged
      where shown.product_id = arranged.product_id and shown.id <> all (ids)
    ), moved as (
      update moa.product_images as shown
      set position = wanted.position
      from wanted
      where shown.id = wanted.id and shown.product_id = wanted.product_id
    )
    insert into moa.product_images (product_id, position, sha256)
    select product_id, position, sha256
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
  static let unfind = RowsStatement<(id: Int64, terms: [String]), Void>(
    """
    with gone as \(SQL.rows(["id", "terms::text[]"])), \(lost)
    \(counted)
    """, effect: .write,
    bind: { product, encoder in
      encoder.int8(product.id)
      encoder.textArray(product.terms)
    })

  /// Their images and variants stay until the sweep removes them; their ids and codes are never
  /// used again. Other variants may have the article numbers of their variants.
  static let remove = RowsStatement<Removal, Void>(
    """
    with gone as \(SQL.rows(["id", "terms::text[]", "at"])), \(lost), counted as (
      \(counted)
    ), sold as (
      update moa.product_variants
      set sku = null, removed_sku = sku
      from gone
      where product_id = gone.id and sku is not null
    )
    update moa.products
    set deleted_at = at, version = version + 1, was_hidden = is_hidden, is_hidden = false
    from gone
    where products.id = gone.id
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

  /// Takes products out of searches, unless they are hidden already.
  private static let lost = """
    lost as (
      delete from moa.product_search using gone where product_id = gone.id
      returning terms
    )
    """
  private static let counted =
    "insert into moa.search_term_changes (terms, change) select terms, -1 from lost"

  /// The columns of ``ParameterEncoder/content(of:)``, with the casts of rows.
  static let content = [
    "name", "description", "currency", "amount", "discount", "stock", "brand", "maker", "mall",
    "link", "type", "category_path::text[]", "tags::text[]", "delivery_is_free",
    "delivery_free_limit", "delivery_fee", "delivery_by_area", "delivery_areas::text[]",
    "item_type_id", "options::text[]", "price_varies",
  ]

  static func contentNames(_ prefix: String = "") -> String {
    content.map { prefix + $0.prefix { $0 != ":" } }.joined(separator: ", ")
  }
}

extension ParameterEncoder {
  /// Three parameters.
  mutating func texts(of document: SearchDocument) {
    text(document.title)
    text(document.body)
    array(document.grams, of: .int4)
  }

  /// The parameters of ``ProductWriting/content``.
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
