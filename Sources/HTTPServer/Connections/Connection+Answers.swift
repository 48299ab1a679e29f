internal import EventLoop
internal import HTTP

/// Answers: from the handler's response to the bytes that wait to be sent.
extension Connection {
  /// Answers at once when there is nothing to wait for, which is nearly always; false otherwise.
  func answer(_ response: Response, to request: Request, since start: MonotonicTime) -> Bool {
    guard body == nil, !response.isStreamed else { return false }
    let keepsAlive = request.head.keepsAlive && mayContinue
    let (sent, _) = sendHead(response, to: request, keepsAlive: keepsAlive)
    conclude(request, response, sent, since: start)
    return true
  }

  /// Answers as soon as the body has been read or given up, and streams a streamed answer.
  func answerInTime(
    _ response: Response, to request: Request, since start: MonotonicTime
  ) async {
    var response = response
    var keepsAlive = request.head.keepsAlive
    switch await body?.finish() ?? .complete {
    case .complete:
      // A request that was rejected unread may not be what it seemed: bytes after it are ignored.
      if body?.wasRead == false, response.status.code >= 400 { keepsAlive = false }
    case .abandoned:
      keepsAlive = false
      life.noteUnreadRest()
    case .broken(let error):
      let note = response.note
      response = service.refusal(
        error, RefusedRequest(id: request.id, path: request.target.path))
      response.note = note
      // The error reports the reason, once.
      response.note.refusal = nil
      keepsAlive = false
      life.noteUnreadRest()
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
    guard life.phase == .exchange else { return }
    life.endsWithAnswer(clientAsked: request.head.isLast) ? closeWhenSent() : continueReading()
  }

  /// Returns how many bytes of head and content were handed over, and how the rest, which has to
  /// be streamed, is delimited.
  private func sendHead(
    _ response: Response, to request: Request, keepsAlive: Bool
  ) -> (bytes: Int, rest: StreamFraming?) {
    guard life.phase == .exchange else { return (0, nil) }
    let context = ResponseEncoder.Context(
      method: request.method, version: request.head.version, keepsAlive: keepsAlive,
      date: service.currentDate, requestID: request.id, trace: request.trace)
    do {
      let (head, encoded) = try append { output throws(ResponseError) in
        try ResponseEncoder.encode(response, context, into: &output)
      }
      life.noteAnswer(announcesClose: encoded.closesConnection)
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

  /// An answer that cannot be sent becomes a plain 500, so that the client is not left
  /// waiting.
  private func replaceInvalid(_ context: ResponseEncoder.Context) -> Int {
    var context = context
    context.keepsAlive = false
    life.noteAnswer(announcesClose: true)
    let response = Response(.internalServerError)
    return append { _ = try? ResponseEncoder.encode(response, context, into: &$0) }.bytes
  }

  /// Large content goes from where it lies to the system; only what the system does not take yet
  /// is copied.
  private func sendWithoutCopy(_ bytes: [UInt8], _ requestID: String) -> Int {
    flush()
    guard life.phase == .exchange else { return 0 }
    guard let taken = output.send(bytes, { channel.write($0) }) else {
      close()
      return 0
    }
    guard taken < bytes.count else { return taken }
    guard service.makesRoom(forReader: bytes.count - taken), life.phase == .exchange else {
      return brokenStream(requestID, Self.noRoom)
    }
    append { $0.append(contentsOf: bytes[taken...]) }
    return bytes.count
  }

  /// Sends the pieces of a streamed answer as fast as the client reads them.
  private func stream(
    _ producer: any ContentProducer, _ framing: StreamFraming, _ requestID: String
  ) async -> Int {
    var framing = framing
    var total = 0
    output.isStreaming = true
    defer { output.isStreaming = false }
    do {
      while let piece = try await producer.next() {
        guard life.phase == .exchange, !input.isBroken else {
          return brokenStream(requestID, "client left")
        }
        total += try append { try framing.append(piece, to: &$0) }.bytes
        flush()
        guard output.unsent == 0 || service.makesRoom(for: 0) else {
          return brokenStream(requestID, Self.noRoom)
        }
        if output.exceeds(unsentMax) { await withUnsafeContinuation { output.hold($0) } }
      }
      guard life.phase == .exchange else { return total }
      return try total + append { try framing.finish(&$0) }.bytes
    } catch {
      return brokenStream(requestID, "\(error)")
    }
  }

  /// Only a reset can say that an answer whose head has been sent is not whole: without a length
  /// the close itself would be its end.
  private func brokenStream(_ requestID: String, _ reason: String) -> Int {
    service.observe(.streamBroken(requestID: requestID, reason: reason))
    // The connection may have ended while the next piece was made, and then the number of its
    // descriptor has another owner.
    guard life.phase != .closed else { return 0 }
    Socket.resetOnClose(channel.descriptor)
    close()
    return 0
  }

  /// The next request, which may have arrived already.
  private func continueReading() {
    let departure = output.departure(
      before: input, answersMax: service.configuration.pipelinedRequestsMax)
    departure == .together ? flushWithOthers() : flush()
    guard life.phase == .exchange else { return }
    life.awaitRequest()
    updateInterest()
    departure == .nowAndGiveWay ? service.turns.append(self, service.loop) : receive()
  }

  private func flushWithOthers() {
    guard !output.flushIsDue else { return }
    output.flushIsDue = true
    service.loop.sendTogether(self)
  }

  /// Answers a request that cannot be parsed, and ends: later bytes are ignored.
  func refuse(_ error: ParseError) {
    let requestID = service.nextRequestID()
    service.observe(.refused(error, requestID: requestID, client: client))
    let refused = RefusedRequest(id: requestID, path: input.path)
    answerAndEnd(service.refusal(error, refused), requestID)
  }

  /// Sends the last answer, to a request that was not understood.
  func answerAndEnd(_ response: Response, _ requestID: String) {
    let context = ResponseEncoder.Context(
      method: input.method ?? .get, version: .http11, keepsAlive: false,
      date: service.currentDate, requestID: requestID)
    append { _ = try? ResponseEncoder.encode(response, context, into: &$0) }
    life.noteUnreadRest()
    closeWhenSent()
  }

  /// Lets a client that waits for it send its body.
  func sendContinue() {
    append { $0.append(contentsOf: ResponseEncoder.continueBytes) }
    flush()
  }

  /// Lets `encode` append to the unsent bytes; returns how many it appended.
  @discardableResult
  private func append<Result, Failure>(
    _ encode: (inout [UInt8]) throws(Failure) -> Result
  ) throws(Failure) -> (bytes: Int, result: Result) {
    try output.append(in: service.takeOutput(), encode)
  }

  static let noRoom = "no memory is left for a slow reader"
}

extension Response {
  fileprivate var isStreamed: Bool {
    if case .stream = content { true } else { false }
  }
}
