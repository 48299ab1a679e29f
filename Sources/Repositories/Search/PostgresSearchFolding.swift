import Domain
import Postgres
package import UseCases

/// Folds stored texts again after an upgrade to a program that folds them otherwise, product by
/// product, while the shop is open. `moa.search_folding` says how far that is.
///
/// It walks through the products twice: a server of the release before may store a text after the
/// first walk has passed it. The second one comes when no such server runs any more.
extension PostgresStore {
  package func foldAgain() async throws(Failure) -> Bool {
    try await transaction { transaction in
      guard let end = try await transaction.first(SearchFolding.progress, ()) else { return false }
      if end == 0 { try await transaction.foldRulesAgain() }
      let texts = try await transaction.rows(
        SearchFolding.texts, .init(after: end, limit: SearchFolding.productsMax))
      for text in texts where !text.isCurrent {
        try await transaction.foldAgain(text.product)
      }
      let next = texts.count == SearchFolding.productsMax ? texts.last?.product : nil
      try await transaction.execute(SearchFolding.proceed, next)
      return next != nil
    }
  }
}

extension Transaction {
  /// Reads the product again when it is locked: it may have been changed, or removed, meanwhile.
  fileprivate func foldAgain(_ product: Int64) async throws {
    guard try await first(ProductWriting.lock, product) != nil,
      let text = try await first(SearchFolding.texts, .init(after: product - 1, limit: 1)),
      text.product == product,
      !text.isCurrent
    else { return }
    let renaming = ProductWriting.Renaming(
      id: product, oldTerms: SearchDocument.terms(of: text.title), new: text.document,
      isSoldOut: text.isSoldOut)
    try await execute(ProductWriting.searchAnew, [renaming])
  }
}

private enum SearchFolding {
  /// Products of one transaction.
  static let productsMax = 200

  /// A product with its stored title and body.
  struct Text: Sendable {
    let product: Int64
    let document: SearchDocument
    let title, body: String
    let isSoldOut: Bool

    var isCurrent: Bool {
      title.utf8.elementsEqual(document.title.utf8) && body.utf8.elementsEqual(document.body.utf8)
    }
  }

  /// The longest that servers of two releases run side by side.
  private static let upgrade = "interval '1 hour'"

  /// The last product that was folded again. No row when all were, between the two walks, and while
  /// another server does it.
  static let progress = Statement<Void, Int64>(
    """
    select product_id
    from moa.search_folding
    where version < \(FoldedText.version)
      and (walked_version < \(FoldedText.version) or walked_at <= now() - \(upgrade))
    for update skip locked
    """, effect: .write,
    decode: { row throws(PostgresError) in try row.int8() })

  struct Place: Sendable {
    let after: Int64
    let limit: Int
  }

  static let texts = Statement<Place, Text>(
    """
    select id, name, brand, maker, title, body, is_sold_out
    from moa.products
    join moa.product_search on product_id = id
    where id > $1 and deleted_at is null
    order by id
    limit $2
    """, effect: .read,
    bind: { place, encoder in
      encoder.int8(place.after)
      encoder.int8(Int64(place.limit))
    },
    decode: { row throws(PostgresError) in
      Text(
        product: try row.int8(),
        document: SearchDocument(
          title: try row.text(), brand: try row.optionalText(), maker: try row.optionalText()),
        title: try row.text(), body: try row.text(), isSoldOut: try row.bool())
    })

  /// Nil when all products were folded.
  static let proceed = Statement<Int64?, Void>(
    """
    update moa.search_folding
    set product_id = coalesce($1, 0),
      version = case
        when $1 is null and walked_version = \(FoldedText.version) then walked_version
        else version
      end,
      walked_version = case when $1 is null then \(FoldedText.version) else walked_version end,
      walked_at = case when $1 is null then now() else walked_at end
    """, effect: .write,
    bind: { product, encoder in encoder.int8(product) })
}
