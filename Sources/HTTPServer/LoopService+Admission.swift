internal import EventLoop
internal import HTTP

/// How a descriptor that was accepted becomes a connection.
extension LoopService {
  /// Connections, and those that are still shaking hands.
  var openCount: Int { connections.count + (entrance?.count ?? 0) }

  /// Whether this loop can take one more.
  func hasRoom(for limit: Int) -> Bool {
    guard openCount < limit else { return false }
    return entrance?.makesRoom(at: loop.now) ?? true
  }

  /// Takes over a connected descriptor whose next octet is the client's first.
  func admit(_ descriptor: Int32, _ client: Client) {
    guard let entrance else {
      Connection.open(descriptor, client, self)
      return
    }
    entrance.admit(descriptor, client, self)
  }
}
