import Cryptography
import EventLoop
import Postgres
import Repositories
import UseCases

/// The key by which a shop signs what clients bring back to it.
///
/// It lies in the database, so that a cursor which one server gave is known to all others and after
/// every restart. Whoever has it can delete products through Open Market's routes, and a vendor who has
/// it can word a change of theirs so that a list keeps its entity tag; nothing else.
enum SealKey {
  private static let name = "seal"
  private static let octets = 32

  /// Reads it; the first server over a database makes it.
  static func load(
    from database: OpenDatabase, _ configuration: Configuration, on loop: EventLoop
  ) async throws(Refusal) -> [UInt8] {
    do {
      let pool = patient(PoolConfiguration(configuration, database))
      let key = try await loop.run {
        let pool = Pool(on: loop, pool) { _ in }
        do {
          let key = try await PostgresServerKeys(pool).key(name, orElse: randomOctets(octets))
          await pool.close()
          return key
        } catch {
          await pool.close()
          throw error
        }
      }
      return key
    } catch {
      throw Refusal(.unavailable, "cannot read the key of the seal", because: "\(error)")
    }
  }

  /// No client waits for it yet, and a machine that starts everything at once may take its time; the
  /// database has just been there.
  private static func patient(_ pool: PoolConfiguration) -> PoolConfiguration {
    var pool = pool
    pool.connectDeadline = .seconds(10)
    pool.waitingDeadline = .seconds(10)
    pool.awayDeadline = .seconds(10)
    return pool
  }
}
