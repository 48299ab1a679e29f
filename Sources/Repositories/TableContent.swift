/// A fingerprint of the rows of a table: equal rows give an equal fingerprint, in any order and on
/// any version of PostgreSQL.
package struct TableContent: Sendable, Hashable {
  /// The name of the table, in the schema `moa`.
  package let name: String
  package let rows: Int64
  /// Digits: the sum of 56 bits of the SHA-256 of each row's text.
  package let sum: String
  /// The length of all rows' texts; nil in a backup of a program that did not count it.
  package let bytes: Int64?

  /// Nil for an invalid name or sum, because both become part of statements.
  package init?(name: String, rows: Int64, sum: String, bytes: Int64? = nil) {
    let isName = name.utf8.allSatisfy { byte in
      (0x61...0x7A).contains(byte) || (0x30...0x39).contains(byte) || byte == 0x5F
    }
    let isSum = sum.utf8.allSatisfy { (0x30...0x39).contains($0) }
    guard isName, isSum, (1...63).contains(name.utf8.count), (1...50).contains(sum.utf8.count),
      rows >= 0, bytes ?? 0 >= 0
    else { return nil }
    self.name = name
    self.rows = rows
    self.sum = sum
    self.bytes = bytes
  }

  /// Settings that change how values look as text; both sides must use these.
  static let settings = """
    set local datestyle = 'ISO, MDY';
    set local intervalstyle = 'postgres';
    set local timezone = 'UTC';
    set local extra_float_digits = 1;
    set local bytea_output = 'hex';
    """

  /// A query with three columns over one table of the schema `moa`.
  static func query(of table: String) -> String {
    // Without the offset every text would be made twice.
    """
    select count(*) as row_count, coalesce(sum(('x' || encode(substring(
        sha256(convert_to(line, 'UTF8')) from 1 for 7), 'hex'))::bit(56)::bigint),
        0)::text as row_sum, coalesce(sum(octet_length(line)), 0)::bigint as row_bytes
    from (select (each_row.*)::text as line from moa.\(table) as each_row offset 0) as lines
    """
  }
}
