import Postgres
import Repositories
import TestDatabase
import Testing

/// The tables of an export.
@Suite struct ShopTableTests {
  @Test("Every table of the schema is a part of a shop, or there is a reason why it is not")
  func everyTable() async throws {
    let database = try await DatabaseUnderTest.make()
    let exported = try await database.withPool { pool in
      try await pool.transaction(.snapshot) { try await ShopTable.all(in: $0) }
    }
    let all = try TestDatabase.psql(
      "select relname from pg_class where relnamespace = 'moa'::regnamespace and relkind = 'r'",
      in: database.conninfo)
    #expect(
      Set(exported.map(\.name)).union(ShopTable.leftOut.keys)
        == Set(all.split(separator: "\n").map(String.init)))
  }

  @Test("An export has all columns, but those that are computed or named")
  func everyColumn() async throws {
    let database = try await DatabaseUnderTest.make()
    let exported = try await database.withPool { pool in
      try await pool.transaction(.snapshot) { try await ShopTable.all(in: $0) }
    }
    let names = exported.flatMap { table in table.columns.map { "\(table.name).\($0.name)" } }
    let all = try TestDatabase.psql(
      """
      select table_name || '.' || column_name
      from information_schema.columns
      where table_schema = 'moa' and is_generated = 'NEVER'
      """, in: database.conninfo
    ).split(separator: "\n").map(String.init)
    let left = all.filter { name in
      !ShopTable.leftOut.keys.contains { name.hasPrefix("\($0).") } && !names.contains(name)
    }
    #expect(Set(left) == ShopTable.columnsLeftOut)
  }
}
