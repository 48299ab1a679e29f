internal import HTTP

/// Who has connected, decided once, before the first byte of HTTP.
struct AcceptedSocket {
  /// The other end of the socket.
  let peer: ClientAddress
  /// The client that the peer's PROXY header names; otherwise the peer.
  let address: ClientAddress
  /// Whether the client spoke TLS: to the proxy, as its PROXY header says, or to us.
  private(set) var isEncrypted: Bool
  /// Whether the peer is a proxy on the list.
  let isFromProxy: Bool
  /// Whether request fields about clients are trusted.
  let believesFields: Bool
  /// The public key that the peer has proved to hold; nil when it showed no certificate.
  private(set) var certificateFingerprint: String?

  init(_ peer: ClientAddress, _ service: LoopService) {
    self.peer = peer
    address = peer
    isEncrypted = false
    isFromProxy = service.trusts(peer)
    believesFields = isFromProxy
  }

  /// - Parameter header: of a peer that is trusted.
  init(_ peer: ClientAddress, _ header: ProxyHeader, _ service: LoopService) {
    self.peer = peer
    isEncrypted = header.isEncrypted
    isFromProxy = true
    switch header.source {
    case .proxy:
      address = peer
      believesFields = true
    case .client(let client):
      address = client
      // The client of the proxy may be a proxy itself, one farther out.
      believesFields = service.trusts(client)
    case .hiddenClient:
      address = peer
      believesFields = false
    }
  }

  var client: Client {
    Client(
      peer: peer, address: address, scheme: isEncrypted ? .https : .http,
      certificateFingerprint: certificateFingerprint)
  }

  /// The same socket after a handshake. After a PROXY header, the handshake is nearly always the
  /// client's own, passed on unchanged.
  func secured(_ fingerprint: String?) -> AcceptedSocket {
    var accepted = self
    accepted.isEncrypted = true
    accepted.certificateFingerprint = fingerprint
    return accepted
  }

  /// The key under which the client's connections are counted; nil if they are not.
  ///
  /// A proxy connects for all its clients, and the file system decides who may use a Unix-domain
  /// socket.
  var countedAs: AddressTable.Key? {
    isFromProxy && address == peer ? nil : AddressTable.Key(address)
  }

  /// Whether the other end is this machine.
  var isLoopback: Bool { AddressBlock.loopback.contains { $0.contains(address) } }
}
