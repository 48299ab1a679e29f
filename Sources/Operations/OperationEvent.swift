package import Domain
package import LocalPostgres
package import Postgres

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// An event of a database, or of a command on it, for the operator.
package enum OperationEvent: Sendable {
  case postgres(PostgresEvent)
  /// The same for the connections to the standby.
  case replica(PostgresEvent)
  case localPostgres(LocalPostgres.Event)
  case archive(ArchiveKeeper.Event)
  /// One sentence.
  case remark(String)
  /// A request failed because of a bug. The reason is logged here and nowhere else.
  case incident(requestID: String, what: String)
  case databaseAwaited(reason: String)
  case migrated(name: String)
  /// A newer program applied migrations that this one does not know.
  case schemaNewer(unknown: [String])
}

/// Takes events, on any thread.
package typealias OperationReport = @Sendable (OperationEvent) -> Void

extension Timestamp {
  /// The time of day, from the system's clock.
  package static var now: Timestamp {
    var time = timespec()
    clock_gettime(CLOCK_REALTIME, &time)
    return Timestamp(clamping: Int64(time.tv_sec) * 1_000_000 + Int64(time.tv_nsec) / 1_000)
  }
}
