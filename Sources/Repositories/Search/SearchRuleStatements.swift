import Domain
import Postgres
import UseCases

/// The statements about search rules.
enum SearchRuleStatements {
  // MARK: Reading for a search

  struct Question: Sendable {
    let words: [String]
    let query: String?
  }

  /// One row of ``SearchRulings``.
  enum Ruling: Sendable {
    case synonym(of: String, String)
    case banned(String)
    case redirect(LinkTarget?)

    @Sendable init(_ row: inout RowDecoder) throws(PostgresError) {
      let kind = try row.text()
      let (word, other) = (try row.text(), try row.text())
      let target = try row.linkTarget()
      switch kind {
      case "synonym": self = .synonym(of: word, other)
      case "banned": self = .banned(word)
      default: self = .redirect(target)
      }
    }
  }

  static let rulings = Statement<Question, Ruling>(
    """
    select \(columns) from (\(rulings(on: "$1::text[]", query: "$2"))) rulings order by position
    """,
    effect: .read,
    bind: { question, encoder in
      encoder.textArray(question.words)
      encoder.text(question.query)
    },
    decode: Ruling.init)

  /// The columns of a ``Ruling``.
  static let columns = "kind, word, other, link_kind, link_id, link_text"

  /// The columns of a ``Ruling``, and the position of a synonym in its group.
  static func rulings(on words: String, query: String) -> String {
    """
    select 'synonym' as kind, asked.word, same.word as other, null as link_kind,
      null::int8 as link_id, null as link_text, same.position
    from moa.search_synonyms asked
    join moa.search_synonyms same
      on same.group_number = asked.group_number and same.word <> asked.word
    where asked.word = any (\(words))
      and not exists (
        select from moa.search_banned_words banned where banned.word = same.word)
    union all
    select 'banned', word, '', null, null, null, 0
    from moa.search_banned_words banned
    where exists (
      select from unnest(\(words)) asked (word) where starts_with(banned.word, asked.word))
    union all
    select 'redirect', '', '', link_kind, link_id, link_text, 0
    from moa.search_redirects
    where query = \(query)
      and case link_kind
        when 'event' then exists (
          select from moa.event_categories
          where id = link_id and \(EventProductStatements.isLive))
        when 'product' then exists (
          select from moa.products where id = link_id and deleted_at is null)
        when 'category' then exists (select from moa.categories where id = link_id)
        when 'item_type' then exists (select from moa.item_types where id = link_id)
        else true end
    """
  }

  // MARK: Reading for administrators

  struct Synonym: Sendable {
    let group: Int64
    let word: SearchRuleWord
  }

  static let synonyms = Statement<Void, Synonym>(
    """
    select group_number, text, word from moa.search_synonyms order by group_number, position
    """,
    effect: .read,
    decode: { row throws(PostgresError) in
      Synonym(group: Int64(try row.int4()), word: try row.ruleWord())
    })

  static let redirects = Statement<Void, SearchRedirect>(
    """
    select text, query, link_kind, link_id, link_text from moa.search_redirects order by position
    """,
    effect: .read,
    decode: { row throws(PostgresError) in
      let query = try row.ruleWord()
      guard let target = try row.linkTarget() else { throw row.mismatch("a redirect to nothing") }
      return SearchRedirect(query: query, target: target)
    })

  static let banned = Statement<Void, SearchRuleWord>(
    "select text, word from moa.search_banned_words order by position",
    effect: .read,
    decode: { row throws(PostgresError) in try row.ruleWord() })

  // MARK: Writing

  /// Readers continue; a second change waits.
  static let lock = Statement<Void, Void>(
    """
    lock table moa.search_synonyms, moa.search_redirects, moa.search_banned_words
    in share row exclusive mode
    """, effect: .write)

  static let removeSynonyms = Statement<Void, Void>(
    "delete from moa.search_synonyms", effect: .write)
  static let removeRedirects = Statement<Void, Void>(
    "delete from moa.search_redirects", effect: .write)
  static let removeBanned = Statement<Void, Void>(
    "delete from moa.search_banned_words", effect: .write)

  static let insertSynonyms = Statement<[[SearchRuleWord]], Void>(
    """
    insert into moa.search_synonyms (word, text, group_number, position)
    select word, text, group_number, row_number() over (partition by group_number order by place)
    from unnest($1::text[], $2::text[], $3::int8[]) with ordinality
      as written (word, text, group_number, place)
    """, effect: .write,
    bind: { groups, encoder in
      let words = groups.joined()
      encoder.textArray(words.map(\.folded))
      encoder.textArray(words.map(\.text))
      encoder.int8Array(
        groups.enumerated().flatMap { index, group in group.map { _ in Int64(index + 1) } })
    })

  static let insertRedirects = Statement<[SearchRedirect], Void>(
    """
    insert into moa.search_redirects (query, text, link_kind, link_id, link_text, position)
    select query, text, link_kind, link_id, link_text, position
    from unnest($1::text[], $2::text[], $3::text[], $4::int8[], $5::text[]) with ordinality
      as written (query, text, link_kind, link_id, link_text, position)
    """, effect: .write,
    bind: { redirects, encoder in
      encoder.textArray(redirects.map(\.query.folded))
      encoder.textArray(redirects.map(\.query.text))
      encoder.textArray(redirects.map(\.target.kind))
      encoder.array(redirects.map(\.target.id), of: .int8)
      encoder.array(redirects.map { $0.target.query ?? $0.target.url }, of: .text)
    })

  static let insertBanned = Statement<[SearchRuleWord], Void>(
    """
    insert into moa.search_banned_words (word, text, position)
    select word, text, position
    from unnest($1::text[], $2::text[]) with ordinality as written (word, text, position)
    """, effect: .write,
    bind: { words, encoder in
      encoder.textArray(words.map(\.folded))
      encoder.textArray(words.map(\.text))
    })
}

extension RowDecoder {
  /// A text as written, and folded.
  fileprivate mutating func ruleWord() throws(PostgresError) -> SearchRuleWord {
    SearchRuleWord(stored: try text(), folded: try text())
  }
}
