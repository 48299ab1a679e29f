internal import EventLoop
internal import HTTP

/// The tasks in which handlers run: each serves one request after another, and when a handler
/// suspends, the next task continues with the waiting requests.
///
/// A task for each request would cost as much as parsing it. Handlers that do not suspend share one
/// task for a whole turn of the loop; others take one each, and give it back. Owned by its loop.
final class ExchangeRunners: @unchecked Sendable {
  private let loop: EventLoop
  private let handler: Handler
  @exclusivity(unchecked) private var waiting: [Exchange?] = []
  /// The first of `waiting` that no task has taken.
  @exclusivity(unchecked) private var next = 0
  @exclusivity(unchecked) private var idle: [UnsafeContinuation<Bool, Never>] = []
  /// Whether a task has been called that has not looked into `waiting` yet.
  @exclusivity(unchecked) private var isOneComing = false
  private var isRetired = false
  /// Idle tasks beyond this number end: they are left from the highest load so far.
  private static let idleMax = 64

  /// A request on its way to the handler.
  private struct Exchange {
    let connection: Connection
    let request: Request
    let start: MonotonicTime
  }

  init(loop: EventLoop, handler: @escaping Handler) {
    self.loop = loop
    self.handler = handler
  }

  /// Lets the handler answer `request` on `connection`, soon. Call it on the loop.
  func run(_ request: Request, on connection: Connection) {
    waiting.append(Exchange(connection: connection, request: request, start: loop.now))
    callOne()
  }

  /// Ends the idle tasks, for which nothing will come any more.
  func retire() {
    isRetired = true
    for runner in idle { runner.resume(returning: false) }
    idle.removeAll()
  }

  private func callOne() {
    guard !isOneComing else { return }
    isOneComing = true
    if let runner = idle.popLast() {
      runner.resume(returning: true)
    } else {
      Task(executorPreference: loop) {
        let ongoing = OngoingRequest()
        await OngoingRequest.$current.withValue(ongoing) { await self.serve(as: ongoing) }
      }
    }
  }

  private func serve(as ongoing: OngoingRequest) async {
    repeat {
      isOneComing = false
      while let exchange = take() {
        ongoing.begin(exchange.request)
        let response = await handler(exchange.request)
        if !exchange.connection.answer(response, to: exchange.request, since: exchange.start) {
          await exchange.connection.answerInTime(
            response, to: exchange.request, since: exchange.start)
        }
        // Handlers that wait for nothing are all called here, one after the other.
        loop.sendIfMany()
      }
    } while await waitForWork()
  }

  /// Calls another task for the rest first, because the handler may suspend.
  private func take() -> Exchange? {
    guard next < waiting.count else { return nil }
    // Moved out, because a copy would count its references up and down.
    var exchange: Exchange?
    swap(&exchange, &waiting[next])
    next += 1
    if next < waiting.count {
      callOne()
    } else {
      waiting.removeAll(keepingCapacity: true)
      next = 0
    }
    return exchange
  }

  private func waitForWork() async -> Bool {
    guard !isRetired, idle.count < Self.idleMax else { return false }
    return await withUnsafeContinuation { idle.append($0) }
  }
}

/// Connections that have used their turn and have more to do. Owned by its loop.
///
/// They go on by a timer that is due at once, because the loop asks for readiness between two
/// rounds of timers: whatever has arrived for others comes first.
final class TurnQueue {
  private var waiting: [Connection] = []
  private var timer: LoopTimer?

  func append(_ connection: Connection, _ loop: EventLoop) {
    waiting.append(connection)
    let timer = timer ?? loop.makeTimer { [unowned self] in goOn() }
    self.timer = timer
    timer.arm(at: loop.now)
  }

  private func goOn() {
    let connections = waiting
    waiting.removeAll(keepingCapacity: true)
    for connection in connections where connection.life.phase == .head { connection.receive() }
  }
}
