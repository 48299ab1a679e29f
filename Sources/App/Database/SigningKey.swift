import Cryptography
import EventLoop
import Postgres
import Repositories
import UseCases

/// The key by which a shop signs what clients bring back to it.
///
/// It lies in the database, so that a cursor which one server gave is known to all others and after
/// every restart. Whoever has it can delete products through Open Market's routes, and a vendor who
/// has it can word a change of theirs so that a list keeps its entity tag; nothing else.
enum SigningKey {
  private static let name = "seal"
  private static let bytes = 32

  /// Reads it; the first server over a database makes it.
  static func load(
    from database: OpenDatabase, _ configuration: Configuration, on loop: EventLoop
  ) async throws(CommandError) -> [UInt8] {
    do {
      return try await database.withPool(configuration, on: loop, observe: { _ in }) {
        try await PostgresStore($0).key(name, orElse: randomBytes(bytes))
      }
    } catch {
      throw CommandError(.unavailable, "cannot read the key of the seal", because: "\(error)")
    }
  }
}
