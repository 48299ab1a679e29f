import Domain
import Postgres
import UseCases

/// The statements of the words that titles have.
enum SearchTermStatements {
  /// Changes that are counted in one transaction.
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

  /// What changes, in the order in which everybody locks terms.
  static func counted(_ changes: [String: Int64]) -> [Counted] {
    changes.filter { $0.value != 0 }.map { Counted($0.key, $0.value) }
      .sorted { $0.term < $1.term }
  }

  /// What a word may mean; by two beginnings of keys, since capitals are other letters.
  static let like = Statement<TermLookup, String>(
    """
    select term
    from (
      select term, products from moa.search_terms
      where keys ~>=~ $1 and keys ~<~ ($1 || '~')
      union
      select term, products from moa.search_terms
      where keys ~>=~ $2 and keys ~<~ ($2 || '~')
      union
      select term, products from moa.search_terms
      where initials ~>=~ $3 and initials ~<~ ($3 || chr(1114111))
    ) found
    order by products desc, term
    limit $4
    """,
    effect: .read,
    bind: { lookup, encoder in
      encoder.text(lookup.keys.first)
      encoder.text(lookup.keys.dropFirst().first)
      encoder.text(lookup.initials)
      encoder.int8(Int64(TermLookup.termsMax))
    },
    decode: { (row) throws(PostgresError) in try row.text() })

  static let resembling = Statement<(beginning: String, ending: String), String>(
    """
    select term
    from (
      select term, products from moa.search_terms
      where keys ~>=~ $1 and keys ~<~ ($1 || '~')
      union
      select term, products from moa.search_terms
      where reverse(keys) ~>=~ reverse($2) and reverse(keys) ~<~ (reverse($2) || '~')
    ) found
    order by products desc, term
    limit 1000
    """,
    effect: .read,
    bind: { halves, encoder in
      encoder.text(halves.beginning)
      encoder.text(halves.ending)
    },
    decode: { (row) throws(PostgresError) in try row.text() })

  /// Those that another server counts just now are left to it.
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

  /// In the order of the terms, so that two servers never wait for each other. A term that is taken
  /// away before it was counted waits as nothing.
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
