import Domain
import Postgres

// Where a tap leads, as three columns have it: a kind, and an id or a text.
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
