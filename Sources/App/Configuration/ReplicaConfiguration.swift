package import LocalPostgres
import Operations
package import Postgres

/// A standby of the database, and how old its answers may be.
package struct ReplicaConfiguration: Sendable {
  package let connectionString: ConnectionString
  /// The text that it was made from, for processes that must connect to it too.
  package let text: Secret
  /// What was committed longer ago is not missing in any answer.
  package let lagMax: Duration
}

extension Configuration {
  mutating func readReplica(_ reader: inout SettingReader) {
    let lagMax = reader.duration(.databaseReplicaLag)
    guard let url = reader.text(.databaseReplicaURL) else { return }
    guard reader.text(.databaseURL) != nil else {
      return reader.reject(
        .databaseReplicaURL, "there is no primary: add \(Setting.databaseURL.name).")
    }
    do throws(PostgresError) {
      // Whatever the text says: a server that follows nobody is never as far as the primary.
      let standby = try ConnectionString(shop: url).setting(
        "target_session_attrs", to: "standby")
      replica = ReplicaConfiguration(
        connectionString: standby, text: Secret(url), lagMax: lagMax)
    } catch {
      reader.reject(
        .databaseReplicaURL, "\(error.kind); write postgres://user@host:5432/database.")
    }
  }
}
