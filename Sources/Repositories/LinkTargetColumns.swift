import Domain
import Postgres

/// The statements about the targets of links.
enum LinkTargetStatements {
  /// The given links whose targets exist, live or not; a removed product does not exist.
  static let known = Statement<Set<LinkTarget>, LinkTarget?>(
    """
    select 'event', id from moa.event_categories where id = any ($1)
    union all
    select 'product', id from moa.products where id = any ($2) and deleted_at is null
    union all
    select 'category', id from moa.categories where id = any ($3)
    union all
    select 'item_type', id from moa.item_types where id = any ($4)
    """,
    effect: .read,
    bind: { links, encoder in
      for kind in ["event", "product", "category", "item_type"] {
        encoder.int8Array(links.filter { $0.kind == kind }.compactMap(\.id).sorted())
      }
    },
    decode: { row throws(PostgresError) in
      LinkTarget(kind: try row.text(), id: try row.int8())
    })
}

// The target of a tap in three columns: a kind, and an id or a text.
extension RowDecoder {
  mutating func linkTarget() throws(PostgresError) -> LinkTarget? {
    let (kind, id, text) = (try optionalText(), try optionalInt8(), try optionalText())
    switch (kind, id, text) {
    case (nil, _, _): return nil
    case ("search", _, let words?): return .search(try checked(words, Title.init(stored:)))
    case ("url", _, let url?): return .url(try checked(url, ImageReference.init(stored:)))
    case (let kind?, let id?, _):
      guard let linkTarget = LinkTarget(kind: kind, id: id) else {
        throw mismatch("an unknown kind of link")
      }
      return linkTarget
    default: throw mismatch("half a link")
    }
  }
}

extension ParameterEncoder {
  /// Three parameters.
  mutating func linkTarget(_ linkTarget: LinkTarget?) {
    text(linkTarget?.kind)
    int8(linkTarget?.id)
    text(linkTarget?.query ?? linkTarget?.url)
  }
}
