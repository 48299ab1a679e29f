import Postgres

extension ConnectionString {
  /// Where a shop's database is.
  ///
  /// All names in our statements carry their schema, but those of functions and operators do not: a
  /// role's `search_path` must not put others before PostgreSQL's own.
  /// - Throws: as `init(_:)` does.
  init(shop text: String) throws(PostgresError) {
    self = try ConnectionString(text).session("search_path", "pg_catalog")
  }
}
