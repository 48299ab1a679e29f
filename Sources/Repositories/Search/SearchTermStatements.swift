import Domain
import Postgres
import UseCases

/// The statements about the terms in titles.
enum SearchTermStatements {
  /// The most changes counted in one transaction.
  static let changesMax = 1_000

  struct Change: Sendable {
    let terms: [String]
    let change: Int64
  }

  struct Counted: Sendable {
    let term: String
    let change: Int64

    init(_ term: String, _ change: Int64) {
      self.term = term
      self.change = change
    }
  }

  /// The changes in the order of their terms: all writers lock terms in this order.
  static func counted(_ changes: [String: Int64]) -> [Counted] {
    changes.filter { $0.value != 0 }.map { Counted($0.key, $0.value) }
      .sorted { $0.term < $1.term }
  }

  /// Terms that a word may mean; it has two keys, because capitals stand for other letters.
  ///
  /// One or two characters begin very many terms, so an index has the commonest of them first.
  /// Longer beginnings match few terms, and all of these are read.
  static let like = Statement<TermLookup, String>(
    """
    select term
    from (
      \(beginningsOfKeys.joined(separator: " union "))
      union
      (select term, products from moa.search_terms
      where left(initials, 2) = $7
      order by products desc
      limit $9)
      union
      (select term, products from (
        select term, products from moa.search_terms
        where initials ~>=~ $8 and initials ~<~ ($8 || chr(1114111))
        limit \(fewMax)) few
      order by products desc
      limit $9)
    ) found
    where products > 0
    order by products desc, term
    limit $9
    """,
    effect: .read,
    bind: { lookup, encoder in
      // A single initial is the same as its key, of terms in Hangul.
      let initials = lookup.initials.map(\.unicodeScalars.count) ?? 0
      let keys = initials > 1 ? [] : lookup.keys
      for key in [keys.first, keys.dropFirst().first] {
        let count = key?.unicodeScalars.count ?? 0
        encoder.text(count == 1 ? key : nil)
        encoder.text(count == 2 ? key : nil)
        encoder.text(count > 2 ? key : nil)
      }
      encoder.text(initials == 2 ? lookup.initials : nil)
      encoder.text(initials > 2 ? lookup.initials : nil)
      encoder.int8(Int64(TermLookup.termsMax))
      encoder.text(initials == 1 ? lookup.initials : nil)
    },
    decode: { (row) throws(PostgresError) in try row.text() })

  /// The most terms read for a beginning of three or more characters: this takes some milliseconds.
  private static let fewMax = 5_000

  /// For both keys: beginnings of one, of two, and of more characters.
  private static let beginningsOfKeys = [1, 4].flatMap { first in
    (1...2).map { length in
      """
      (select term, products from moa.search_terms
      where left(keys, \(length)) = $\(first + length - 1)
        and ($10::text is null or left(initials, 1) = $10)
      order by products desc
      limit $9)
      """
    } + [
      """
      (select term, products from (
        select term, products from moa.search_terms
        where keys ~>=~ $\(first + 2) and keys ~<~ ($\(first + 2) || chr(1114111))
        limit \(fewMax)) few
      order by products desc
      limit $9)
      """
    ]
  }

  struct Beginning: Sendable {
    let text: String
    let limit: Int
  }

  /// In index order: an exactly equal title comes first, because a line break follows it.
  static let beginnings = Statement<Beginning, Int64>(
    """
    select product_id
    from moa.product_search
    where left(body, 120) ~>=~ $1 and left(body, 120) ~<~ ($1 || chr(1114111))
    order by left(body, 120) using ~<~, product_id
    limit $2
    """,
    effect: .read,
    bind: { beginning, encoder in
      encoder.text(beginning.text)
      encoder.int8(Int64(beginning.limit))
    },
    decode: { row throws(PostgresError) in try row.int8() })

  /// Products as suggestions show them.
  static let tiles = Statement<[Int64], TileProduct>(
    """
    select \(ProductColumns.tile.shown)
    from unnest($1::int8[]) with ordinality as wanted (id, place)
    cross join lateral (
      select \(ProductColumns.tile.stored)
      from moa.products
      where id = wanted.id and deleted_at is null
      limit 1
    ) p
    order by wanted.place
    """,
    effect: .read,
    bind: { ids, encoder in encoder.int8Array(ids) },
    decode: ProductColumns.tile.found)

  static let resembling = Statement<(beginning: String, ending: String), String>(
    """
    select term
    from (
      (select term, products from moa.search_terms
      where keys ~>=~ $1 and keys ~<~ ($1 || chr(1114111))
      limit \(fewMax))
      union
      (select term, products from moa.search_terms
      where reverse(keys) ~>=~ reverse($2) and reverse(keys) ~<~ (reverse($2) || chr(1114111))
      limit \(fewMax))
    ) found
    where products > 0
    order by products desc, term
    limit 1000
    """,
    effect: .read, isLong: true,
    bind: { halves, encoder in
      encoder.text(halves.beginning)
      encoder.text(halves.ending)
    },
    decode: { (row) throws(PostgresError) in try row.text() })

  /// Skips changes that another server is counting.
  static let take = Statement<Void, Change>(
    """
    delete from moa.search_term_changes
    where id in (
      select id from moa.search_term_changes
      order by id
      limit \(changesMax)
      for update skip locked
    )
    returning terms, change
    """,
    effect: .write,
    decode: { (row) throws(PostgresError) in
      Change(terms: try row.textArray(), change: Int64(try row.int2()))
    })

  /// In the order of the terms, so that two servers do not deadlock. A term whose removal is
  /// counted before its addition is kept with zero products.
  static let add = Statement<[Counted], Void>(
    """
    insert into moa.search_terms (term, products, keys, initials)
    select term, change, keys, initials
    from unnest($1::text[], $2::int8[], $3::text[], $4::text[])
      as counted (term, change, keys, initials)
    order by term collate "C"
    on conflict on constraint search_terms_key
      do update set products = search_terms.products + excluded.products
    """,
    effect: .write,
    bind: { counted, encoder in
      encoder.textArray(counted.map(\.term))
      encoder.int8Array(counted.map(\.change))
      encoder.textArray(counted.map { Hangul.keys(of: $0.term.unicodeScalars) })
      encoder.textArray(counted.map { Hangul.initials(of: $0.term.unicodeScalars) })
    })

  static let removeUnused = Statement<[String], Void>(
    "delete from moa.search_terms where term = any ($1::text[]) and products = 0", effect: .write,
    bind: { terms, encoder in encoder.textArray(terms) })
}
