import EventLoop

/// A connection in the making: resolves names, then follows libpq through the handshake.
///
/// Everything happens on the loop except the resolving. The outcome is told exactly once.
final class ConnectionAttempt: ReadinessHandler, @unchecked Sendable {
  typealias Outcome = Result<Connection, PostgresError>

  private let loop: EventLoop
  private let target: ConnectionString
  private let policy: StatementPolicy
  private let observe: @Sendable (PostgresEvent) -> Void
  private let startedAt: MonotonicTime
  private let sink: NoticeSink
  private var completion: ((Outcome) -> Void)?
  private var handle: LibPQ.Handle?
  private var registration: Registration?
  private var timer: LoopTimer?
  /// What the handshake waits for. Asking libpq at any other readiness would spin, because a
  /// socket that is registered anew reports at once that it is writable.
  private var awaited: Readiness = []

  init(
    to target: ConnectionString, on loop: EventLoop, _ policy: StatementPolicy,
    observe: @escaping @Sendable (PostgresEvent) -> Void,
    completion: @escaping (Outcome) -> Void
  ) {
    self.target = target
    self.loop = loop
    self.policy = policy
    self.observe = observe
    self.completion = completion
    startedAt = loop.now
    sink = NoticeSink { observe(.notice($0)) }
  }

  /// Begins; the outcome comes later, at the deadline at the latest.
  func start(deadline: Duration) {
    loop.preconditionCurrent()
    let timer = loop.makeTimer { [weak self] in self?.fail("no connection in time") }
    timer.arm(at: loop.now.advanced(by: deadline))
    self.timer = timer
    Task(executorPreference: loop) { [self] in
      do throws(PostgresError) {
        connect(try await HostResolver.settings(of: target))
      } catch {
        finish(.failure(error))
      }
    }
  }

  /// Gives up without an outcome.
  func cancel() {
    completion = nil
    cleanUp()
  }

  private func connect(_ settings: [(keyword: String, value: String)]) {
    guard completion != nil else { return }
    guard let handle = LibPQ.Handle.connectStart(settings) else { return fail("out of memory") }
    self.handle = handle
    handle.setNoticeSink(sink)
    guard !handle.isBad else { return fail(handle.errorMessage) }
    wait(for: .writable)
  }

  func ready(_ readiness: Readiness) {
    guard let handle, !readiness.isDisjoint(with: awaited.union(.closed)) else { return }
    // libpq may replace the socket while it goes from host to host: forget the old one first.
    registration?.cancel()
    registration = nil
    switch handle.connectPoll() {
    case .reading: wait(for: .readable)
    case .writing: wait(for: .writable)
    case .ready: succeed(handle)
    case .failed: fail(handle.errorMessage)
    }
  }

  private func wait(for readiness: Readiness) {
    guard let handle else { return }
    awaited = readiness
    do {
      let registration = try loop.register(handle.socket, handler: self)
      registration.setInterest(
        readable: readiness == .readable, writable: readiness == .writable)
      self.registration = registration
    } catch {
      fail(error.description)
    }
  }

  private func succeed(_ handle: LibPQ.Handle) {
    do throws(PostgresError) {
      let connection = try Connection(handle, sink, on: loop, policy, observe: observe)
      self.handle = nil
      observe(.connected(process: connection.process, took: loop.now - startedAt))
      finish(.success(connection))
    } catch {
      finish(.failure(error))
    }
  }

  /// Nothing was sent yet, so trying again is always safe.
  private func fail(_ reason: String) {
    finish(.failure(PostgresError(.connection(reason: reason), isSafeToRetry: true)))
  }

  private func finish(_ outcome: Outcome) {
    guard let completion else { return }
    self.completion = nil
    cleanUp()
    completion(outcome)
  }

  private func cleanUp() {
    timer?.cancel()
    registration?.cancel()
    registration = nil
    handle?.finish()
    handle = nil
  }
}
