import Fakes
import HTTPServer
import LocalPostgres
import Postgres

@testable import Operations

extension DatabaseSettings {
  /// An external database.
  static func at(
    _ conninfo: String, _ preparation: StatementPolicy.Preparation = .automatic
  ) throws -> DatabaseSettings {
    var settings = DatabaseSettings(dataDirectory: "/nonexistent")
    settings.external = External(try ConnectionString(shop: conninfo), Secret(conninfo))
    settings.statements.preparation = preparation
    return settings
  }
}

extension AdministrationSession {
  /// A session whose secrets are not hashed, and which reads no seeds.
  init(on settings: DatabaseSettings) {
    self.init(
      settings,
      Parts(
        release: "0", secretHasher: FakeSecretHasher(), secretDigest: FakeSecretDigest(),
        seedBytesMax: 0, readSeed: { _ in throw CommandError(.data, "no seeds") }),
      stop: StopRequest(.command), { _ in })
  }
}

extension Doctor {
  /// The doctor of a server on port 0.
  static func of(
    _ database: DatabaseSettings, _ change: (inout Settings) -> Void = { _ in }
  ) -> Doctor {
    var settings = Settings(database: database, address: .tcp(host: "127.0.0.1", port: 0))
    change(&settings)
    return Doctor(settings) { _ in }
  }
}
