import Domain
import Repositories
import UseCases
import Web

extension AdministrationSession {
  /// Stops writes, lets them in again, or only tells which holds.
  ///
  /// - Parameter isOn: nil changes nothing.
  package func readOnly(_ isOn: Bool?) async throws(CommandError) -> CommandReport {
    let since = try await withPool { pool in
      let repository = PostgresStore(pool)
      switch isOn {
      case true?: try await repository.beginReadOnly(at: .now)
      case false?: try await repository.endReadOnly()
      case nil: break
      }
      return try await repository.readOnlySince()
    }
    let line =
      since.map { "read-only since \($0.rfc3339): writes get 503" } ?? "writes are let in"
    return CommandReport([line]) {
      $0.key("read_only")
      $0.bool(since != nil)
      if let since {
        $0.key("since")
        $0.string(since.rfc3339)
      }
    }
  }
}
