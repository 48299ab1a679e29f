import EventLoop
import Operations
import Synchronization
import UseCases

/// Answers in time, even if the probe behind it waits.
///
/// A load balancer without an answer waits for its own timeout, which is longer; with a frozen
/// database it would keep sending requests here meanwhile.
///
/// Draining is known here without the probe, so that a hanging database does not hide it.
struct PromptReadiness: ReadinessProbe {
  let probe: any ReadinessProbe
  let loop: EventLoop
  let isDraining: @Sendable () -> Bool
  let disks: DiskWatch
  let areWritesStopped: @Sendable () -> Bool
  private static let deadline = Duration.milliseconds(900)

  func obstacles() async -> [ReadinessObstacle] {
    let found = await foundInTime()
    return isDraining() ? [.draining] + found : found
  }

  func warnings() -> [ReadinessWarning] {
    (disks.isAnyNearlyFull ? [.diskNearlyFull] : [])
      + (areWritesStopped() ? [.writesStopped] : [])
  }

  private func foundInTime() async -> [ReadinessObstacle] {
    await withUnsafeContinuation { continuation in
      let answer = FirstAnswer(continuation)
      // Both may outlive the request, and so belong to none.
      let timeout = Task.detached(executorPreference: loop) {
        try? await Task.sleep(for: Self.deadline)
        answer.give([.databaseUnreachable])
      }
      Task.detached(executorPreference: loop) {
        answer.give(await probe.obstacles())
        timeout.cancel()
      }
    }
  }
}

/// Resumes with whichever answer comes first.
private final class FirstAnswer: Sendable {
  private let continuation: Mutex<UnsafeContinuation<[ReadinessObstacle], Never>?>

  init(_ continuation: UnsafeContinuation<[ReadinessObstacle], Never>) {
    self.continuation = Mutex(continuation)
  }

  func give(_ obstacles: [ReadinessObstacle]) {
    let waiting = continuation.withLock { stored in
      defer { stored = nil }
      return stored
    }
    waiting?.resume(returning: obstacles)
  }
}
