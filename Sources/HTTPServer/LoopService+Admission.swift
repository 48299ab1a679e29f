internal import EventLoop
internal import HTTP

/// Which connections are accepted.
extension LoopService {
  func trusts(_ address: ClientAddress) -> Bool {
    configuration.trustedProxies.contains { $0.contains(address) }
  }

  /// Whether the server can take one more.
  var hasRoom: Bool {
    guard openCount < configuration.connectionsMax || closeSilent() else { return false }
    return handshakeQueue?.makesRoom(at: loop.now, besides: greetings.count) ?? true
  }

  /// Closes some connections on which a stranger has asked nothing for a while, the longest silent
  /// first: otherwise a few clients could take all with connections that do nothing. Returns
  /// whether there is room now.
  ///
  /// Some, because all are looked at. Precedent: nginx's `ngx_drain_connections`.
  private func closeSilent() -> Bool {
    let now = loop.now
    guard now >= nextLookForSilent else { return false }
    let end = now.nanoseconds &- nanoseconds.silence
    let silent = connections.values.compactMap { connection in
      connection.silentSince.map { (connection: connection, since: $0.nanoseconds) }
    }.filter { $0.since <= end }.sorted { $0.since < $1.since }
    let closedMax = max(1, configuration.connectionsMax / 100)
    for (connection, _) in silent.prefix(closedMax) { connection.closeIfStillIdle() }
    // All were closed: it takes a while until there are more.
    if silent.count < closedMax {
      nextLookForSilent = now.advanced(byNanoseconds: Self.lookForRoomNanoseconds)
    }
    return openCount < configuration.connectionsMax
  }

  /// Whether so many more bytes of bodies may be kept for a customer's networks: of what there is
  /// at most half, besides one body. This machine, often a proxy that is missing in the list, may
  /// have all.
  func mayKeep(_ bytes: Int, of accepted: AcceptedSocket) -> Bool {
    guard let key = accepted.countedAs, !accepted.isLoopback else { return true }
    let kept = addresses.keptBytes(around: key)
    return kept == 0 || kept + bytes <= configuration.heldBytesMax / 2
  }

  /// Takes over a connection that was just accepted, or closes it.
  func welcome(_ descriptor: Int32, _ peer: ClientAddress) {
    counts.noteConnection()
    let accepted = AcceptedSocket(peer, self)
    guard configuration.proxyProtocol else { return admit(descriptor, accepted) }
    guard accepted.isFromProxy else { return refuse(descriptor, peer, .untrustedPeer) }
    ProxyGreeting.begin(descriptor, peer, self)
  }

  /// Opens the connection, after a handshake where TLS is spoken, unless its client has too many.
  func admit(_ descriptor: Int32, _ accepted: AcceptedSocket) {
    if let key = accepted.countedAs, let bound = connectionsMax(of: accepted),
      !addresses.admitsConnection(of: key, atMost: bound)
    {
      return refuse(descriptor, accepted.address, .tooManyOfAddress)
    }
    guard let handshakeQueue else {
      Connection.open(descriptor, accepted, self)
      return
    }
    handshakeQueue.admit(descriptor, accepted, self)
  }

  /// Closes without an answer: that costs nothing for a client that has opened too many
  /// connections, or that we cannot name.
  func refuse(_ descriptor: Int32, _ address: ClientAddress, _ reason: ConnectionRefusal) {
    observe(.connectionRefused(reason, address: address))
    systemClose(descriptor)
  }

  /// Nil for no limit: by default this machine may take all connections, because 127.0.0.1 is
  /// often a proxy that is missing in the list of trusted ones.
  ///
  /// The networks of one customer together never get more than three quarters of all, unless the
  /// operator gives a single one more.
  private func connectionsMax(of accepted: AcceptedSocket) -> AddressTable.Bound? {
    let most = max(1, configuration.connectionsMax / 4 * 3)
    guard let limit = configuration.connectionsPerAddressMax else {
      return accepted.isLoopback ? nil : AddressTable.Bound(ofKey: most, ofWider: most)
    }
    let bound = AddressTable.Bound(limit)
    return AddressTable.Bound(
      ofKey: bound.ofKey, ofWider: min(bound.ofWider, max(bound.ofKey, most)))
  }
}
