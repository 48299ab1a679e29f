import Domain
package import Postgres
package import UseCases

/// The shop in PostgreSQL: implements the ports of the use cases over one pool.
///
/// Only the methods here turn an error of the database into a `Failure`. Each port is an extension
/// in its own file.
package struct PostgresStore: Sendable {
  let pool: Pool
  /// Orders writes to rows that many clients write at once.
  private let queue: KeyedQueue
  let statistics = SearchStatistics()
  let estimates = RecentEstimates()

  /// Calls must come from the loop of `pool`.
  package init(_ pool: Pool) {
    self.pool = pool
    queue = KeyedQueue(of: pool)
  }

  func rows<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters
  ) async throws(Failure) -> [Row] {
    do throws(PostgresError) {
      return try await pool.rows(statement, parameters)
    } catch { throw Failure(error) }
  }

  /// - Parameter mayRepeat: whether a client may send the write again if the connection is lost:
  ///   the failure is then `unavailable`, not `outcomeUnknown`.
  func first<Parameters, Row>(
    _ statement: Statement<Parameters, Row>, _ parameters: Parameters, mayRepeat: Bool = false
  ) async throws(Failure) -> Row? {
    do throws(PostgresError) {
      return try await pool.first(statement, parameters)
    } catch { throw Failure(error, mayRepeat: mayRepeat) }
  }

  /// - Returns: the number of rows written.
  @discardableResult
  func execute<Parameters>(
    _ statement: Statement<Parameters, Void>, _ parameters: Parameters, mayRepeat: Bool = false
  ) async throws(Failure) -> Int {
    do throws(PostgresError) {
      return try await pool.execute(statement, parameters)
    } catch { throw Failure(error, mayRepeat: mayRepeat) }
  }

  func first<Row>(_ statement: Statement<Void, Row>) async throws(Failure) -> Row? {
    try await first(statement, ())
  }

  /// Runs `body` in a transaction that writes; repeats it if the server rolled it back for a
  /// passing reason.
  ///
  /// `body` must change nothing outside the transaction, because it may run three times. A third
  /// conflict in a row is more than bad luck.
  func transaction<Value: Sendable>(
    attemptsMax: Int = 3, mayRepeat: Bool = false,
    _ body: (Transaction) async throws -> Value
  ) async throws(Failure) -> Value {
    do {
      return try await pool.transaction(TransactionMode(attemptsMax: attemptsMax), body)
    } catch { throw Failure(error, mayRepeat: mayRepeat) }
  }

  /// Writes once more after a conflict: a row that another writer added meanwhile is found then.
  func againAfterConflict<Value: Sendable>(
    _ write: () async throws(Failure) -> Value
  ) async throws(Failure) -> Value {
    do throws(Failure) {
      return try await write()
    } catch {
      guard case .conflict = error else { throw error }
      return try await write()
    }
  }

  /// Runs `body` while no other one runs for the same key.
  func inTurn<Value: Sendable>(
    _ key: Int64, _ body: () async throws -> Value
  ) async throws(Failure) -> Value {
    do {
      return try await queue(key, body)
    } catch { throw Failure(error) }
  }
}

extension PostgresStore: Store {}

extension Ports {
  /// The store in PostgreSQL, over one pool.
  package init(_ pool: Pool, _ machine: Machine) { self.init(PostgresStore(pool), machine) }
}

extension SeedShop {
  /// The lists in PostgreSQL, over one pool.
  package init(_ pool: Pool, history: CommandHistory? = nil) {
    let store = PostgresStore(pool)
    self.init(lists: store, eventProducts: store, searchRules: store, history: history)
  }
}
