import App
import ArgumentParser

/// Which database a command works on.
struct DatabaseOptions: ParsableArguments {
  @Option(
    name: .customLong("database-url"),
    help: """
      An external PostgreSQL, such as postgres://moa@db.example/moa. With a password only in the \
      environment, which the list of processes does not show; or name a file by passfile=.
      """)
  var databaseURL: String?

  @Option(
    name: .customLong("database-prepared"),
    help: """
      Whether statements are prepared: auto (not behind a pooler), on (PgBouncer from 1.21 on, with \
      max_prepared_statements), off (auto).
      """)
  var databasePrepared: String?

  @Option(
    name: .customLong("data-dir"),
    help: """
      Where the private PostgreSQL lives (as root /var/lib/moa, otherwise ~/.local/share/moa).
      """)
  var dataDirectory: String?

  @Option(
    name: .customLong("log-level"),
    help: "trace, debug, info, notice, warning, error or critical.")
  var logLevel: String?

  var flags: [Setting: String] {
    var flags: [Setting: String] = [:]
    flags[.databaseURL] = databaseURL
    flags[.databasePrepared] = databasePrepared
    flags[.dataDirectory] = dataDirectory
    flags[.logLevel] = logLevel
    return flags
  }
}
