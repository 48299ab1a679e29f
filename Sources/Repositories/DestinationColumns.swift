import Domain
import Postgres

// Where a tap leads, as three columns have it: a kind, and an id or a text.
extension RowDecoder {
  mutating func destination() throws(PostgresError) -> Destination? {
    let (kind, id, text) = (try optionalText(), try optionalInt8(), try optionalText())
    switch (kind, id, text) {
    case (nil, _, _): return nil
    case ("search", _, let words?): return .search(try checked(words, Title.init(stored:)))
    case ("url", _, let url?): return .url(try checked(url, ImageReference.init(stored:)))
    case (let kind?, let id?, _):
      guard let destination = Destination(kind: kind, id: id) else {
        throw mismatch("an unknown kind of link")
      }
      return destination
    default: throw mismatch("half a link")
    }
  }
}

extension ParameterEncoder {
  /// Three parameters.
  mutating func destination(_ destination: Destination?) {
    text(destination?.kind)
    int8(destination?.id)
    text(destination?.query ?? destination?.url)
  }
}
