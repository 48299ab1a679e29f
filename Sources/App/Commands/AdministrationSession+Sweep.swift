import Domain
import Repositories
import Transport
import UseCases

extension AdministrationSession {
  /// Removes at once what a server removes from time to time, and tells how much.
  package func sweep() async throws(CommandError) -> CommandReport {
    let swept = try await withPool { try await PostgresHousekeeping($0).sweep(at: .now) }
    let removed =
      "removed \(swept.images) images, \(swept.answers) answers, \(swept.devices) devices and "
      + "\(swept.searches) searches"
    return CommandReport([removed]) {
      $0.key("images")
      $0.integer(swept.images)
      $0.key("answers")
      $0.integer(swept.answers)
      $0.key("devices")
      $0.integer(swept.devices)
      $0.key("searches")
      $0.integer(swept.searches)
    }
  }
}
