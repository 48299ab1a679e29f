internal import HTTP

extension ServerConfiguration {
  /// Finds what no connection could be served with, before there is one.
  ///
  /// - Throws: `ServerError` with the first value that cannot be meant.
  func check() throws(ServerError) {
    let head = limits.headOctets
    guard 1...Int(UInt16.max) ~= head else {
      throw ServerError("limits.headOctets is \(head), but must be from 1 to \(UInt16.max)")
    }
    let rate = deadlines.octetsPerSecondMin
    guard rate >= 0 else {
      throw ServerError("deadlines.octetsPerSecondMin is \(rate), but must not be negative")
    }
  }
}
