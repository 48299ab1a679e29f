internal import EventLoop

/// Whether the client reads what it asked for.
extension Connection {
  /// Called whenever the system does not take all that is owed.
  ///
  /// The reader has a timer of its own, made when it falls behind: neither an answer more nor
  /// anything that the client sends is progress of the reader, so nothing but the last byte of
  /// what is owed ends the watch.
  func waitForReader() {
    account()
    updateInterest()
    guard readerTimer == nil else { return }
    let timer = service.loop.makeTimer { [unowned self] in checkReader() }
    readerTimer = timer
    watchReader(timer)
  }

  func stopWatchingReader() {
    guard let timer = readerTimer else { return }
    timer.cancel()
    readerTimer = nil
    updateInterest()
  }

  private func watchReader(_ timer: LoopTimer) {
    acknowledgedThen = acknowledged
    timer.arm(at: service.loop.now.advanced(byNanoseconds: service.nanoseconds.write))
  }

  /// The system takes more only when a good part of its buffer is free, so a slow reader is told
  /// from one that does not read by what it has acknowledged; and from one that only pretends to
  /// read by how much.
  private func checkReader() {
    guard owes, let timer = readerTimer else { return }
    let progress = acknowledged - acknowledgedThen
    guard progress >= service.readBytesMin else { return cut() }
    watchReader(timer)
  }

  private var acknowledged: Int {
    channel.transmitted(of: written) - (Socket.unacknowledged(descriptor) ?? 0)
  }

  /// Ends the connection now, whatever is owed.
  ///
  /// An answer that is not whole ends with a reset: after an ordinary close the system would keep
  /// what it has taken for a client that does not read, without a connection of ours to count, and
  /// an answer without a length would look whole.
  func cut() {
    guard phase != .closed else { return }
    if unsent > 0 || isStreaming { Socket.resetOnClose(descriptor) }
    close()
  }
}
