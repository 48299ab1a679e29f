import Foundation
import Synchronization
import TestDatabase
import Testing

/// What the database says of what was done to it.
///
/// Looks on under a role of its own, so that its statements are told from the server's.
final class DatabaseWitness: Sendable {
  /// Run once by somebody who may.
  static let role = "create role witness superuser; create schema witness"

  private let conninfo: String
  private let known = Mutex<Set<String>>([])

  init(_ conninfo: String) { self.conninfo = conninfo + " options='-c role=witness'" }

  // MARK: Rows

  private static let kept = [
    "schema_history", "event_banners", "categories", "item_types", "home_sections", "access_tokens",
    "demo_shop",
    "vendors", "server_keys", "images", "products", "product_images", "product_variants",
    "search_clients",
  ]
  /// Those that the server brings up to date by itself, within seconds.
  private static let counted = [
    "search_terms", "search_term_changes", "search_devices", "search_trends", "search_folding",
    "change_marks", "changes", "change_clock", "change_eras",
  ]

  /// Waits until all likes are counted: that changes products a moment after a like.
  func waitForCounts() async throws {
    _ = try await waiting(for: "likes to be counted") {
      try psql("select count(*) from moa.like_changes") == "0" ? true : nil
    }
  }

  /// Every table of the server's but for the counted ones.
  private func tables() throws -> [String] {
    let names = try psql("select tablename from pg_tables where schemaname = 'moa'")
    return names.split(separator: "\n").map(String.init).filter { !Self.counted.contains($0) }
  }

  /// Copies them.
  func copyTables() throws {
    let tables = try tables()
    #expect(Set(Self.kept).isSubset(of: tables))
    let copies = tables.map {
      "drop table if exists witness.\($0); create table witness.\($0) as table moa.\($0);"
    }
    try psql(copies.joined())
  }

  func expectNothingChanged() throws {
    for table in try tables() {
      // As text: not every type can be compared.
      let (old, new) = (
        "(select t::text from witness.\(table) t)", "(select t::text from moa.\(table) t)"
      )
      let rows = try psql(
        "select count(*) from ((\(old) except \(new)) union all (\(new) except \(old))) d")
      #expect(rows == "0", "\(table) has changed by reading")
    }
  }

  /// Rows that were there are there as they were, but for those of the product that was edited and
  /// of products with the key.
  func expectOnlyChanged(product: Int, key: String) throws {
    let edited = "(select id from moa.products where id = \(product) or key = '\(key)')"
    for table in Self.kept {
      let named =
        switch table {
        case "products": "where id not in \(edited)"
        case "product_images", "product_variants", "product_search":
          "where product_id not in \(edited)"
        default: ""
        }
      // Of a product that somebody liked, the count follows within a second.
      func rows(of schema: String) -> String {
        table == "products"
          ? "select id, to_jsonb(p) - 'like_count' from \(schema).products p"
          : "table \(schema).\(table)"
      }
      let rows = try psql(
        "select count(*) from (\(rows(of: "witness")) except \(rows(of: "moa"))) d \(named)")
      #expect(rows == "0", "\(rows) rows of \(table) have changed, and nobody asked for that")
    }
  }

  // MARK: Statements

  func rememberStatements() throws {
    let now = try statements()
    #expect(now.count > 30)
    known.withLock { $0 = now }
  }

  /// Some are sent only when two requests meet, perhaps for the first time now: what the sources
  /// have but for its constants is not new.
  func expectNoNewStatement() throws {
    let new = try statements().subtracting(known.withLock { $0 })
    let sources = try Self.sources()
    #expect(new.filter { !Self.isWritten($0, in: sources) } == [])
  }

  /// Of everybody else's sessions with this database.
  private func statements() throws -> Set<String> {
    let text = try psql(
      """
      select distinct replace(s.query, chr(10), ' ') from pg_stat_statements s
      where s.dbid = (select oid from pg_database where datname = current_database())
        and s.userid <> 'witness'::regrole
      """)
    return Set(text.split(separator: "\n").map(String.init))
  }

  private static func isWritten(_ statement: String, in sources: String) -> Bool {
    let pieces = spaced(statement).split(separator: /\$[0-9]+/).map {
      NSRegularExpression.escapedPattern(for: String($0))
    }
    return sources.range(of: pieces.joined(separator: ".{1,80}?"), options: .regularExpression)
      != nil
  }

  private static func sources() throws -> String {
    try ["Sources/Repositories", "Sources/Postgres"].flatMap { folder in
      let path = Workplace.root.appendingPathComponent(folder).path
      return try FileManager.default.subpathsOfDirectory(atPath: path).sorted()
        .filter { $0.hasSuffix(".swift") }.map { spaced(try Workplace.file("\(folder)/\($0)")) }
    }.joined(separator: "\n")
  }

  /// Without the indentation that a source has.
  private static func spaced(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  @discardableResult
  private func psql(_ sql: String) throws -> String { try TestDatabase.psql(sql, in: conninfo) }
}
