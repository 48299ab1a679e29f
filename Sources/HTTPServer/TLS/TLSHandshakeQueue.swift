internal import EventLoop
internal import HTTP

/// Where connections become TLS sessions, with a limit of concurrent handshakes.
///
/// Owned by the loop.
final class TLSHandshakeQueue: @unchecked Sendable {
  /// The policy for new handshakes; open sessions keep theirs.
  var context: TLSContext
  private let handshakesMax: Int
  private var handshakes: [ObjectIdentifier: TLSHandshake] = [:]
  /// How long a client may be silent in a handshake when others want its place. An honest one
  /// answers within a round trip.
  private static let patience: Int64 = 1_000_000_000

  init(_ context: TLSContext, handshakesMax: Int) {
    self.context = context
    self.handshakesMax = max(1, handshakesMax)
  }

  var count: Int { handshakes.count }

  /// Whether another handshake may begin. A client that keeps many of them open and silent must not
  /// keep others out, so the longest silent one makes room.
  ///
  /// - Parameter expected: connections that will want a handshake when their PROXY header is here.
  func makesRoom(at now: MonotonicTime, besides expected: Int) -> Bool {
    guard handshakes.count + expected >= handshakesMax else { return true }
    guard let oldest = handshakes.values.min(by: { $0.heardAt < $1.heardAt }),
      now.nanoseconds &- oldest.heardAt.nanoseconds >= Self.patience
    else { return false }
    oldest.abandon("others wanted its place")
    return true
  }

  /// Begins a handshake on a connected descriptor.
  func admit(_ descriptor: Int32, _ accepted: AcceptedSocket, _ service: LoopService) {
    context.renewTicketKeys(second: service.currentSecond)
    guard let session = TLSSession(descriptor, context) else { return systemClose(descriptor) }
    do throws(EventLoopError) {
      let handshake = try TLSHandshake(session, accepted, service, self)
      handshakes[ObjectIdentifier(handshake)] = handshake
      if let key = accepted.countedAs { service.addresses.addConnection(of: key) }
    } catch {
      systemClose(descriptor)
    }
  }

  /// Forgets a handshake that has come to its end, whichever.
  func remove(_ handshake: TLSHandshake, _ accepted: AcceptedSocket, _ service: LoopService) {
    guard handshakes.removeValue(forKey: ObjectIdentifier(handshake)) != nil else { return }
    service.showCount()
    guard let key = accepted.countedAs else { return }
    service.addresses.removeConnection(of: key)
  }

  /// Ends sockets that have not become connections yet: none of them has sent a request.
  func abandonAll() {
    for handshake in handshakes.values { handshake.abandon("the server stops") }
  }
}
