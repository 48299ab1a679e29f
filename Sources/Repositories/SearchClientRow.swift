import Domain
import Postgres
import UseCases

/// A row of `moa.search_clients`.
struct SearchClientRow: Sendable {
  let id: String
  let name: String
  let secretDigest: [UInt8]
  let createdAt: Int64
  let revokedAt: Int64?

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.text()
    name = try row.text()
    secretDigest = try row.bytea()
    createdAt = try row.timestamptz()
    revokedAt = try row.optionalTimestamptz()
  }
}

extension SearchClient {
  /// - Throws: `.bug` if a row, edited by hand, breaks a rule of the domain.
  init(_ row: SearchClientRow) throws(Failure) {
    guard let id = SearchClientID(row.id) else {
      throw .bug("a client of the search has a malformed id")
    }
    do throws(ValidationError) {
      self.init(
        id: id, name: try Title(row.name), secretDigest: row.secretDigest,
        createdAt: Timestamp(clamping: row.createdAt),
        revokedAt: row.revokedAt.map(Timestamp.init(clamping:)))
    } catch {
      throw Failure(stored: "search client \(id)", flaw: error)
    }
  }
}
