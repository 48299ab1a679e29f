internal import HTTP

/// What this connection holds of its loop's budget, and what follows from it.
extension Connection {
  /// Less is not worth counting: it is what a connection may always have.
  private static let freeOctets = 4096

  /// Counts what is held now: answers that wait for their reader, and a head that is not complete.
  func account() {
    let total = unsent + input.count
    let holds = total > Self.freeOctets && phase != .closed ? total : 0
    guard holds != held else { return }
    service.budget.change(by: holds - held)
    held = holds
  }

  /// Too much waits to be sent for another request to be read, or another piece to be produced.
  ///
  /// A reader that is slow while memory is short gets nothing ahead of its reading.
  var mustWaitForReader: Bool {
    unsent > (service.budget.isTight ? 0 : service.configuration.unsentOctetsMax)
  }

  /// Whether `octets` more may wait for the reader; without room it is the slow reader who has to
  /// go, not those whose answers the system takes at once.
  func mayHold(_ octets: Int) -> Bool {
    octets <= Self.freeOctets || service.budget.hasRoom(for: octets)
  }

  static let noRoom = "no memory is left for a slow reader"
}
