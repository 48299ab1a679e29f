import Postgres
package import UseCases

/// Keys in `moa.server_keys`, the same for all servers of the database.
extension PostgresStore: ServerKeyRepository {
  package func key(_ name: String, orElse fresh: [UInt8]) async throws(Failure) -> [UInt8] {
    if let key = try await first(Self.find, name) { return key }
    // If two servers come here at once, one inserts, and both read the inserted key.
    try await execute(Self.insert, NewKey(name: name, bytes: fresh))
    guard let key = try await first(Self.find, name) else {
      throw Failure.bug("the server key \(name) was stored and is not there")
    }
    return key
  }

  private struct NewKey: Sendable {
    let name: String
    let bytes: [UInt8]
  }

  private static let find = Statement<String, [UInt8]>(
    "select bytes from moa.server_keys where name = $1 limit 1", effect: .read,
    bind: { name, encoder in encoder.text(name) },
    decode: { (row) throws(PostgresError) in try row.bytea() })

  private static let insert = Statement<NewKey, Void>(
    """
    insert into moa.server_keys (name, bytes)
    values ($1, $2)
    on conflict on constraint server_keys_name_key do nothing
    """, effect: .write,
    bind: { key, encoder in
      encoder.text(key.name)
      encoder.bytea(key.bytes)
    })
}
