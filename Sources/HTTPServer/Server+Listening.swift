internal import EventLoop

/// The end of listening.
extension Server {
  /// Takes what has connected, and closes the listener.
  ///
  /// - Parameter isLast: nobody listens on it afterwards.
  func closeListener(isLast: Bool, by end: MonotonicTime) async {
    let first = serverLoops[0]
    let loop = first.service.loop
    if isLast, (try? await loop.run { first.acceptor.refuseHandshakes() }) == true {
      await letHandshakesEnd(by: end)
    }
    await onEachLoop { $0.acceptor.stop() }
    try? await loop.run { first.acceptor.closeListener(isLast: isLast) }
  }

  /// Goes on accepting until nobody has come for a while.
  private func letHandshakesEnd(by end: MonotonicTime) async {
    let last = min(end, MonotonicTime.now().advanced(by: Self.handshakesMax))
    var (before, now) = (-1, await arrivals)
    while before != now, MonotonicTime.now() < last {
      await pause(min(Self.quiet, last - MonotonicTime.now()))
      (before, now) = (now, await arrivals)
    }
  }

  /// Longer than a packet needs to any client and back, but for the farthest.
  private static let quiet = Duration.milliseconds(200)
  /// Less than the grace of idle connections, so that who comes last can still ask.
  private static let handshakesMax = Duration.milliseconds(500)

  private var arrivals: Int {
    get async {
      var total = 0
      for serverLoop in serverLoops {
        total += (try? await serverLoop.service.loop.run { serverLoop.acceptor.arrivals }) ?? 0
      }
      return total
    }
  }
}
