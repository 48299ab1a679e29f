import Domain
import Postgres
import UseCases

/// A row of `moa.vendors` without the secret.
struct VendorRow: Sendable {
  let id: Int64
  let identifier: [UInt8]
  let name: String
  let createdAt: Int64

  init(_ row: inout RowDecoder) throws(PostgresError) {
    id = try row.int8()
    identifier = try row.uuid()
    name = try row.text()
    createdAt = try row.timestamptz()
  }
}

extension Vendor {
  init(_ row: VendorRow) throws {
    guard let identifier = VendorIdentifier(bytes: row.identifier) else {
      throw Failure.bug("vendor \(row.id) in the store has a malformed identifier")
    }
    self.init(
      id: row.id, identifier: identifier, name: try Title(stored: row.name),
      createdAt: Timestamp(clamping: row.createdAt))
  }
}
