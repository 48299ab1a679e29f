internal import HTTP

/// What this connection holds of its loop's budget, and what follows from it.
extension Connection {
  /// Less is not worth counting: it is what a connection may always have.
  static let freeBytes = 4096

  /// Counts what is held now: answers that wait for their reader, a head that is not complete, and
  /// what was read with something else and nobody has asked for yet.
  func account() {
    let total = unsent + input.count
    let holds = total > Self.freeBytes && phase != .closed ? total : 0
    guard holds != held else { return }
    service.budget.change(by: holds - held)
    held = holds
  }

  /// Too much waits to be sent for another request to be read, or another piece to be produced.
  ///
  /// A reader that is slow while memory is short gets nothing ahead of its reading.
  var mustWaitForReader: Bool {
    unsent > (service.budget.isTight ? 0 : service.configuration.unsentBytesMax)
  }

  /// The part of `scratch` to read into for somebody who expects so many bytes, or nil when only
  /// the client knows how many will come.
  ///
  /// What comes behind them must be held here. So little of it that it is free may come along,
  /// which nearly always tells without another read that nothing more is there.
  func room(
    for expected: Int?, in scratch: UnsafeMutableRawBufferPointer
  ) -> UnsafeMutableRawBufferPointer {
    let most = scratch.count - Self.freeBytes
    let count = min(most, expected ?? (service.budget.isTight ? 0 : most))
    return UnsafeMutableRawBufferPointer(rebasing: scratch[..<(count + Self.freeBytes)])
  }

  /// Whether `bytes` more may wait for the reader; without room it is the slow reader who has to
  /// go, not those whose answers the system takes at once.
  func mayHold(_ bytes: Int) -> Bool {
    bytes <= Self.freeBytes || service.budget.hasRoom(for: bytes)
  }

  static let noRoom = "no memory is left for a slow reader"
}
