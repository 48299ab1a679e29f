import Domain
import Postgres
import UseCases

/// A row of `moa.search_clients`.
struct SearchClientRow: Sendable {
  let id: String
  let name: String
  let secretDigest: [UInt8]
  let dailyQuota: Int32
  let createdAt: Int64
  let revokedAt: Int64?
  let calls: Int32
  let callsDay: CalendarDate

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.text()
    name = try row.text()
    secretDigest = try row.bytea()
    dailyQuota = try row.int4()
    createdAt = try row.timestamptz()
    revokedAt = try row.optionalTimestamptz()
    calls = try row.int4()
    callsDay = try row.date()
  }
}

extension SearchClient {
  /// - Throws: `.bug` when somebody wrote by hand what the domain forbids.
  init(_ row: SearchClientRow) throws(Failure) {
    guard let id = SearchClientID(row.id) else {
      throw .bug("a client of the search has a malformed id")
    }
    do throws(ValidationError) {
      self.init(
        id: id, name: try Title(row.name), secretDigest: row.secretDigest,
        dailyQuota: Int(row.dailyQuota), createdAt: Timestamp(clamping: row.createdAt),
        revokedAt: row.revokedAt.map(Timestamp.init(clamping:)), calls: Int(row.calls),
        on: KoreanDay(number: row.callsDay.daysSince1970))
    } catch {
      throw Failure(stored: "search client \(id)", flaw: error)
    }
  }
}
