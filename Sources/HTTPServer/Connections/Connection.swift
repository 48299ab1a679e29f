internal import EventLoop
internal import HTTP

/// One client: reads requests, lets them be handled one after another, writes the answers.
///
/// Lives on one loop for life, which alone touches its state. Protocol decisions are made in
/// `HTTP`, and those about the life of a connection in the values that it holds; this does the I/O.
final class Connection: ReadinessHandler, EndOfTurn, @unchecked Sendable {
  let service: LoopService
  let channel: Channel
  let accepted: AcceptedSocket
  let client: Client
  // The loop is one queue, so nothing can overlap; the checks for it would cost on each request.
  @exclusivity(unchecked) var life: Lifecycle
  @exclusivity(unchecked) var input: Input
  @exclusivity(unchecked) var output = Output()
  /// The body of the request at hand, when it has one.
  @exclusivity(unchecked) var body: BodyStream?
  @exclusivity(unchecked) var deadline = Deadline()
  @exclusivity(unchecked) private var readerWatch = ReaderWatch()
  @exclusivity(unchecked) private(set) var usage = Usage()
  @exclusivity(unchecked) private var registration: Registration?

  /// Takes over a connected descriptor; nil when it cannot be watched, and then it is closed.
  @discardableResult
  static func open(
    _ descriptor: Int32, _ accepted: AcceptedSocket, _ service: LoopService, channel: Channel? = nil
  ) -> Connection? {
    let connection = Connection(channel ?? .plain(descriptor), accepted, service)
    do {
      connection.registration = try service.loop.register(descriptor, handler: connection)
    } catch {
      systemClose(descriptor)
      return nil
    }
    service.insert(connection)
    connection.deadline.timer = service.loop.makeTimer { [unowned connection] in
      connection.expire()
    }
    connection.deadline.start(
      .firstByte, service.nanoseconds.firstByte(of: accepted), from: service.loop.now)
    return connection
  }

  private init(_ channel: Channel, _ accepted: AcceptedSocket, _ service: LoopService) {
    self.channel = channel
    self.accepted = accepted
    client = accepted.client
    self.service = service
    life = Lifecycle(
      requestsMax: service.configuration.requestsPerConnectionMax,
      end: service.loop.now.advanced(byNanoseconds: service.nanoseconds.connectionAge))
    input = Input(limits: service.configuration.limits)
  }

  /// Whether the connection may serve another request after the one at hand.
  var mayContinue: Bool {
    !service.isDraining && !input.hasEnded && life.mayContinue(at: service.loop.now)
  }

  /// Nothing is asked and nothing is owed, so a close loses nothing that was received.
  var isIdle: Bool { life.phase == .head && !input.hasBegunHead && output.unsent == 0 }

  /// Since when a stranger has asked nothing; nil for a connection that is in use, or trusted.
  var silentSince: MonotonicTime? {
    guard isIdle, !accepted.isTrustedToIdle else { return nil }
    return deadline.beginning(of: .idle) ?? deadline.beginning(of: .firstByte)
  }

  /// Whether the client has something to get: bytes, or word of the end.
  private var owes: Bool { output.unsent > 0 || life.phase == .closing }

  /// Too much waits to be sent for another request to be read, or another piece to be produced.
  var unsentMax: Int { service.budget.unsentMax(atMost: service.configuration.unsentBytesMax) }

  /// Counts the bytes in memory: answers that wait for their reader, an incomplete head, and bytes
  /// that were read along with a request and are not parsed yet.
  func account() {
    let held = life.phase == .closed ? 0 : output.unsent + input.buffer.count
    usage.hold(held, of: service.budget)
  }

  // MARK: Readiness

  func ready(_ readiness: Readiness) {
    input.note(readiness)
    let isCrossed = channel.isCrossed
    if readiness.contains(.writable) || isCrossed, owes { flush() }
    guard readiness.contains(.readable) || isCrossed else { return }
    input.allowRead()
    switch life.phase {
    case .head: receive()
    case .exchange: body?.wake()
    case .lingering: linger()
    case .closing, .closed: break
    }
  }

  /// Tells the poller which events are needed. Edge-triggered readiness does not need this, so on
  /// Linux it costs nothing; elsewhere an unread socket would keep the loop spinning.
  func updateInterest() {
    let reads = life.phase == .head || life.phase == .lingering || body?.isWaiting == true
    // An answer that waits to be sent with others has not been refused by the system yet.
    let writes = (owes && !output.flushIsDue) || channel.isCrossed
    registration?.setInterest(readable: reads, writable: writes)
  }

  func endOfTurn() {
    output.flushIsDue = false
    flush()
  }

  // MARK: Heads

  /// Reads and parses until a request is complete or nothing more is there.
  func receive() {
    while life.phase == .head, !output.pausesReading(above: unsentMax) {
      do throws(ParseError) {
        guard try receiveSome() else { return wait() }
      } catch {
        refuse(error)
      }
    }
  }

  /// Parses the buffered bytes, and then the bytes of one read. False if there was nothing to read.
  private func receiveSome() throws(ParseError) -> Bool {
    var head = try input.parseBuffer()
    if usage.heldBytes > 0 { account() }
    if head == nil {
      let scratch = service.budget.room(for: nil, in: service.headScratch)
      guard input.canRead, let count = read(into: input.room(scratch)) else { return false }
      head = try input.parse(count, in: scratch)
      if !input.buffer.isEmpty { account() }
    }
    if let head { begin(head) }
    return true
  }

  /// Everything there is has been read: decides how long to wait for more.
  private func wait() {
    guard !input.hasEnded else {
      return input.hasBegunHead && !input.isBroken ? refuse(.endedEarly) : closeWhenSent()
    }
    if usage.heldBytes > 0 || !input.buffer.isEmpty { account() }
    guard input.hasBegunHead else {
      // While an answer is on its way its reader is watched, and before the first request the
      // deadline for the first byte runs.
      guard output.unsent == 0, !life.isBeforeFirstRequest else { return }
      return deadline.startOnce(
        .idle, service.nanoseconds.idle(of: accepted), from: service.loop.now)
    }
    // The bytes may cut the connection: the answer is sent first, and then this is called again.
    guard !output.flushIsDue else { return }
    if usage.heldBytes > 0, !service.makesRoom(for: 0) { return refuse(.overloaded) }
    // It may have been the slowest itself.
    guard life.phase == .head, noteUnfinishedHead() else { return }
    deadline.startOnce(.head, service.nanoseconds.head, from: service.loop.now)
  }

  /// Ends the connection when its address has too many unfinished heads, and then returns false.
  private func noteUnfinishedHead() -> Bool {
    let bound = AddressTable.Bound(service.configuration.unfinishedHeadsPerAddressMax)
    guard usage.beginHead(of: accepted.countedAs, in: &service.addresses, atMost: bound) else {
      service.observe(.connectionRefused(.tooManyUnfinishedOfAddress, address: accepted.address))
      cut()
      return false
    }
    return true
  }

  /// Reads once. Nil when there was nothing, and then `wait` or the end follows.
  func read(into buffer: UnsafeMutableRawBufferPointer) -> Int? {
    guard life.phase != .closed else { return nil }
    let outcome = channel.read(into: buffer)
    guard case .bytes(let count) = outcome else { return input.note(outcome, isAll: true) }
    service.counts.noteReceived(count)
    return input.note(outcome, isAll: channel.isDrained(after: count, of: buffer.count))
  }

  private func begin(_ received: Input.Head) {
    let (head, framing) = received
    life.beginRequest()
    deadline.withdraw()
    usage.endHead(of: accepted.countedAs, in: &service.addresses)
    body = BodyStream(self, framing, awaitsContinue: head.expectsContinue)
    let length: Int? = if let body { body.remaining } else { 0 }
    let trace = TraceContext(head, spanID: service.nextSpanID()) ?? service.beginTrace()
    // Fields about a client are looked up only if they are trusted.
    let isTold = accepted.believesFields
    let id = isTold ? Forwarding.requestID(of: head) : nil
    let request = Request(
      head: head, body: RequestBody(length: length, source: body),
      id: id ?? service.nextRequestID(),
      client: isTold
        ? Forwarding.client(of: head, over: client, trusting: service.configuration.trustedProxies)
        : client,
      trace: trace)
    updateInterest()
    service.runners.run(request, on: self)
  }

  // MARK: Deadlines

  private func expire() {
    switch deadline.expire() {
    case nil: break
    case .firstByte, .idle: closeIfStillIdle()
    case .head: refuseIfStillIncomplete()
    case .body: body?.checkPace()
    case .lingering: close()
    }
  }

  /// Looks once more for a request that has just arrived before it closes.
  func closeIfStillIdle() {
    input.allowRead()
    receive()
    if isIdle { close() }
  }

  /// A loop that was held up may find the rest of a head that came in time.
  private func refuseIfStillIncomplete() {
    input.allowRead()
    receive()
    if life.phase == .head, input.hasBegunHead { refuse(.tooSlow) }
  }

  // MARK: Readers

  /// Called whenever the system does not take all that is owed.
  private func waitForReader() {
    account()
    updateInterest()
    guard !readerWatch.isOn else { return }
    let timer = service.loop.makeTimer { [unowned self] in checkReader() }
    readerWatch.begin(
      timer, acknowledged: acknowledged, now: service.loop.now, next: nextLookAtReader)
  }

  private func checkReader() {
    guard owes else { return }
    let goesOn = readerWatch.goesOn(
      acknowledged: acknowledged, bytesMin: service.readBytesMin, next: nextLookAtReader)
    if !goesOn { cut() }
  }

  /// Of a client whose answers or head need memory; nil for any other.
  func slowness(at now: MonotonicTime) -> SlowPace? {
    guard usage.heldBytes > 0 else { return nil }
    let least = Int64(service.configuration.deadlines.bytesPerSecondMin)
    if readerWatch.isOn {
      return readerWatch.slowness(acknowledged: acknowledged, least: least, at: now)
    }
    return deadline.beginning(of: .head).flatMap { begun in
      SlowPace(input.buffer.count, in: now.nanoseconds &- begun.nanoseconds, least: least)
    }
  }

  /// Leaves the memory to others.
  func giveWay() {
    life.phase == .head && output.unsent == 0 ? refuse(.overloaded) : cut()
  }

  private var acknowledged: Int {
    channel.transmitted(of: output.written) - (Socket.unacknowledged(channel.descriptor) ?? 0)
  }

  private var nextLookAtReader: MonotonicTime {
    service.loop.now.advanced(byNanoseconds: service.nanoseconds.write)
  }

  // MARK: Sending

  /// Sends as much as the system takes; closes after the last byte if that is due.
  func flush() {
    guard life.phase != .closed, life.phase != .lingering else { return }
    switch output.send({ channel.write($0) }) {
    case .failed: return close()
    case .blocked: return waitForReader()
    case .complete: break
    }
    if life.phase == .closing, !channel.finish() { return waitForReader() }
    if let memory = output.giveUpMemory() { service.giveBack(memory) }
    if usage.heldBytes > 0 { account() }
    output.releaseProducer()
    if readerWatch.end() { updateInterest() }
    switch life.allSent(input) {
    case .readOn: output.resumesReading() ? receive() : wait()
    case .nothing: break
    case .linger: beginLingering()
    case .close: close()
    }
  }

  // MARK: The end

  /// Closes as soon as all answers have been sent.
  func closeWhenSent() {
    life.beginClosing()
    deadline.withdraw()
    flush()
  }

  private func beginLingering() {
    input.buffer.removeAll()
    if usage.heldBytes > 0 { account() }
    updateInterest()
    Socket.endWriting(channel.descriptor)
    deadline.start(.lingering, service.nanoseconds.lingering, from: service.loop.now)
    linger()
  }

  private func linger() {
    let bytesMax = service.configuration.lingeringBytesMax
    while !life.hasDropped(atLeast: bytesMax), input.canRead,
      let count = read(into: service.scratch)
    {
      life.drop(count)
    }
    if input.hasEnded || life.hasDropped(atLeast: bytesMax) { close() }
  }

  /// Ends the connection now, even with unsent answers.
  ///
  /// An incomplete answer ends with a reset: after an ordinary close the system would keep its
  /// bytes for a client that does not read, without a connection of ours to count, and an answer
  /// without a length would look complete.
  func cut() {
    guard life.phase != .closed else { return }
    if output.isIncomplete { Socket.resetOnClose(channel.descriptor) }
    close()
  }

  func close() {
    // A client that is cut off must not take the bytes so far for the whole answer.
    if isIdle, !input.isBroken { _ = channel.finish() }
    guard life.close() else { return }
    registration?.cancel(closing: true)
    deadline.timer?.cancel()
    _ = readerWatch.end()
    systemClose(channel.descriptor)
    input.abandon()
    output.abandon()
    account()
    body?.wake()
    usage.endHead(of: accepted.countedAs, in: &service.addresses)
    service.remove(self)
  }
}
