internal import EventLoop
internal import HTTP

/// One client: reads requests, lets them be handled one after another, writes the answers.
///
/// Lives on one loop for life, which alone touches its state. Protocol decisions are made in
/// `HTTP`; what this file and its extensions decide is when to read, write, wait and close.
final class Connection: ReadinessHandler, EndOfTurn, @unchecked Sendable {
  enum Phase {
    /// Between requests, or in the head of one.
    case head
    /// A handler is at work, or its answer is being written.
    case exchange
    /// Nothing is read any more; what is owed is written, and then comes the end.
    case closing
    /// Everything is answered; what the client still sends is read and dropped.
    case lingering
    case closed
  }

  /// What the timer means when it fires. The reader of answers has a timer of its own.
  enum Deadline { case none, firstByte, head, idle, body, lingering }

  let service: LoopService
  let descriptor: Int32
  let channel: Channel
  let accepted: AcceptedSocket
  let client: Client
  private let openedAt: MonotonicTime
  var phase = Phase.head
  @exclusivity(unchecked) var input = InputBuffer()
  @exclusivity(unchecked) var parser: RequestParser
  /// Bytes that wait to be sent, from `outputStart` on.
  @exclusivity(unchecked) var output: [UInt8] = []
  var outputStart = 0
  /// The body of the request at hand, when it has one.
  @exclusivity(unchecked) var body: BodyStream?
  /// Whether a read may find something: readiness is told only when it begins.
  var canRead = true
  /// The client said that it will send no more; its end may still be behind bytes to read.
  private var endIsComing = false
  /// The end was read, or the connection broke.
  var inputEnded = false
  var isBroken = false
  /// Too many bytes wait to be sent, so the next request has to wait.
  var readingIsPaused = false
  /// The last answer said that the connection ends with it.
  var announcedClose = false
  var lingersAfterClose = false
  var flushIsDue = false
  /// Counted against the client's address while part of a head is here.
  var hasUnfinishedHead = false
  /// The head of a streamed answer was sent, and its end was not.
  var isStreaming = false
  /// A producer of a streamed answer that waits until the client has read.
  @exclusivity(unchecked) var writeWaiter: UnsafeContinuation<Void, Never>?
  var lingered = 0
  /// What this connection has counted in its loop's budget.
  var held = 0
  /// Answers of pipelined requests since the last flush.
  var answersInTurn = 0
  /// Bytes handed to the system since the connection was opened.
  var written = 0
  /// Looks after a reader that has fallen behind; an idle connection has none.
  @exclusivity(unchecked) var readerTimer: LoopTimer?
  /// Bytes that the client had acknowledged when the reader was last looked after.
  var acknowledgedThen = 0
  private(set) var requests = 0
  @exclusivity(unchecked) private var registration: Registration?
  @exclusivity(unchecked) private(set) var timer: LoopTimer?
  private(set) var deadline = Deadline.none

  /// Takes over a connected descriptor; nil when it cannot be watched, and then it is closed.
  @discardableResult
  static func open(
    _ descriptor: Int32, _ accepted: AcceptedSocket, _ service: LoopService, channel: Channel? = nil
  ) -> Connection? {
    let connection = Connection(descriptor, channel ?? .plain(descriptor), accepted, service)
    do {
      connection.registration = try service.loop.register(descriptor, handler: connection)
    } catch {
      systemClose(descriptor)
      return nil
    }
    service.insert(connection)
    connection.timer = service.loop.makeTimer { [unowned connection] in connection.expire() }
    connection.setDeadline(.firstByte, service.nanoseconds.firstByte)
    return connection
  }

  private init(
    _ descriptor: Int32, _ channel: Channel, _ accepted: AcceptedSocket, _ service: LoopService
  ) {
    self.descriptor = descriptor
    self.channel = channel
    self.accepted = accepted
    client = accepted.client
    self.service = service
    openedAt = service.loop.now
    parser = RequestParser(limits: service.configuration.limits)
  }

  /// Whether the connection may serve another request after the one at hand.
  var mayContinue: Bool {
    !service.isDraining && !inputEnded && requests < service.configuration.requestsPerConnectionMax
      && service.loop.now.nanoseconds &- openedAt.nanoseconds < service.nanoseconds.connectionAge
  }

  /// The client was seen to go: what is still here of it may be read, but is no sign of life.
  var hasLostClient: Bool { isBroken || inputEnded || endIsComing }

  /// Nothing is asked and nothing is owed, so a close loses nothing that was received.
  ///
  /// An empty line, which old clients send after a body, asks nothing. Source: RFC 9112 §2.2.
  var isIdle: Bool { phase == .head && !parser.hasStarted && output.isEmpty }

  // MARK: Readiness

  func ready(_ readiness: Readiness) {
    if readiness.contains(.closed) { isBroken = true }
    if readiness.contains(.ended) { endIsComing = true }
    let isCrossed = channel.isCrossed
    if readiness.contains(.writable) || isCrossed, owes { flush() }
    guard readiness.contains(.readable) || isCrossed else { return }
    canRead = true
    switch phase {
    case .head: receive()
    case .exchange: body?.wake()
    case .lingering: linger()
    case .closing, .closed: break
    }
  }

  /// Tells the poller what is waited for. Edge-triggered readiness needs no telling, so on Linux
  /// this costs nothing; elsewhere an unread socket would keep the loop spinning.
  func updateInterest() {
    let reads = phase == .head || phase == .lingering || body?.isWaiting == true
    // What will be sent together with others has not been refused by the system yet.
    let writes = (owes && !flushIsDue) || channel.isCrossed
    registration?.setInterest(readable: reads, writable: writes)
  }

  func endOfTurn() {
    flushIsDue = false
    flush()
  }

  // MARK: Heads

  /// Reads and parses until a request is complete or nothing more is there.
  func receive() {
    while phase == .head {
      guard unsent == 0 || !mustWaitForReader else {
        readingIsPaused = true
        return
      }
      do throws(ParseError) {
        guard try input.isEmpty ? receiveIntoScratch() : receiveIntoInput() else { return wait() }
      } catch {
        refuse(error)
      }
    }
  }

  /// The common case: the whole request arrives at once and is parsed where it lies.
  ///
  /// Like its twin below it returns false when there was nothing to read.
  private func receiveIntoScratch() throws(ParseError) -> Bool {
    let scratch = room(for: nil, in: service.headScratch)
    guard canRead, let count = read(into: scratch) else { return false }
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(scratch)[..<count])
    let consumed = try parse(bytes)
    input.append(UnsafeRawBufferPointer(rebasing: bytes[consumed...]))
    if !input.isEmpty { account() }
    return true
  }

  /// A rest is there already: first it is looked at, and then it grows.
  private func receiveIntoInput() throws(ParseError) -> Bool {
    let consumed = try parse(input.bytes)
    input.consume(consumed)
    if held > 0 { account() }
    guard phase == .head else { return true }
    guard canRead, let count = read(into: input.space(Self.growth)) else { return false }
    input.commit(count)
    return true
  }
  private static let growth = 4096

  /// Parses on from the first byte of a message and returns how many bytes it took away.
  private func parse(_ bytes: UnsafeRawBufferPointer) throws(ParseError) -> Int {
    switch try parser.parse(bytes) {
    case .needMore: return 0
    case .complete(let head, let framing, let consumed):
      parser.reset()
      noteFinishedHead()
      begin(head, framing)
      return consumed
    }
  }

  /// Everything there is has been read: decides how long to wait for more.
  func wait() {
    guard !inputEnded else { return endOfInput() }
    if held > 0 || !input.isEmpty { account() }
    guard !parser.hasStarted else {
      // What is found here may cut the connection: first the answer goes, and then this comes
      // again.
      guard !flushIsDue else { return }
      if service.budget.isSpent, held > 0 { return refuse(.overloaded) }
      if noteUnfinishedHead(), deadline != .head {
        setDeadline(.head, service.nanoseconds.head)
      }
      return
    }
    // While an answer is on its way its reader is watched, and before the first request the
    // deadline for the first byte runs. An empty line asks nothing, so it does not begin anew.
    if unsent == 0, requests > 0, deadline != .idle { setDeadline(.idle, idleNanoseconds) }
  }

  /// The client has ended its side between requests, or inside a head.
  private func endOfInput() {
    guard !isBroken, parser.hasStarted else { return closeWhenSent() }
    refuse(.endedEarly)
  }

  /// Reads once. Nil when there was nothing, and then `wait` or the end follows.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard phase != .closed else { return nil }
    switch channel.read(into: buffer) {
    case .bytes(let count):
      service.counts.noteReceived(count)
      if channel.isDrained(after: count, of: buffer.count), !endIsComing, !isBroken {
        canRead = false
      }
      return count
    case .end: inputEnded = true
    case .failed:
      inputEnded = true
      isBroken = true
    case .wouldBlock: break
    }
    canRead = false
    return nil
  }

  // MARK: Requests

  private func begin(_ head: RequestHead, _ framing: BodyFraming) {
    phase = .exchange
    requests += 1
    deadline = .none
    body = BodyStream(self, framing, awaitsContinue: head.expectsContinue)
    let length: Int? =
      switch framing {
      case .none: 0
      case .fixed(let bytes): bytes
      case .chunked: nil
      }
    let origin = origin(of: head)
    let request = Request(
      head: head, body: RequestBody(length: length, source: body), id: origin.id,
      client: origin.client, trace: origin.trace)
    updateInterest()
    service.runners.run(request, on: self)
  }

  // MARK: Deadlines

  func setDeadline(_ kind: Deadline, _ nanoseconds: Int64) {
    deadline = kind
    timer?.arm(at: service.loop.now.advanced(byNanoseconds: nanoseconds))
  }

  func clearDeadline(_ kind: Deadline) {
    if deadline == kind { deadline = .none }
  }

  private func expire() {
    let due = deadline
    deadline = .none
    switch due {
    case .none: break
    case .firstByte, .idle: closeIfStillIdle()
    case .head: refuseIfStillIncomplete()
    case .body: body?.checkPace()
    case .lingering: close()
    }
  }

  // MARK: The end

  /// Closes as soon as what is owed has been sent.
  func closeWhenSent() {
    phase = .closing
    deadline = .none
    flush()
  }

  /// Looks once more for a request that has just arrived before it closes.
  func closeIfStillIdle() {
    canRead = true
    receive()
    if isIdle { close() }
  }

  /// A loop that was held up may find the rest of a head that came in time.
  private func refuseIfStillIncomplete() {
    canRead = true
    receive()
    if phase == .head, parser.hasStarted { refuse(.tooSlow) }
  }

  func close() {
    guard phase != .closed else { return }
    // Whoever is cut off must not take what came for the whole.
    if isIdle, !isBroken { _ = channel.finish() }
    phase = .closed
    isBroken = true
    registration?.cancel(closing: true)
    timer?.cancel()
    stopWatchingReader()
    systemClose(descriptor)
    output = []
    outputStart = 0
    input.removeAll()
    account()
    body?.wake()
    writeWaiter?.resume()
    writeWaiter = nil
    noteFinishedHead()
    service.remove(self)
  }
}
