import Cryptography
import Domain
package import Repositories
import Resources
import Text

extension Migrator {
  /// The migrations that this binary brings with it.
  package static let embedded = Migrator(
    Resources.migrations.map { file in
      Migration(
        name: file.name.hasSuffix(".sql") ? String(file.name.dropLast(4)) : file.name,
        script: file.text, checksum: Hexadecimal.text(SHA256.digest(file.bytes)))
    })
}
