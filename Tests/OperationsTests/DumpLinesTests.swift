import Repositories
import Testing

@testable import Operations

/// A backup can fill tables and do nothing else, whatever `pg_restore` makes of it.
@Suite struct DumpLinesTests {
  private func rows(_ rows: Int64 = 2, bytes: Int64? = nil) throws -> DumpRows {
    DumpRows([try #require(TableContent(name: "likes", rows: rows, sum: "1", bytes: bytes))])
  }

  /// What `psql` would get, in pieces of three bytes.
  private func admitted(_ text: String, _ table: DumpRows? = nil) throws -> String {
    var rows = try table ?? rows()
    var admitted: [UInt8] = []
    let bytes = Array(text.utf8)
    for start in stride(from: 0, to: bytes.count, by: 3) {
      admitted += try rows.take(Array(bytes[start..<min(start + 3, bytes.count)]))
    }
    try rows.end()
    return String(decoding: admitted, as: UTF8.self)
  }

  private func flaw(_ text: String, _ table: DumpRows? = nil) throws -> DumpFlaw? {
    do {
      _ = try admitted(text, table)
      return nil
    } catch let flaw as DumpFlaw { return flaw }
  }

  @Test("Rows and the numbers of sequences come through; settings and comments do not")
  func rowsComeThrough() throws {
    let dump = """
      --
      -- Name: x; Type: TABLE DATA

      \\restrict abc
      SET transaction_timeout = 0;
      SET client_encoding = 'UTF8';
      SELECT pg_catalog.set_config('search_path', '', false);
      COPY moa.likes (id, "position") FROM stdin;
      1\t\\N
      2\t머그
      \\.

      SELECT pg_catalog.setval('moa.likes_id_seq', 7, true);
      \\unrestrict abc

      """
    let wanted = """
      copy moa.likes ("id", "position") from stdin;
      1\t\\N
      2\t머그
      \\.
      select pg_catalog.setval('moa.likes_id_seq', 7, true);

      """
    #expect(try admitted(dump) == wanted)
  }

  @Test(
    "Every other statement is refused",
    arguments: [
      "DROP TABLE moa.likes;", "\\! touch /tmp/x", "\\copy moa.likes from program 'id'",
      "COPY moa.likes (id) FROM PROGRAM 'id';", "COPY moa.likes (id) FROM '/etc/passwd';",
      "COPY moa.likes (\"id) FROM stdin;", "COPY moa.likes (id\", \"x) FROM stdin;",
      "COPY moa.likes (id) FROM stdin; select 1;", "COPY pg_catalog.pg_authid (id) FROM stdin;",
      "COPY moa.likes () FROM stdin;", "COPY moa.likes (f(1)) FROM stdin;",
      "SELECT pg_catalog.setval('moa.x'); drop table y; --', 7, true);",
      "SELECT pg_catalog.setval('moa.x', -7, true);", "SELECT pg_catalog.lo_create('7');",
      "ALTER TABLE moa.likes ADD CHECK (f(id));", "CREATE FUNCTION moa.f() RETURNS int",
      "SET client_encoding = 'SJIS';", "select 1 -- 머그",
    ])
  func statements(_ statement: String) throws {
    guard case .statement = try flaw(statement + "\n") else {
      Issue.record("\(statement) came through")
      return
    }
  }

  @Test("A table must be in the list, with as many rows and bytes")
  func bounds() throws {
    let head = "COPY moa.likes (id) FROM stdin;\n"
    #expect(try flaw("COPY moa.other (id) FROM stdin;\n") == .unknownTable("other"))
    #expect(try flaw(head + "1\n2\n3\n\\.\n") == .tooMuch(table: "likes"))
    let long = String(repeating: "x", count: 600)
    #expect(try flaw(head + long + "\n\\.\n", rows(1, bytes: 100)) == .tooMuch(table: "likes"))
    #expect(try flaw(head + long + "\n\\.\n", rows(1, bytes: 600)) == nil)
  }

  @Test("Lines, statements and definitions have limits")
  func limits() throws {
    var lines = DumpLines()
    let long = [UInt8](repeating: 0x78, count: DumpLines.lineBytesMax)
    #expect(try lines.take(long) == [])
    #expect(throws: DumpFlaw.tooLong) { try lines.take([0x78]) }
    let setting = "SET x = "
    func statement(_ bytes: Int) -> String {
      setting + String(repeating: "y", count: bytes - setting.utf8.count) + "\n"
    }
    #expect(try flaw(statement(DumpRows.statementBytesMax)) == nil)
    #expect(try flaw(statement(DumpRows.statementBytesMax + 1)) != nil)
    var objects = DumpObjects()
    let header = Array("-- Name: x; Type: TABLE; Schema: moa; Owner: -\n".utf8)
    for _ in 0..<DumpObjects.namesMax { try objects.take(header) }
    #expect(throws: DumpFlaw.tooLong) { try objects.take(header) }
  }

  @Test("Rows that psql would see end elsewhere are refused")
  func ends() throws {
    let head = "COPY moa.likes (id) FROM stdin;\n"
    #expect(try flaw(head + "1\n") == .cutOff)
    #expect(try flaw(head + "\\.\n-- cut off") == .cutOff)
    #expect(try flaw(head + "1\u{0}\n\\.\n") == .statement("U+0000"))
    #expect(try flaw(head + "\\.\r\n\\.\n") == .statement("\\.\r"))
  }

  @Test("The definitions in a file are named, checks of tables too; indexes may differ")
  func definitions() throws {
    var objects = DumpObjects()
    try objects.take(
      Array(
        """
        -- Name: moa; Type: SCHEMA; Schema: -; Owner: -
        -- Name: evil(text); Type: FUNCTION; Schema: moa; Owner: -
        -- Name: likes; Type: TABLE; Schema: moa; Owner: -
            CONSTRAINT likes_small CHECK ((moa.evil(id)))
        -- Name: likes_own; Type: INDEX; Schema: moa; Owner: -
        -- Name: likes likes_rule; Type: RULE; Schema: moa; Owner: -
        -- Name: CAST (text AS moa.x); Type: CAST; Schema: -; Owner: -

        """.utf8))
    #expect(
      objects.names == [
        "FUNCTION evil(text)", "TABLE likes", "CHECK CONSTRAINT likes likes_small",
        "RULE likes likes_rule", "CAST CAST (text AS moa.x)",
      ])
  }
}
