internal import HTTP

/// Whose request it is, and what its client may have unfinished.
extension Connection {
  /// What stands beside the head in a request.
  struct Origin {
    let id: String
    let client: Client
    let trace: TraceContext?
  }

  /// Fields that tell of a client are looked for only where they are believed.
  func origin(of head: RequestHead) -> Origin {
    let trace = TraceContext(head, spanID: service.nextSpanID()) ?? service.beginTrace()
    guard accepted.believesFields else {
      return Origin(id: service.nextRequestID(), client: client, trace: trace)
    }
    return Origin(
      id: Forwarding.requestID(of: head) ?? service.nextRequestID(),
      client: Forwarding.client(
        of: head, over: client, trusting: service.configuration.trustedProxies),
      trace: trace)
  }

  /// How long the next request is waited for.
  ///
  /// A proxy must be the one that gives an idle connection up, or its next request may meet our
  /// close; a stranger only occupies a place.
  var idleNanoseconds: Int64 {
    accepted.isFromProxy || accepted.peer.family == .unix
      ? service.nanoseconds.trustedIdle : service.nanoseconds.idle
  }

  /// Part of a head is here and the rest is not. Ends the connection when its address has too
  /// many of these, and then returns false.
  func noteUnfinishedHead() -> Bool {
    guard !hasUnfinishedHead, let key = accepted.countedAs else { return true }
    let limit = service.share(service.configuration.unfinishedHeadsPerAddressMax)
    guard service.addresses.addUnfinishedHead(of: key, atMost: limit) else {
      service.observe(.connectionRefused(.tooManyUnfinishedOfAddress, address: accepted.address))
      cut()
      return false
    }
    hasUnfinishedHead = true
    return true
  }

  func noteFinishedHead() {
    guard hasUnfinishedHead, let key = accepted.countedAs else { return }
    hasUnfinishedHead = false
    service.addresses.removeUnfinishedHead(of: key)
  }
}
