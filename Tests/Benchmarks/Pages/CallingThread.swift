import Synchronization

/// Runs a task on the thread that asks for it, as an event loop does: no other thread is waited
/// for, and whoever counts instructions counts those of the task.
final class CallingThread: TaskExecutor {
  private let jobs = Mutex<[UnownedJob]>([])

  func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    jobs.withLock { $0.append(job) }
  }

  /// Comes back when `body` has ended, which waits for nothing but itself.
  func run(_ body: @escaping @Sendable () async throws -> Void) {
    Task(executorPreference: self) {
      do { try await body() } catch { fatalError("\(error)") }
    }
    while let job = jobs.withLock({ $0.popLast() }) {
      job.runSynchronously(on: asUnownedTaskExecutor())
    }
  }
}
