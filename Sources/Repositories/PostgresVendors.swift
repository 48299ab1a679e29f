package import Domain
import Postgres
package import UseCases

/// Vendors in `moa.vendors`: hashes of their secrets, never the secrets.
extension PostgresStore: VendorRepository {
  package func find(_ identifier: VendorIdentifier) async throws(Failure) -> VendorCredentials? {
    try await first(Self.findCredentials, identifier).map(VendorCredentials.init)
  }

  package func find(_ id: Int64) async throws(Failure) -> Vendor? {
    try await first(Self.find, id).map(Vendor.init(stored:))
  }

  package func all(limit: Int) async throws(Failure) -> [Vendor] {
    try await rows(Self.all, limit).map(Vendor.init(stored:))
  }

  package func add(
    identifier: VendorIdentifier, name: Title, secretHash: String, createdAt: Timestamp
  ) async throws(Failure) -> Vendor {
    let newcomer = Newcomer(
      identifier: identifier, name: name, secretHash: secretHash, createdAt: createdAt)
    guard let row = try await first(Self.insert, newcomer) else {
      throw Failure.bug("an inserted vendor returned no row")
    }
    return try Vendor(stored: row)
  }

  package func replaceSecret(
    of identifier: VendorIdentifier, by secretHash: String
  ) async throws(Failure) -> Bool {
    let replacement = Replacement(identifier: identifier, secretHash: secretHash)
    return try await execute(Self.replaceSecret, replacement) == 1
  }

  private struct Newcomer: Sendable {
    let identifier: VendorIdentifier
    let name: Title
    let secretHash: String
    let createdAt: Timestamp
  }

  private struct Replacement: Sendable {
    let identifier: VendorIdentifier
    let secretHash: String
  }

  fileprivate struct CredentialsRow: Sendable {
    let vendor: VendorRow
    let secretHash: String

    init(_ row: inout RowDecoder) throws(PostgresError) {
      vendor = try VendorRow(&row)
      secretHash = try row.text()
    }
  }

  private static let findCredentials = Statement<VendorIdentifier, CredentialsRow>(
    """
    select id, identifier, name, created_at, secret_hash
    from moa.vendors
    where identifier = $1
    limit 1
    """, effect: .read,
    bind: { identifier, encoder in encoder.uuid(identifier.bytes) },
    decode: CredentialsRow.init)

  private static let find = Statement<Int64, VendorRow>(
    """
    select id, identifier, name, created_at
    from moa.vendors
    where id = $1
    limit 1
    """, effect: .read,
    bind: { id, encoder in encoder.int8(id) },
    decode: VendorRow.init)

  private static let all = Statement<Int, VendorRow>(
    """
    select id, identifier, name, created_at
    from moa.vendors
    order by id
    limit $1
    """, effect: .read,
    bind: { limit, encoder in encoder.int8(Int64(limit)) },
    decode: VendorRow.init)

  private static let insert = Statement<Newcomer, VendorRow>(
    """
    insert into moa.vendors (identifier, name, secret_hash, created_at)
    values ($1, $2, $3, $4)
    returning id, identifier, name, created_at
    """, effect: .write,
    bind: { newcomer, encoder in
      encoder.uuid(newcomer.identifier.bytes)
      encoder.text(newcomer.name.text)
      encoder.text(newcomer.secretHash)
      encoder.timestamptz(microseconds: newcomer.createdAt.microseconds)
    },
    decode: VendorRow.init)

  private static let replaceSecret = Statement<Replacement, Void>(
    "update moa.vendors set secret_hash = $2 where identifier = $1", effect: .write,
    bind: { replacement, encoder in
      encoder.uuid(replacement.identifier.bytes)
      encoder.text(replacement.secretHash)
    })
}

extension VendorCredentials {
  fileprivate init(_ row: PostgresStore.CredentialsRow) throws(Failure) {
    self.init(vendor: try Vendor(stored: row.vendor), secretHash: row.secretHash)
  }
}

extension Vendor {
  /// - Throws: `.bug` if a row, edited by hand, breaks a rule of the domain.
  fileprivate init(stored row: VendorRow) throws(Failure) {
    do {
      try self.init(row)
    } catch let flaw as ValidationError {
      throw Failure(stored: "vendor \(row.id)", flaw: flaw)
    } catch { throw Failure(error) }
  }
}

/// A row of `moa.vendors` without the secret.
struct VendorRow: Sendable {
  let id: Int64
  let identifier: SixteenBytes
  let name: String
  let createdAt: Int64

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.int8()
    identifier = try row.sixteenBytes()
    name = try row.text()
    createdAt = try row.timestamptz()
  }
}

extension Vendor {
  init(_ row: VendorRow) throws {
    self.init(
      id: row.id, identifier: VendorIdentifier(row.identifier), name: try Title(stored: row.name),
      createdAt: Timestamp(clamping: row.createdAt))
  }
}
