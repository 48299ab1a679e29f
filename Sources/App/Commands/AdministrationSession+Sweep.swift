import Domain
import Repositories
import UseCases

extension AdministrationSession {
  /// Removes at once what a server removes from time to time, and returns a line about it.
  package func sweep() async throws(Refusal) -> String {
    let swept = try await withPool { try await PostgresHousekeeping($0).sweep(at: .now) }
    return "removed \(swept.images) images and \(swept.answers) answers"
  }
}
