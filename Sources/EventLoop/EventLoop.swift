internal import Dispatch
internal import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A core's queue: jobs, descriptors and timers, one at a time, in order.
///
/// A serial Dispatch queue that is also a task executor. A connection, its parser, its deadlines
/// and its database connections belong to one loop for life, so a request never waits for another
/// thread. Nothing that runs here may block; see `offload`.
///
/// It is deliberately no `SerialExecutor`: a job that runs as if isolated to one hops through the
/// queue of jobs again at each call of an async function that does not stay with its caller, which
/// cost a quarter of the CPU of a small request when none did.
///
/// Mutable state is touched on the queue only, which `@unchecked Sendable` promises.
public final class EventLoop: TaskExecutor, @unchecked Sendable {
  let queue: DispatchQueue
  private let poller: any Poller
  private let timerSource: any DispatchSourceTimer
  /// The thread that is in a turn of this loop, or 0.
  private let thread = Atomic<UInt>(0)
  /// Work from other threads that waits in the queue.
  private let submitted = Atomic<Int>(0)
  /// Whether the poller waits for descriptors inside a turn, where the queue cannot run anything.
  private let isParked = Atomic<Bool>(false)
  @exclusivity(unchecked) private var jobs: [UnownedJob] = []
  @exclusivity(unchecked) private var batch: [UnownedJob] = []
  @exclusivity(unchecked) private var endings: [any EndOfTurn] = []
  /// As `endings`, but run after them.
  @exclusivity(unchecked) private var sendings: [any EndOfTurn] = []
  /// Whether a turn is queued that continues the work that this one could not finish.
  private var isContinued = false
  @exclusivity(unchecked) private var timers = TimerHeap()
  @exclusivity(unchecked) private var timerArmedFor: MonotonicTime?
  /// The time at the start of this turn. Use it on the loop only. The loop sets it between two
  /// handlers, so no read can overlap, and it needs no check.
  @exclusivity(unchecked) public private(set) var now = MonotonicTime.now()
  /// Rounds of jobs before descriptors and other threads get their chance again.
  private static let jobRoundsMax = 256
  /// Rounds of jobs after which end-of-turn tasks run although jobs are left: one busy connection
  /// must not hold up what the others have written.
  private static let endingRounds = 32
  /// So many tasks that wait to send are run at once, however much else is ready: enough that the
  /// reader stays awake, few enough that the first does not wait for long and that the bytes are
  /// still in the core's caches.
  private static let sendingsMax = 8

  /// Makes a loop with the poller of this system. It never ends: the loop and its descriptors stay
  /// for as long as the program runs, even without a reference to it.
  ///
  /// - Throws: `EventLoopError` when the system gives no more descriptors.
  public convenience init(label: String) throws(EventLoopError) {
    #if os(Linux)
      self.init(label: label, poller: try EpollPoller())
    #else
      self.init(label: label, poller: DispatchPoller())
    #endif
  }

  init(label: String, poller: any Poller) {
    queue = DispatchQueue(label: label, qos: .userInitiated)
    timerSource = DispatchSource.makeTimerSource(queue: queue)
    self.poller = poller
    poller.start(self)
    // This keeps the loop for good. Were it to end, the source could still fire, on its way
    // already.
    timerSource.setEventHandler { [self] in turn { fireDueTimers() } }
    timerSource.schedule(deadline: .distantFuture)
    timerSource.activate()
  }

  // MARK: Where am I

  /// Whether the caller runs on this loop now.
  public var isCurrent: Bool { thread.load(ordering: .relaxed) == Self.currentThread }

  /// Stops the program when the caller is elsewhere: that would be a data race.
  public func preconditionCurrent() { precondition(isCurrent, "not on \(queue.label)") }

  private static var currentThread: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      UInt(bitPattern: pthread_self())
    #endif
  }

  // MARK: Turns

  /// Runs `body` as this loop, and then everything that it made ready.
  func turn(_ body: () -> Void) {
    thread.store(Self.currentThread, ordering: .relaxed)
    now = .now()
    body()
    settle()
    thread.store(0, ordering: .relaxed)
  }

  /// Runs jobs, and end-of-turn tasks whenever no job is left, until neither is, or for so long
  /// that descriptors and other threads must have their chance.
  func settle() {
    for round in 1...Self.jobRoundsMax {
      if jobs.isEmpty, endings.isEmpty, sendings.isEmpty { return }
      if !jobs.isEmpty { runJobs() }
      let mustNotWait = round % Self.endingRounds == 0
      if mustNotWait || (jobs.isEmpty && endings.isEmpty) { runSendings() }
      if mustNotWait || jobs.isEmpty { runEndings() }
    }
    guard !isContinued else { return }
    isContinued = true
    submit { [self] in isContinued = false }
  }

  /// Called before the poller waits inside a turn. Returns how long it may wait: at most `longest`,
  /// up to the next timer, and not at all when other work waits already.
  func park(upTo longest: Duration) -> Duration {
    isParked.store(true, ordering: .sequentiallyConsistent)
    guard submitted.load(ordering: .sequentiallyConsistent) == 0 else { return .zero }
    guard let earliest = timers.earliest else { return longest }
    return max(.zero, min(longest, earliest - .now()))
  }

  /// Called after that wait.
  func unpark() { isParked.store(false, ordering: .sequentiallyConsistent) }

  /// Reads the clock again in a turn that the poller makes last.
  func refreshTime() { now = .now() }

  /// Runs the jobs of one round of events, fires due timers, and returns whether the poller may
  /// keep the turn for another round.
  func endRound() -> Bool {
    settle()
    if let earliest = timers.earliest, earliest <= now {
      fireDueTimers()
      settle()
    }
    return submitted.load(ordering: .relaxed) == 0
  }

  /// Runs `work` in a turn of its own, after what waits already.
  private func submit(_ work: @escaping @Sendable () -> Void) {
    submitted.add(1, ordering: .sequentiallyConsistent)
    queue.async { [self] in
      submitted.subtract(1, ordering: .sequentiallyConsistent)
      turn(work)
    }
    if isParked.load(ordering: .sequentiallyConsistent) { poller.interrupt() }
  }

  private func runJobs() {
    let executor = asUnownedTaskExecutor()
    swap(&jobs, &batch)
    for job in batch {
      job.runSynchronously(on: executor)
      sendIfMany()
    }
    batch.removeAll(keepingCapacity: true)
  }

  private func runEndings() {
    let tasks = endings
    endings.removeAll(keepingCapacity: true)
    for task in tasks { task.endOfTurn() }
  }

  private func runSendings() {
    let tasks = sendings
    sendings.removeAll(keepingCapacity: true)
    for task in tasks { task.endOfTurn() }
  }

  /// Runs the tasks of `sendTogether` if enough of them wait. Call it in a loop over many of them.
  public func sendIfMany() {
    if sendings.count >= Self.sendingsMax { runSendings() }
  }

  // MARK: Jobs

  /// Takes a job of Swift's concurrency: from the loop itself into a plain array, which is drained
  /// before the turn ends; from elsewhere through the queue.
  public func enqueue(_ job: consuming ExecutorJob) {
    let job = UnownedJob(job)
    if isCurrent {
      jobs.append(job)
    } else {
      submit { [self] in jobs.append(job) }
    }
  }

  /// Runs `work` on the loop soon. May be called from anywhere.
  public func execute(_ work: @escaping @Sendable () -> Void) {
    submit(work)
  }

  /// Runs `body` on the loop and returns what it returns; suspensions resume on the loop too. It is
  /// cancelled with the task that waits for it.
  ///
  /// In a task of its own, which begins on the loop with any functions: those stay on the executor
  /// of their caller, and `withTaskExecutorPreference` moves only `@concurrent` ones, and in a
  /// program that Swift 6.3 optimises as one not even those.
  public func run<Value: Sendable>(
    _ body: @escaping @Sendable () async throws -> Value
  ) async throws -> Value {
    let isCancelled = Task.isCancelled
    let task = Task(executorPreference: self) {
      // It may already be cancelled before the handler below could pass that on.
      if isCancelled { withUnsafeCurrentTask { $0?.cancel() } }
      return try await body()
    }
    return try await withTaskCancellationHandler {
      try await task.value
    } onCancel: {
      task.cancel()
    }
  }

  /// Runs `task` once before this turn ends, after all jobs that are ready.
  public func atEndOfTurn(_ task: any EndOfTurn) { endings.append(task) }

  /// Runs `task`, which sends something, once before this turn ends: together with other such
  /// tasks, after everything else that is ready or as soon as eight of them wait.
  ///
  /// Sending wakes the reader. If that is another process of this machine, such as a proxy that has
  /// slept since the last answer, it takes the processor away, and waking it costs as much as
  /// sending. It stays awake while one answer follows another.
  public func sendTogether(_ task: any EndOfTurn) { sendings.append(task) }

  // MARK: Descriptors

  /// Reports to `handler` when `descriptor` becomes ready. Call it on the loop.
  ///
  /// The handler is held until the registration is cancelled.
  /// - Throws: `EventLoopError` when the system refuses to watch it.
  public func register(
    _ descriptor: Int32, _ watch: Watch = .connection, handler: any ReadinessHandler
  ) throws(EventLoopError) -> Registration {
    let token = try poller.add(descriptor, watch, handler)
    return Registration(poller: poller, token: token, descriptor: descriptor)
  }

  // MARK: Timers

  /// Makes a timer that runs `action` on this loop whenever it fires. Call it on the loop.
  public func makeTimer(_ action: @escaping () -> Void) -> LoopTimer {
    LoopTimer(loop: self, action: action)
  }

  /// Waits, also in a task that was cancelled, where `Task.sleep` returns at once. Call it on the
  /// loop.
  public func pause(for duration: Duration) async {
    guard duration > .zero else { return }
    await withUnsafeContinuation { (continuation: UnsafeContinuation<Void, Never>) in
      makeTimer { continuation.resume() }.arm(at: now.advanced(by: duration))
    }
  }

  func arm(_ timer: LoopTimer, at deadline: MonotonicTime) {
    timers.arm(timer, at: deadline)
    armTimerSource()
  }

  func cancel(_ timer: LoopTimer) { timers.cancel(timer) }

  private func fireDueTimers() {
    timerArmedFor = nil
    while let timer = timers.popDue(at: now) { timer.fire() }
    armTimerSource()
  }

  /// Only an earlier deadline costs a system call; a later one is noticed when the timer fires.
  private func armTimerSource() {
    guard let earliest = timers.earliest else { return }
    if let armed = timerArmedFor, armed <= earliest { return }
    timerArmedFor = earliest
    let wait = max(0, earliest.nanoseconds &- MonotonicTime.now().nanoseconds)
    timerSource.schedule(
      deadline: .now() + .nanoseconds(Int(wait)), leeway: .microseconds(500))
  }
}

extension EventLoop {
  private static let helpers = DispatchQueue(label: "moa.offload", attributes: .concurrent)

  /// Runs work that may block (name resolution, files) on a helper thread.
  ///
  /// The caller resumes where it was: a task that prefers a loop comes back to that loop.
  public static func offload<Value: Sendable>(
    _ work: @escaping @Sendable () throws -> Value
  ) async throws -> Value {
    try await withUnsafeThrowingContinuation { continuation in
      helpers.async { continuation.resume(with: Result(catching: work)) }
    }
  }
}

/// Why a loop cannot be made or cannot watch a descriptor.
public struct EventLoopError: Error, Equatable, CustomStringConvertible {
  /// The system call that failed.
  public let call: String
  /// Its `errno`.
  public let code: Int32

  /// Names a call and its error.
  public init(call: String, code: Int32) {
    self.call = call
    self.code = code
  }

  /// Call and number in one sentence.
  public var description: String { "\(call) failed with errno \(code)" }
}
