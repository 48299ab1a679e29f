public import EventLoop

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Reads and writes when the socket is ready.
extension Connection: ReadinessHandler, EndOfTurn {
  /// Flushes and reads as far as the socket lets it.
  public func ready(_ readiness: Readiness) {
    guard isOpen else { return }
    if isFlushPending, readiness.contains(.writable) { flush() }
    if isOpen, readiness.contains(.readable) { drainStepwise() }
  }

  /// Sends everything that this turn has written, at once, and continues reading.
  public func endOfTurn() {
    isEndOfTurnScheduled = false
    // Both flags are cleared before the flush, which takes answers too: those may send again.
    let isFlushWanted = isFlushScheduled
    isFlushScheduled = false
    if isOpen, isFlushWanted { endBatch() }
    guard isOpen, hasStepLeft else { return }
    hasStepLeft = false
    drainStepwise()
  }

  private func endBatch() {
    guard pipeline.endBatch() else {
      return end(PostgresError(.connection(reason: handle.errorMessage)))
    }
    flush()
  }

  func flush() {
    switch handle.flush() {
    case .done:
      if isFlushPending { registration?.setInterest(readable: true, writable: false) }
      isFlushPending = false
      pipeline.copy?.wake()
    case .pending:
      isFlushPending = true
      registration?.setInterest(readable: true, writable: true)
    case .failed: return end(PostgresError(.connection(reason: handle.errorMessage)))
    }
    // libpq reads whenever it cannot write, also inside the calls that send, and readiness would
    // not report these bytes, nor the rest of a TLS record.
    guard handle.pendingBytesOfTLS == 0 else { return drain() }
    takeAnswers()
    dropNotifications()
  }

  /// Reads until a caller is answered, and continues after that caller's turn. The loop decides how
  /// long that may delay other descriptors; when no caller is answered, the descriptors come first.
  ///
  /// Each answered caller makes some ten kilobytes, in memory that the one before has just
  /// released; reading all answers first needs more memory than a core's caches hold.
  private func drainStepwise() {
    let answersBefore = answersGiven
    var rounds = 0
    repeat {
      guard takeInput() else { return }
      lookForDemotion()
      guard isOpen, hasMoreInput else { return }
      rounds += 1
    } while answersGiven == answersBefore && rounds < Self.roundsMax
    guard answersGiven != answersBefore else { return drainLater() }
    hasStepLeft = true
    scheduleEndOfTurn()
  }

  private var hasMoreInput: Bool {
    handle.pendingBytesOfTLS ?? 0 > 0 || SocketPeek.hasInput(handle.socket)
  }

  /// Reads until nothing is left, or for so long that others must have their chance.
  func drain() {
    var rounds = 0
    while takeInput() {
      rounds += 1
      let isMore = hasMoreInput
      if isMore, rounds < Self.roundsMax { continue }
      if isMore { drainLater() }
      return lookForDemotion()
    }
  }

  /// About a mebibyte.
  private static let roundsMax = 64

  /// Continues in a turn of its own: readiness is reported when it begins, and not for the rest.
  private func drainLater() {
    guard !isDrainScheduled else { return }
    isDrainScheduled = true
    loop.execute { [weak self] in
      guard let self else { return }
      isDrainScheduled = false
      if isOpen { drain() }
    }
  }

  /// Takes what libpq reads at once. False means that the connection has ended.
  private func takeInput() -> Bool {
    var isAlive = handle.consumeInput()
    // One TLS record may be larger than what libpq takes at once, and the socket does not show
    // the rest of it. When the size of the rest is unknown: libpq takes half of the largest record.
    if isAlive, handle.pendingBytesOfTLS == nil { isAlive = handle.consumeInput() }
    let reason = isAlive ? "" : handle.errorMessage
    takeAnswers()
    guard isOpen else { return false }
    // Makes libpq look at what came without being asked for: notices, and a farewell.
    if isAlive { _ = handle.isBusy }
    guard isAlive, !handle.isBad else {
      end(PostgresError(.connection(reason: isAlive ? handle.errorMessage : reason)))
      return false
    }
    dropNotifications()
    return isOpen
  }

  /// Behind a pooler, notifications may be meant for the client that had the session before. libpq
  /// would keep them for ever.
  private func dropNotifications() {
    if isPooled { notificationsDropped += handle.dropNotifications() }
  }

  /// Reads do not fail on a primary that was made read-only, so only this shows it.
  private func lookForDemotion() {
    guard loop.now >= looksAgainAt else { return }
    looksAgainAt = loop.now.advanced(by: Self.lookingInterval)
    // A pooler's reports may be outdated.
    if needsWrites, !isPooled, handle.isReadOnly { demoted() }
  }

  static let lookingInterval = Duration.milliseconds(250)

  private func takeAnswers() {
    guard case .broken(let reason) = pipeline.takeAnswers() else { return }
    end(PostgresError(.connection(reason: reason)))
  }
}

enum SocketPeek {
  /// Whether bytes, the end of the stream or an error wait on a socket. Reads nothing.
  ///
  /// Readiness is reported when it begins, and libpq does not say whether it read everything; this
  /// does.
  static func hasInput(_ descriptor: Int32) -> Bool {
    let flags = Int32(MSG_PEEK) | Int32(MSG_DONTWAIT)
    var byte: UInt8 = 0
    while true {
      let count = recv(descriptor, &byte, 1, flags)
      guard count < 0 else { return true }
      if errno == EINTR { continue }
      return errno != EAGAIN && errno != EWOULDBLOCK
    }
  }
}
