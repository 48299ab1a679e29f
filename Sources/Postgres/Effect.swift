/// Whether a statement may change something.
///
/// A pool tries a read again when its connection breaks; a read also has the shorter deadline. And
/// reads share segments: what something that calls itself a read has changed
/// may be undone after it was answered, when its neighbour fails.
public enum Effect: Sendable {
  case read
  case write

  /// Guesses from a statement's text, and takes it for a write when in doubt.
  ///
  /// A read begins with `select`, `values`, `table` or `show`, locks no rows, and calls none of the
  /// server's functions that leave a trace or run another text; of those that begin with `pg_` only
  /// a few are known to be harmless. A `with` may contain anything, and a function of your own too:
  /// say so with `effect:` where the guess is wrong.
  init(of text: SQL) {
    let words = text.description.lowercased()
      .split { !$0.isLetter && !$0.isNumber && $0 != "_" }
    guard let first = words.first, Self.reading.contains(String(first)) else {
      self = .write
      return
    }
    self = words.contains { Self.isMark(of: $0) } ? .write : .read
  }

  private static let reading: Set<String> = ["select", "values", "table", "show"]

  /// `for update` and `for share` hold locks; the functions change sequences, sessions, locks, the
  /// log or what the server knows of itself, or do what another text says.
  private static func isMark(of word: Substring) -> Bool {
    if word.hasPrefix("pg_") { return !isHarmless(word) }
    return marks.contains(word) || word.contains("advisory")
      || beginnings.contains { word.hasPrefix($0) }
  }

  private static let marks: Set<Substring> = [
    "update", "share", "into", "nextval", "setval", "setseed", "set_config", "txid_current",
    "lowrite", "loread", "ts_stat", "ts_rewrite", "crosstab", "connectby", "dblink",
  ]

  private static let beginnings = [
    "lo_", "dblink_", "query_to_", "cursor_to_", "brin_", "gin_clean_", "binary_upgrade_",
  ]

  /// Catalogues, and functions that only look.
  private static func isHarmless(_ word: Substring) -> Bool {
    if word.hasPrefix("pg_get_") || looks.contains(word) { return true }
    guard word.hasPrefix("pg_stat") else { return false }
    return !["reset", "clear", "flush"].contains { word.contains($0) }
  }

  private static let looks: Set<Substring> = [
    "pg_attribute", "pg_catalog", "pg_class", "pg_constraint", "pg_database", "pg_enum",
    "pg_extension", "pg_index", "pg_indexes", "pg_locks", "pg_lsn", "pg_namespace",
    "pg_prepared_statements", "pg_proc", "pg_roles", "pg_sequences", "pg_settings", "pg_tables",
    "pg_temp", "pg_type", "pg_views",
    "pg_backend_pid", "pg_blocking_pids", "pg_column_size", "pg_current_wal_insert_lsn",
    "pg_current_wal_lsn", "pg_database_size", "pg_is_in_recovery", "pg_last_wal_receive_lsn",
    "pg_last_wal_replay_lsn", "pg_last_xact_replay_timestamp", "pg_listening_channels",
    "pg_my_temp_schema", "pg_postmaster_start_time", "pg_relation_size", "pg_size_bytes",
    "pg_size_pretty", "pg_sleep", "pg_table_size", "pg_total_relation_size", "pg_typeof",
    "pg_wal_lsn_diff",
  ]
}
