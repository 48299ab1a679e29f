internal import EventLoop
internal import HTTP

/// Who is let in.
extension LoopService {
  func trusts(_ address: ClientAddress) -> Bool {
    configuration.trustedProxies.contains { $0.contains(address) }
  }

  /// Whether this loop can take one more.
  func hasRoom(for limit: Int) -> Bool {
    guard openCount < limit else { return false }
    return handshakeQueue?.makesRoom(at: loop.now, besides: greetings.count) ?? true
  }

  /// Takes over a connection that was just accepted, or closes it.
  func welcome(_ descriptor: Int32, _ peer: ClientAddress) {
    counts.noteConnection()
    let accepted = AcceptedSocket(peer, self)
    guard configuration.proxyProtocol else { return admit(descriptor, accepted) }
    guard accepted.isFromProxy else { return refuse(descriptor, peer, .untrustedPeer) }
    ProxyGreeting.begin(descriptor, peer, self)
  }

  /// Opens the connection, by way of a handshake where TLS is spoken, unless its client has too
  /// many.
  func admit(_ descriptor: Int32, _ accepted: AcceptedSocket) {
    if let key = accepted.countedAs, let limit = connectionsMax(of: accepted),
      addresses.connections(of: key) >= limit
    {
      return refuse(descriptor, accepted.address, .tooManyOfAddress)
    }
    guard let handshakeQueue else {
      Connection.open(descriptor, accepted, self)
      return
    }
    handshakeQueue.admit(descriptor, accepted, self)
  }

  /// Without a word: a client that has opened too much, or whom we cannot name, is owed none, and
  /// who sends nothing to it keeps nothing for it.
  func refuse(_ descriptor: Int32, _ address: ClientAddress, _ reason: ConnectionRefusal) {
    observe(.connectionRefused(reason, address: address))
    systemClose(descriptor)
  }

  /// The loop's share, or nil for none. Where the configuration says nothing this machine may
  /// take all: behind the address 127.0.0.1 there is often a proxy that nobody has put on the list.
  private func connectionsMax(of accepted: AcceptedSocket) -> Int? {
    if let limit = configuration.connectionsPerAddressMax { return share(limit) }
    return accepted.isLoopback ? nil : max(1, share(configuration.connectionsMax) / 4 * 3)
  }

  /// Loops share nothing, so each has its part of a limit.
  func share(_ limit: Int) -> Int {
    max(1, limit / loopCount + (limit % loopCount > 0 ? 1 : 0))
  }
}
