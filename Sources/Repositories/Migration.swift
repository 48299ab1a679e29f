/// One step of the schema: a file of `db/migrations`.
package struct Migration: Sendable, Hashable {
  /// The file's name without its extension: `0002_event_categories`. Steps are applied in the
  /// order of their names.
  package let name: String
  /// Trusted SQL, several statements.
  package let script: String
  /// SHA-256 of the file, 64 lower-case hexadecimal digits.
  package let checksum: String

  package init(name: String, script: String, checksum: String) {
    self.name = name
    self.script = script
    self.checksum = checksum
  }
}
