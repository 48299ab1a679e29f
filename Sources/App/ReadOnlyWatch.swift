import UseCases
import Web

/// Asks the store every second whether writes are stopped.
struct ReadOnlyWatch: Sendable {
  let repository: any ReadOnlyRepository
  let gate: ReadOnlyGate
  var interval = Duration.seconds(1)

  /// Asks every second until the task is cancelled.
  func run() async {
    while (try? await Task.sleep(for: interval)) != nil { await ask() }
  }

  /// Asks for the first time, before anything is served. While the store is away, no write is let
  /// in.
  func begin() async {
    gate.close(true)
    await ask()
  }

  /// Asks once. While the store is away, the last answer holds.
  private func ask() async {
    do throws(Failure) {
      gate.close(try await repository.readOnlySince() != nil)
    } catch {}
  }
}
