internal import EventLoop
internal import HTTP

/// The body of one request, decoded on demand. Owned by the loop.
final class BodyStream: BodySource, @unchecked Sendable {
  private enum Coding {
    case fixed(remaining: Int)
    case chunked(ChunkedDecoder)
  }

  /// How the body ended, seen when the handler is done with it.
  enum Ending {
    case complete
    /// More would come than is worth reading: the connection ends with the answer.
    case abandoned
    /// The handler's answer does not count; the engine refuses.
    case broken(ParseError)
  }

  private let connection: Connection
  private var coding: Coding
  private var awaitsContinue: Bool
  private var isFinished = false
  /// Whether the handler has asked for the body.
  private(set) var wasRead = false
  private var failure: BodyError?
  private var waiter: UnsafeContinuation<Void, Never>?
  private var pace: BodyPace
  /// Bytes that the handler keeps, counted in the loop's budget.
  private(set) var kept = 0
  /// Whether these are all that is still to come.
  private var isReserved = false
  private var isGivenBack = false

  /// Nil when the framing says that there is no body.
  init?(_ connection: Connection, _ framing: BodyFraming, awaitsContinue: Bool) {
    let deadlines = connection.service.configuration.deadlines
    switch framing {
    case .none: return nil
    case .fixed(let bytes):
      coding = .fixed(remaining: bytes)
      isFinished = bytes == 0
      pace = BodyPace(deadlines, announced: bytes)
    case .chunked:
      coding = .chunked(ChunkedDecoder(limits: connection.service.configuration.limits))
      pace = BodyPace(deadlines, announced: 0)
    }
    self.connection = connection
    self.awaitsContinue = awaitsContinue
  }

  var isWaiting: Bool { waiter != nil }
  private var loop: EventLoop { connection.service.loop }

  func next() async throws(BodyError) -> [UInt8]? { try await next(keeping: false) }
  func nextToKeep() async throws(BodyError) -> [UInt8]? { try await next(keeping: true) }

  func isAbandoned() async -> Bool {
    if loop.isCurrent { return connection.input.hasLostClient }
    return (try? await loop.run { self.connection.input.hasLostClient }) ?? true
  }

  private func next(keeping: Bool) async throws(BodyError) -> [UInt8]? {
    wasRead = true
    if loop.isCurrent { return try await read(keeping: keeping) }
    do {
      return try await loop.run { try await self.read(keeping: keeping) }
    } catch {
      throw error as? BodyError ?? .disconnected
    }
  }

  func drop(upTo limit: Int) async {
    if loop.isCurrent { return await readAndDrop(limit) }
    try? await loop.run { await self.readAndDrop(limit) }
  }

  /// A client that waits for permission is not asked for what nothing is done with.
  private func readAndDrop(_ limit: Int) async {
    guard !awaitsContinue else { return }
    beginDropping()
    var count = 0
    while count < limit, let piece = try? await read(keeping: false) { count += piece.count }
  }

  /// Nothing more is done with the body, so the client has less time for the rest of it.
  private func beginDropping() {
    guard failure == nil, !pace.isDropping else { return }
    pace.beginDropping(connection.service.configuration.deadlines)
  }

  private func read(keeping: Bool) async throws(BodyError) -> [UInt8]? {
    while true {
      if let failure { throw failure }
      if isFinished { return nil }
      // After the answer, the bytes that a late reader keeps would never be given back.
      guard connection.body === self else { throw .disconnected }
      if keeping { try reserve() }
      letClientSend()
      let piece = try take()
      if !piece.isEmpty {
        if keeping { try hold(piece.count) }
        return piece
      }
      if !isFinished { try await waitForBytes() }
    }
  }

  /// The handler wants the body, so a client that waits for permission gets it now.
  private func letClientSend() {
    guard awaitsContinue else { return }
    awaitsContinue = false
    if connection.input.buffer.isEmpty { connection.sendContinue() }
  }

  // MARK: Decoding

  private static let pieceBytesMax = 64 * 1024

  /// Decodes the available bytes; empty when there are none.
  private func take() throws(BodyError) -> [UInt8] {
    guard connection.input.buffer.isEmpty else {
      let (piece, consumed) = try decode(connection.input.buffer.bytes)
      connection.input.buffer.consume(consumed)
      if connection.usage.heldBytes > 0 { connection.account() }
      return piece
    }
    // Bytes land in the loop's memory, so that a body that is waited for owns none.
    let scratch = connection.service.budget.room(for: remaining, in: connection.service.scratch)
    guard connection.input.canRead, let count = connection.read(into: scratch) else { return [] }
    let bytes = UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(scratch)[..<count])
    let (piece, consumed) = try decode(bytes)
    connection.input.buffer.append(UnsafeRawBufferPointer(rebasing: bytes[consumed...]))
    if !connection.input.buffer.isEmpty { connection.account() }
    return piece
  }

  /// Bytes that are still to come; nil when only the client knows.
  var remaining: Int? {
    if case .fixed(let remaining) = coding { remaining } else { nil }
  }

  /// Returns a piece of the body, and how many bytes it took.
  private func decode(
    _ bytes: UnsafeRawBufferPointer
  ) throws(BodyError) -> (piece: [UInt8], consumed: Int) {
    switch coding {
    case .fixed(let remaining):
      let count = min(remaining, bytes.count)
      pace.received += count
      coding = .fixed(remaining: remaining - count)
      isFinished = count == remaining
      return ([UInt8](bytes.prefix(count)), count)
    case .chunked(var decoder):
      defer { coding = .chunked(decoder) }
      return try decodeChunked(bytes, &decoder)
    }
  }

  private func decodeChunked(
    _ bytes: UnsafeRawBufferPointer, _ decoder: inout ChunkedDecoder
  ) throws(BodyError) -> (piece: [UInt8], consumed: Int) {
    var piece: [UInt8] = []
    let consumed: Int
    do {
      (consumed, isFinished) = try decoder.decode(
        bytes, into: &piece, atMost: Self.pieceBytesMax)
    } catch {
      throw fail(.malformed(error))
    }
    // Otherwise the caller would ask for ever, and the loop would serve no other client.
    guard consumed > 0 else { throw fail(.disconnected) }
    pace.received += consumed
    return (piece, consumed)
  }

  private func fail(_ error: BodyError) -> BodyError {
    failure = error
    return error
  }

  // MARK: Bytes that the handler keeps

  /// Reserves the room for a body of known length before the client is asked to send it: of many
  /// simultaneous uploads some get through, and the others are rejected before they have sent
  /// anything.
  private func reserve() throws(BodyError) {
    // A reader that continues after the handler's answer would keep its bytes for ever.
    guard !isGivenBack else { throw .disconnected }
    guard !isReserved, failure == nil, case .fixed(let remaining) = coding else { return }
    try hold(remaining)
    isReserved = true
  }

  func keep(_ bytes: Int) async throws(BodyError) {
    if loop.isCurrent { return try hold(bytes) }
    do {
      try await loop.run { try self.hold(bytes) }
    } catch {
      throw error as? BodyError ?? .disconnected
    }
  }

  private func hold(_ bytes: Int) throws(BodyError) {
    if let failure { throw failure }
    guard !isGivenBack else { throw .disconnected }
    guard !isReserved, bytes > 0 else { return }
    let service = connection.service
    guard service.mayKeep(bytes, of: connection.accepted), service.makesRoom(for: bytes) else {
      throw fail(.overloaded)
    }
    if kept == 0 { service.keepers[ObjectIdentifier(self)] = self }
    change(by: bytes)
  }

  private func change(by bytes: Int) {
    kept += bytes
    connection.service.budget.change(by: bytes)
    guard let key = connection.accepted.countedAs else { return }
    connection.service.addresses.keep(bytes, of: key)
  }

  /// The handler has answered, and nothing is kept any more.
  private func giveBack() {
    isGivenBack = true
    guard kept > 0 else { return }
    change(by: -kept)
    connection.service.keepers[ObjectIdentifier(self)] = nil
  }

  /// Nil for a client that is not waited for.
  func slowness(at now: MonotonicTime) -> SlowPace? {
    waiter == nil ? nil : pace.slowness(at: now)
  }

  /// Leaves the memory to others.
  func giveWay() {
    _ = fail(.overloaded)
    giveBack()
    wake()
  }

  // MARK: Waiting

  private func waitForBytes() async throws(BodyError) {
    if connection.input.isBroken || waiter != nil { throw fail(.disconnected) }
    if connection.input.hasEnded { throw fail(.malformed(.endedEarly)) }
    guard !connection.input.canRead else { return }
    // A client that drips always comes before the timer does.
    if pace.isTooSlow(at: loop.now) { throw fail(.tooSlow) }
    pace.beginWait(at: loop.now)
    connection.deadline.start(.body, pace.nextCheck(at: loop.now), from: loop.now)
    await withUnsafeContinuation {
      waiter = $0
      connection.updateInterest()
    }
    pace.endWait(at: loop.now)
    connection.deadline.withdraw(.body)
  }

  /// Bytes, the end of the stream, or the end of the connection has come.
  func wake() {
    guard let waiter else { return }
    self.waiter = nil
    waiter.resume()
  }

  /// Called by the connection's timer while the client is waited for.
  func checkPace() {
    guard waiter != nil else { return }
    guard pace.isTooSlow(at: loop.now) else {
      return connection.deadline.start(.body, pace.nextCheck(at: loop.now), from: loop.now)
    }
    // The reader judges, after it has looked once more: the loop itself may have been held up.
    connection.input.allowRead()
    wake()
  }

  // MARK: The rest

  /// Reads the bytes that the handler left unread, if there are few.
  ///
  /// The answer waits for it: a body that turns out to be malformed must be refused, and the next
  /// request must begin where this one really ends.
  func finish() async -> Ending {
    giveBack()
    // A reader that outlives its handler may have come in between.
    defer { giveBack() }
    var drained = 0
    if isWaiting { return stopWaiting() }
    if !isFinished, failure == nil, isNotWorthReading { return .abandoned }
    beginDropping()
    do {
      while let piece = try await read(keeping: false) {
        drained += piece.count
        if drained > connection.service.configuration.drainedBytesMax { return .abandoned }
      }
      return .complete
    } catch {
      return ending(after: error)
    }
  }

  /// A task still reads although the handler has returned; it reads no further.
  private func stopWaiting() -> Ending {
    failure = .disconnected
    wake()
    return .abandoned
  }

  private func ending(after error: BodyError) -> Ending {
    switch error {
    case .malformed(let refusal): .broken(refusal)
    // A client that was too slow for a rest is told what its request led to.
    case .tooSlow: pace.isDropping ? .abandoned : .broken(.tooSlow)
    case .overloaded: .broken(.overloaded)
    case .tooLarge, .disconnected: .abandoned
    }
  }

  /// A client that still waits for `100 Continue` has been answered instead; and a rest that is
  /// known to be too long need not be begun.
  private var isNotWorthReading: Bool {
    if awaitsContinue { return true }
    if case .fixed(let remaining) = coding {
      return remaining > connection.service.configuration.drainedBytesMax
    }
    return false
  }
}
