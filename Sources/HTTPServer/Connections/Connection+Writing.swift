internal import EventLoop
internal import HTTP

/// Answers: from the handler's response to the last byte the system took.
extension Connection {
  /// Answers at once when there is nothing to wait for, which is nearly always; false otherwise.
  func answer(_ response: Response, to request: Request, since start: MonotonicTime) -> Bool {
    guard body == nil, !response.isStreamed else { return false }
    let keepsAlive = request.head.keepsAlive && mayContinue
    let (sent, _) = sendHead(response, to: request, keepsAlive: keepsAlive)
    conclude(request, response, sent, since: start)
    return true
  }

  /// Answers as soon as the body has been read or given up, and streams what is streamed.
  func answerInTime(
    _ response: Response, to request: Request, since start: MonotonicTime
  ) async {
    var response = response
    var keepsAlive = request.head.keepsAlive
    switch await body?.finish() ?? .complete {
    case .complete:
      // A request that was refused unread may not be what it seemed: nothing behind it counts.
      if body?.wasRead == false, response.status.code >= 400 { keepsAlive = false }
    case .abandoned:
      keepsAlive = false
      lingersAfterClose = true
    case .broken(let error):
      let note = response.note
      response = service.refusal(error, request.id)
      response.note = note
      // Why is told by the error: once.
      response.note.refusal = nil
      keepsAlive = false
      lingersAfterClose = true
      service.observe(.refused(error, requestID: request.id, client: request.client))
    }
    keepsAlive = keepsAlive && mayContinue
    body = nil
    var (sent, framing) = sendHead(response, to: request, keepsAlive: keepsAlive)
    if let framing, case .stream(_, let producer) = response.content {
      sent += await stream(producer, framing, request.id)
    }
    conclude(request, response, sent, since: start)
  }

  private func conclude(
    _ request: Request, _ response: Response, _ sent: Int, since start: MonotonicTime
  ) {
    service.observe(
      .finished(
        .init(
          request: request.head, requestID: request.id, status: response.status, sentBytes: sent,
          nanoseconds: MonotonicTime.now().nanoseconds &- start.nanoseconds,
          client: request.client, trace: request.trace, note: response.note)))
    guard phase == .exchange else { return }
    guard announcedClose else { return continueReading() }
    // Who does not know yet that this is the end may be sending the next request.
    if !request.head.isLast { lingersAfterClose = true }
    closeWhenSent()
  }

  /// Returns how many bytes of head and content were handed over, and how the rest, which has to
  /// be streamed, is delimited.
  private func sendHead(
    _ response: Response, to request: Request, keepsAlive: Bool
  ) -> (bytes: Int, rest: StreamFraming?) {
    guard phase == .exchange else { return (0, nil) }
    let context = ResponseEncoder.Context(
      method: request.method, version: request.head.version, keepsAlive: keepsAlive,
      date: service.currentDate, requestID: request.id, trace: request.trace)
    borrowOutput()
    let before = output.count
    do {
      let encoded = try ResponseEncoder.encode(response, context, into: &output)
      announcedClose = encoded.closesConnection
      let head = output.count - before
      switch encoded.remainder {
      case .nothing: return (head, nil)
      case .bytes:
        guard case .bytes(let bytes) = response.content else { return (head, nil) }
        return (head + sendWithoutCopy(bytes, request.id), nil)
      case .fixed(let length): return (head, .fixed(remaining: length))
      case .chunked: return (head, .chunked)
      case .untilClose: return (head, .untilClose)
      }
    } catch {
      service.observe(.invalidResponse(error, requestID: request.id))
      return (replaceInvalid(context), nil)
    }
  }

  /// An answer that cannot be sent as it is becomes a plain 500, so that the client is not left
  /// waiting.
  private func replaceInvalid(_ context: ResponseEncoder.Context) -> Int {
    let before = output.count
    var context = context
    context.keepsAlive = false
    announcedClose = true
    _ = try? ResponseEncoder.encode(Response(.internalServerError), context, into: &output)
    return output.count - before
  }

  /// Large content goes from where it lies to the system; only what the system does not take yet
  /// is copied.
  private func sendWithoutCopy(_ bytes: [UInt8], _ requestID: String) -> Int {
    flush()
    guard phase == .exchange else { return 0 }
    var taken = 0
    if unsent == 0 {
      guard let count = bytes.withUnsafeBytes({ channel.write($0) }) else {
        close()
        return 0
      }
      taken = count
      written += count
    }
    guard taken < bytes.count else { return taken }
    guard mayHold(bytes.count - taken) else { return brokenStream(requestID, Self.noRoom) }
    borrowOutput()
    output.append(contentsOf: bytes[taken...])
    return bytes.count
  }

  /// Sends the pieces of a streamed answer as fast as the client reads them.
  private func stream(
    _ producer: any ContentProducer, _ framing: StreamFraming, _ requestID: String
  ) async -> Int {
    var framing = framing
    var total = 0
    isStreaming = true
    defer { isStreaming = false }
    do {
      while let piece = try await producer.next() {
        guard phase == .exchange, !isBroken else { return brokenStream(requestID, "client left") }
        borrowOutput()
        let before = output.count
        try framing.append(piece, to: &output)
        total += output.count - before
        flush()
        guard unsent == 0 || !service.budget.isSpent else {
          return brokenStream(requestID, Self.noRoom)
        }
        if mustWaitForReader { await drained() }
      }
      guard phase == .exchange else { return total }
      borrowOutput()
      let before = output.count
      try framing.finish(&output)
      return total + output.count - before
    } catch {
      return brokenStream(requestID, "\(error)")
    }
  }

  /// Only a reset can say that an answer whose head has been sent is not whole: without a length
  /// the close itself would be its end.
  private func brokenStream(_ requestID: String, _ reason: String) -> Int {
    service.observe(.streamBroken(requestID: requestID, reason: reason))
    // The connection may have ended while the next piece was made, and then the number of its
    // descriptor belongs to somebody else.
    guard phase != .closed else { return 0 }
    Socket.resetOnClose(descriptor)
    close()
    return 0
  }

  /// The next request, which may have arrived already.
  private func continueReading() {
    let mustGiveWay = !input.isEmpty && hasUsedItsTurn()
    // More may have come that cannot be parsed, or the end: what is answered is sent before that is
    // found out.
    if mustGiveWay || (input.isEmpty && canRead) { flush() } else { flushWithOthers() }
    guard phase == .exchange else { return }
    phase = .head
    updateInterest()
    mustGiveWay ? giveWay() : receive()
  }

  /// Answers what cannot be parsed, and ends: nothing behind it is looked at.
  func refuse(_ error: ParseError) {
    let requestID = service.nextRequestID()
    service.observe(.refused(error, requestID: requestID, client: client))
    answerAndEnd(service.refusal(error, requestID), requestID)
  }

  /// Sends the last answer, to a request that was not understood.
  func answerAndEnd(_ response: Response, _ requestID: String) {
    borrowOutput()
    let context = ResponseEncoder.Context(
      method: parser.method ?? .get, version: .http11, keepsAlive: false,
      date: service.currentDate, requestID: requestID)
    _ = try? ResponseEncoder.encode(response, context, into: &output)
    lingersAfterClose = true
    closeWhenSent()
  }

  /// Lets a client that waits for it send its body.
  func sendContinue() {
    borrowOutput()
    output.append(contentsOf: ResponseEncoder.continueBytes)
    flush()
  }

  // MARK: Bytes

  var unsent: Int { output.count - outputStart }
  /// Whether the client has something to get: bytes, or word of the end.
  var owes: Bool { outputStart < output.count || phase == .closing }

  /// Borrows memory for answers when there is none.
  private func borrowOutput() {
    if output.capacity == 0 { output = service.takeOutput() }
  }

  /// Pipelined answers leave in one write, and those of several connections one behind the other.
  private func flushWithOthers() {
    guard !flushIsDue else { return }
    flushIsDue = true
    service.loop.sendTogether(self)
  }

  /// Waits until the client has read what is owed, or is gone.
  private func drained() async {
    guard phase != .closed, unsent > 0 else { return }
    await withUnsafeContinuation { writeWaiter = $0 }
  }

  /// Hands over as much as the system takes, and closes behind the last byte when that is due.
  func flush() {
    guard phase != .closed, phase != .lingering else { return }
    answersInTurn = 0
    while outputStart < output.count {
      let taken = output.withUnsafeBytes {
        channel.write(UnsafeRawBufferPointer(rebasing: $0[outputStart...]))
      }
      guard let taken else { return close() }
      guard taken > 0 else { return waitForReader() }
      outputStart += taken
      written += taken
    }
    if phase == .closing, !channel.finish() { return waitForReader() }
    allSent()
  }

  private func allSent() {
    if output.capacity > 0 {
      output.removeAll(keepingCapacity: true)
      outputStart = 0
      service.giveBack(output)
      output = []
    }
    if held > 0 { account() }
    writeWaiter?.resume()
    writeWaiter = nil
    stopWatchingReader()
    if phase == .closing { return beginClose() }
    guard phase == .head else { return }
    if readingIsPaused {
      readingIsPaused = false
      receive()
    } else {
      wait()
    }
  }

  // MARK: Closing

  /// A close while bytes of the client are unread resets the connection and may destroy the
  /// answer on its way; so the write side ends first, and the rest is read and dropped.
  private func beginClose() {
    guard !isBroken, !inputEnded, lingersAfterClose || canRead || !input.isEmpty else {
      return close()
    }
    phase = .lingering
    input.removeAll()
    if held > 0 { account() }
    updateInterest()
    Socket.endWriting(descriptor)
    setDeadline(.lingering, service.nanoseconds.lingering)
    linger()
  }

  func linger() {
    while canRead, lingered < service.configuration.lingeringBytesMax {
      guard let count = read(into: service.scratch) else { break }
      lingered += count
    }
    if inputEnded || lingered >= service.configuration.lingeringBytesMax { close() }
  }
}

extension Response {
  fileprivate var isStreamed: Bool {
    if case .stream = content { true } else { false }
  }
}
