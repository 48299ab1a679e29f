/// What a server makes of its TLS configuration: the identity, loaded once, and a secret, from
/// which each loop has a context of its own, because loops share nothing that changes.
struct TLSPolicy {
  let identity: TLSIdentity
  let secret: [UInt8]

  /// Nil when there is no TLS.
  static func load(_ configuration: TLSConfiguration?) throws(ServerError) -> TLSPolicy? {
    guard let configuration else { return nil }
    return TLSPolicy(
      identity: try TLSIdentity(configuration), secret: try secret(of: configuration))
  }

  private static func secret(of configuration: TLSConfiguration) throws(ServerError) -> [UInt8] {
    guard let given = configuration.ticketSecret else { return try TLSTicketKeys.makeSecret() }
    guard given.count >= TLSTicketKeys.secretBytes else {
      throw ServerError(
        "the secret of TLS session tickets is shorter than \(TLSTicketKeys.secretBytes) bytes")
    }
    return given
  }

  func makeHandshakeQueue() throws(ServerError) -> TLSHandshakeQueue {
    TLSHandshakeQueue(
      try TLSContext(identity, secret: secret),
      handshakesMax: identity.configuration.handshakesMax)
  }
}
