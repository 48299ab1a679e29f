import App
import ArgumentParser

/// A standby of the database, for reads that may be a little old.
struct ReplicaOptions: ParsableArguments {
  @Option(
    name: .customLong("database-replica-url"),
    help: """
      A standby of the external PostgreSQL, for reads that may be a little old. Better in the \
      environment too.
      """)
  var databaseReplicaURL: String?

  @Option(
    name: .customLong("database-replica-lag"),
    help: "How old an answer of the standby may be (1s).")
  var databaseReplicaLag: String?

  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.databaseReplicaURL] = databaseReplicaURL
    flags[.databaseReplicaLag] = databaseReplicaLag
    return flags
  }
}
