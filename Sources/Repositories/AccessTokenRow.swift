import Domain
import Postgres
import UseCases

/// A row of `moa.access_tokens`.
struct AccessTokenRow: Sendable {
  let id: String
  let name: String
  let secretDigest: [UInt8]
  let scopes: [String]
  let createdAt: Int64
  let revokedAt: Int64?
  let vendorID: Int64?
  let expiresAt: Int64?

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.text()
    name = try row.text()
    secretDigest = try row.bytea()
    scopes = try row.textArray()
    createdAt = try row.timestamptz()
    revokedAt = try row.optionalTimestamptz()
    vendorID = try row.optionalInt8()
    expiresAt = try row.optionalTimestamptz()
  }
}

extension AccessToken {
  /// A scope that this server does not know grants nothing, so that an older server can read the
  /// rows of a newer one.
  /// - Throws: `.bug` if a row, edited by hand, breaks a rule of the domain.
  init(_ row: AccessTokenRow) throws(Failure) {
    guard let id = AccessTokenID(row.id) else { throw .bug("an access token has a malformed id") }
    do throws(ValidationError) {
      self.init(
        id: id, name: try Title(row.name), scopes: Set(row.scopes.compactMap(Scope.init)),
        secretDigest: row.secretDigest, createdAt: Timestamp(clamping: row.createdAt),
        revokedAt: row.revokedAt.map(Timestamp.init(clamping:)),
        expiresAt: row.expiresAt.map(Timestamp.init(clamping:)), vendorID: row.vendorID)
    } catch {
      throw Failure(stored: "access token \(id)", flaw: error)
    }
  }
}
