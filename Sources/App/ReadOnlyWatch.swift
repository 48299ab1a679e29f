import Transport
import UseCases

/// Asks the store every second whether writes were stopped, for the requests of one loop.
struct ReadOnlyWatch: Sendable {
  let repository: any ReadOnlyRepository
  let gate: ReadOnlyGate
  var interval = Duration.seconds(1)

  /// Goes on until the task is cancelled. What held last holds on while the store is away.
  func run() async {
    repeat {
      do throws(Failure) {
        gate.close(try await repository.readOnlySince() != nil)
      } catch {}
    } while (try? await Task.sleep(for: interval)) != nil
  }
}
