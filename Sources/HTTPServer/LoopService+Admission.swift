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
    return entrance?.makesRoom(at: loop.now, besides: greetings.count) ?? true
  }

  /// Takes over a connection that was just accepted, or closes it.
  func welcome(_ descriptor: Int32, _ peer: ClientAddress) {
    counts.noteConnection()
    let arrival = Arrival(peer, self)
    guard configuration.proxyProtocol else { return admit(descriptor, arrival) }
    guard arrival.isFromProxy else { return refuse(descriptor, peer, .untrustedPeer) }
    ProxyGreeting.begin(descriptor, peer, self)
  }

  /// Opens the connection, by way of a handshake where TLS is spoken, unless its client has too
  /// many.
  func admit(_ descriptor: Int32, _ arrival: Arrival) {
    if let key = arrival.countedAs, let limit = connectionsMax(of: arrival),
      addresses.connections(of: key) >= limit
    {
      return refuse(descriptor, arrival.address, .tooManyOfAddress)
    }
    guard let entrance else {
      Connection.open(descriptor, arrival, self)
      return
    }
    entrance.admit(descriptor, arrival, self)
  }

  /// Without a word: a client that has opened too much, or whom we cannot name, is owed none, and
  /// who sends nothing to it keeps nothing for it.
  func refuse(_ descriptor: Int32, _ address: ClientAddress, _ reason: ConnectionRefusal) {
    observe(.connectionRefused(reason, address: address))
    systemClose(descriptor)
  }

  /// The loop's share, or nil for none. Where the configuration says nothing this machine may
  /// take all: behind the address 127.0.0.1 there is often a proxy that nobody has put on the list.
  private func connectionsMax(of arrival: Arrival) -> Int? {
    if let limit = configuration.connectionsPerAddressMax { return share(limit) }
    return arrival.isLoopback ? nil : max(1, share(configuration.connectionsMax) / 4 * 3)
  }

  /// Loops share nothing, so each has its part of a limit.
  func share(_ limit: Int) -> Int {
    max(1, limit / loopCount + (limit % loopCount > 0 ? 1 : 0))
  }
}
